//! Rulesets and sums against published results, and against plain recursion over moves.

mod malformed;
mod oracle;
mod properties;
mod published;
mod sequences;
