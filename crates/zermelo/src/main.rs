//! The command: arguments in, text and JSON out. All the work is done by the crates below.

mod allocator;
mod args;
mod bench;
mod commands;
mod context;
mod disk;
mod exit;
mod free_memory;
mod interrupt;
mod load;
mod memory_size;
mod meter;
mod progress;
mod solving;
mod text;
mod text_table;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> ExitCode {
    let parsed = args::parse(std::env::args_os());
    exit::report(parsed.and_then(|cli| cli.map_or(Ok(()), commands::run)))
}
