//! Values of games against published tables, laws, and the definitions spelled out slowly.

mod canonical;
mod laws;
mod oracle;
mod published;
