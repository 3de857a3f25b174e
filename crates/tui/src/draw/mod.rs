//! What is on the screen. Nothing here changes what goes on; a screen is told where its parts were drawn, for
//! the mouse.

pub(crate) mod board;
mod canvas;
pub(crate) mod frame;
pub(crate) mod game;
pub(crate) mod list;
pub(crate) mod pager;
mod shape;
