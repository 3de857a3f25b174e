//! The interface on a screen in memory: what keys and the mouse do, and pictures of all screens.

mod matches;
mod pictures;
mod playing;
mod screen;
