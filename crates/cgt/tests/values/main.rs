//! Values of games against published tables, laws, and the definitions spelled out slowly.

mod canonical;
mod laws;
mod operations;
mod oracle;
mod published;
mod thermographs;
