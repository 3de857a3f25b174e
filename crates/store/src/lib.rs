//! Databases on disk: write, verify, probe.
