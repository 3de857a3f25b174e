//! All games as a user meets them: through the library, with databases in a directory.

mod blessed;
mod databases;
mod every_game;
mod known_results;
mod large_games;
mod open_variants;
mod quixo_by_force;
mod repeatable;
mod signature;
mod tables;
mod transcript;
