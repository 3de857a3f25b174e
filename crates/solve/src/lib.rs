//! Solvers: rules and indexes in, outcomes out.
