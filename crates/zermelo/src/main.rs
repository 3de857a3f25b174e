//! The command with all our games.

fn main() -> std::process::ExitCode {
    zermelo::run(zermelo::games())
}
