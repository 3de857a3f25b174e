//! Rulesets and sums against published results, and against plain recursion over moves.

mod agree;
mod bounds;
mod databases;
mod limits;
mod malformed;
mod oracle;
mod positions;
mod properties;
mod published;
mod sequences;
mod switches;
mod together;
mod wide;
