//! What the user types. One definition gives the parser, the help, the man pages and the completions.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use zermelo_cgt::{BoardSize, BoardSizeError, Switches};
use zermelo_server::Network;
use zermelo_service::SMALL;

use crate::exit::Failure;
use crate::memory_size;

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    the answer is no: a check failed
  2    the arguments or the input are wrong
  3    the environment refused: disk, permissions, memory, a database that cannot be used
  129, 130, 143  stopped by SIGHUP, SIGINT (Ctrl-C) or SIGTERM

A game is written as its name, with a variant after a slash if it is not the usual one:
  zermelo solve quixo/4x4
  zermelo query tictactoe
  zermelo play tictactoe/misere";

/// Solves two-player games of perfect information, and lets you play, explore and study the solution.
#[derive(Parser)]
#[command(name = "zermelo", version, about, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options that every command knows.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct Options {
    /// Where databases are kept [default: $XDG_DATA_HOME/zermelo or ~/.local/share/zermelo]
    #[arg(long, global = true, value_name = "DIR", env = "ZERMELO_DATA", hide_env_values = true)]
    pub(crate) data: Option<PathBuf>,

    /// How many threads compute [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,

    /// How much memory a computation may take, e.g. 512M, 8G or 16GiB [default: 80 % of what is free, within
    /// the limits of control groups, Slurm and ulimit]
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory_size::parse, allow_hyphen_values = true)]
    pub(crate) memory: Option<u64>,

    /// Show results only: no progress, no notes
    #[arg(long, global = true)]
    pub(crate) quiet: bool,

    /// Write the result as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// What can be done.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games
    #[command(after_help = "Examples:\n  zermelo games\n  zermelo games morris\n  zermelo games --json")]
    Games {
        /// Only games whose id or name contains all these words
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Show the rules, the variants and the size of a game, and what is known of it
    #[command(after_help = "Examples:\n  zermelo info quixo\n  zermelo info quixo/5x5 --json")]
    Info(InfoArgs),
    /// Solve a game, or go on with an interrupted solve
    #[command(
        after_help = "Examples:\n  zermelo solve quixo/4x4\n  zermelo solve quixo/4x4 --threads 2 --memory 1G\n  \
                      zermelo solve quixo/5x5 --tiers 13x12o\n\nCtrl-C stops; the same command goes on with the \
                      tiers that are left."
    )]
    Solve(SolveArgs),
    /// Count the positions of a game by value and remoteness
    #[command(
        visible_alias = "analyse",
        after_help = "Examples:\n  zermelo analyze tictactoe\n  zermelo analyze quixo/3x3 --tiers\n  \
                      zermelo analyze quixo/3x3 --csv > quixo.csv"
    )]
    Analyze(AnalyzeArgs),
    /// Show a position, its value and its moves, the best first
    #[command(after_help = "Examples:\n  zermelo query tictactoe\n  zermelo query tictactoe x---o----\n  \
                      zermelo query tictactoe --------- --json")]
    Query(QueryArgs),
    /// Print the start of a game
    #[command(alias = "getstart", after_help = "Example:\n  zermelo start quixo/4x4")]
    Start(GameArg),
    /// Print a position that random play comes to
    #[command(
        alias = "getrandom",
        after_help = "Examples:\n  zermelo random tictactoe\n  zermelo random quixo/5x5 --seed 7 --json"
    )]
    Random(RandomArgs),
    /// Play against perfection, or against each other
    #[command(
        after_help = "Examples:\n  zermelo play tictactoe\n  zermelo play quixo/4x4 --computer first --hints\n  \
                      zermelo play tictactoe --from x---o---- --computer none\n\nOn the full screen ? shows the keys, and i the \
                      rules; a click chooses a move, another one makes it."
    )]
    Play(PlayArgs),
    /// Show the games as a web site, and answer other programs over HTTP
    #[command(after_help = "Examples:\n  zermelo serve\n  zermelo serve --port 8000 --data /srv/games\n  \
                      zermelo serve --bind 0.0.0.0 --rate 20\n  \
                      zermelo serve --host games.example.org --trust-proxy 127.0.0.1\n\nIt prints its address and runs until Ctrl-C. Small \
                      games are solved when somebody first looks at them.")]
    Serve(ServeArgs),
    /// Check a database: every byte of its files, and every value against those of its children
    #[command(after_help = "Examples:\n  zermelo verify quixo/4x4\n  zermelo verify quixo/4x4 --json\n  \
                      zermelo verify quixo/5x5 --tiers 13x12o,13x11o")]
    Verify(VerifyArgs),
    /// List the databases, remove one, or copy one to and from another place
    #[command(after_help = "Examples:\n  zermelo db list\n  zermelo db rm tictactoe/misere\n  \
                      zermelo db export connect4/6x7 /media/disk/connect4-6x7\n  \
                      zermelo db import /media/disk/connect4-6x7\n\nAn export is a directory with the files of the database, \
                      which hold their own checksums. An import compares them before it replaces anything.")]
    Db {
        /// What to do
        #[command(subcommand)]
        action: DbAction,
    },
    /// Check that games keep the laws which the solver relies on
    #[command(
        after_help = "Examples:\n  zermelo test tictactoe\n  zermelo test quixo/4x4 nim --positions 100000\n  \
                      zermelo test"
    )]
    Test(TestArgs),
    /// Measure speed and memory against the targets
    #[command(
        after_help = "Examples:\n  zermelo bench\n  zermelo bench quixo-4x4-solve sim --json\n\nEach benchmark runs \
                      in processes and data directories of its own. Measure on an idle machine."
    )]
    Bench(BenchArgs),
    /// Tell the value of a combinatorial game: canonical form, outcome, mean, temperature, thermograph
    #[command(after_help = value_help())]
    Value(ValueArgs),
    /// Tell who wins a sum of combinatorial games, or all sums of a file with their expected results
    #[command(after_help = "Examples:\n  zermelo sum '[clobber_1xn] XOXOXO [nimber] 3 {B, W}'\n  \
                      zermelo sum '[domineering] ....|.... {B}' --winning-moves\n  \
                      zermelo sum --file cases.test --timeout 10 --csv > cases.csv\n  \
                      zermelo sum --file cases.test --html --compare cases.csv > cases.html\n  \
                      zermelo sum --tests tests --timeout 10\n\nGames stand behind \
                      their title; {B} and {W} ask who wins if Black or White moves first, {N} for the nim-value, \
                      {winning moves B} for all winning moves, {thermograph} for the thermograph. The rulesets are those of 'zermelo value --help'. The exit code is 1 \
                      if an expected result is not met, 2 if a part of a file could not be read, and 3 if a whole file of --tests could not (the rest is answered all the same). With --threads N the sums of a file are shared out, or \
                      a single sum is searched by all of them, and so is the memory; without it one thread answers them one \
                      after the other.\n\nExperiments with random positions:\n  \
                      zermelo sum --random clobber_1xn --cases 2000 --size 8..20 --plot nodes.svg --csv > nodes.csv\n  \
                      zermelo sum --random nogo --cases 100 --size 3x3..3x4 --no-split\n  \
                      zermelo sum --random clobber_1xn --random nogo_1xn --games 2..5 --size 6..9 --timeout 5 \\\n    \
                      --setting default --setting no-values --plot nodes.svg --across parts")]
    Sum(SumArgs),
    /// Play a sum of combinatorial games against the engine
    #[command(after_help = "Examples:\n  zermelo play-sum '[clobber_1xn] XOXOXO [nimber] 3'\n  \
                      zermelo play-sum '[domineering] 3x4' --as W --first B\n\nMoves are typed as the engine names \
                      them; with several games they begin with the number of the game, as in 0:1-2.")]
    PlaySum(PlaySumArgs),
    /// Make or describe databases of small combinatorial games, which `value` and `sum` then use
    #[command(after_help = "Examples:\n  zermelo cgt-db build clobber --max 3x4\n  \
                      zermelo cgt-db build 'impartial nogo_1xn' --max 14\n  \
                      zermelo cgt-db build sheep --from '0,0,6,0|0,-6,0,0'\n  zermelo cgt-db info clobber")]
    CgtDb {
        /// What to do
        #[command(subcommand)]
        action: CgtDbAction,
    },
    /// Write a crate for a game of your own: rules to change, tests, and the whole program around them
    #[command(
        after_help = "Examples:\n  zermelo new mygame\n  zermelo new mygame --directory games/mygame\n\nThen: cd \
                      mygame && cargo run -- play"
    )]
    New(NewArgs),
    /// Print the nim-values of an octal game, and find its period
    #[command(after_help = "Examples:\n  zermelo nim 0.77 --up-to 1000 --period\n  zermelo nim 4.56 --json")]
    Nim(NimArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  zermelo completions bash > ~/.local/share/bash-completion/completions/zermelo"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, of all or of one command
    #[command(after_help = "Examples:\n  zermelo man | man -l -\n  zermelo man solve > zermelo-solve.1")]
    Man {
        /// The command
        command: Option<String>,
    },
    /// Run a command, then print what it took; the benchmarks use it
    #[command(hide = true)]
    Metered {
        /// The command with its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        arguments: Vec<OsString>,
    },
}

/// A command about one game.
#[derive(clap::Args)]
pub(crate) struct GameArg {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
}

/// What can be done with databases.
#[derive(Subcommand)]
pub(crate) enum DbAction {
    /// List all databases, with what they hold and how large they are
    List,
    /// Remove the database of a game, and all that is kept beside it
    Rm {
        /// The game, e.g. `quixo/4x4`
        game: String,
    },
    /// Copy the database of a game to another directory
    Export {
        /// The game, e.g. `quixo/4x4`
        game: String,
        /// Where to; it is made if need be
        #[arg(value_name = "DIR")]
        directory: PathBuf,
    },
    /// Put a database that was exported in its place
    Import {
        /// The directory that `export` has written
        #[arg(value_name = "DIR")]
        directory: PathBuf,
    },
}

#[derive(clap::Args)]
pub(crate) struct InfoArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// Find out how large the game is, even if that takes long
    #[arg(long)]
    pub(crate) size: bool,
}

#[derive(clap::Args)]
pub(crate) struct SolveArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// Solve only these tiers and what they need
    #[arg(long, value_name = "TIER,…", value_delimiter = ',')]
    pub(crate) tiers: Vec<String>,
    /// Start anew, even if the game is solved already
    #[arg(long)]
    pub(crate) force: bool,
    /// How hard to compress: 1 is fast, 22 is small [default: 7 for games with an index, else 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=22))]
    pub(crate) level: Option<i32>,
    /// Keep what is known of a tier in work about so often; an interrupted solve goes on from there [default:
    /// 25]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) keep_every: Option<u32>,
}

#[derive(clap::Args)]
pub(crate) struct VerifyArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// Only the values of these tiers
    #[arg(long, value_name = "TIER,…", value_delimiter = ',')]
    pub(crate) tiers: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct AnalyzeArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// One line for each tier instead of each remoteness
    #[arg(long)]
    pub(crate) tiers: bool,
    /// Write the table as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

#[derive(clap::Args)]
pub(crate) struct QueryArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// The position; the start, if none is given
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// How long to think about a position that is in no database, in games that can do that [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) live: Option<std::time::Duration>,
}

#[derive(clap::Args)]
pub(crate) struct RandomArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// The same seed gives the same position
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
}

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// The game, e.g. `quixo` or `quixo/4x4`
    pub(crate) game: String,
    /// Start from this position
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) from: Option<String>,
    /// Which player the computer is
    #[arg(long, value_enum, default_value_t = Computer::Second)]
    pub(crate) computer: Computer,
    /// Show the value of every move
    #[arg(long)]
    pub(crate) hints: bool,
    /// Line by line instead of on the full screen, as without a terminal
    #[arg(long)]
    pub(crate) lines: bool,
}

#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on; other machines can reach only addresses other than the default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Answer the GamesmanUni client under this path, too; it is always answered under /universal/v1/
    #[arg(long, value_name = "PATH", value_parser = prefix)]
    pub(crate) prefix: Option<String>,
    /// Requests per second from one address, 0 for any number [default: 50, but any number from this machine]
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<u32>,
    /// A name by which this server may be called, besides addresses and localhost; may be repeated
    /// [default: none when bound to this machine, else any]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) host: Vec<String>,
    /// A proxy that is believed when it says in X-Forwarded-For who asks: an address, or a network like
    /// 10.0.0.0/8; may be repeated
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',')]
    pub(crate) trust_proxy: Vec<Network>,
    /// Who may read /metrics, besides this machine: an address or a network; may be repeated
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',')]
    pub(crate) metrics_to: Vec<Network>,
    /// Connections that may be open at the same time
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) connections: u32,
    /// The same for one address, 0 for any number [default: 100, but any number from this machine]
    #[arg(long, value_name = "N")]
    pub(crate) connections_each: Option<u32>,
    /// How long a connection may wait for its next request, or for the other end to read
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) idle: u16,
    /// Games of up to so many slots are solved when somebody first looks at them
    #[arg(long, value_name = "SLOTS", default_value_t = SMALL)]
    pub(crate) small: u64,
    /// Which of these: none, those that are listed, or boards of any size [default: open on this machine,
    /// else listed]
    #[arg(long, value_enum, value_name = "GAMES")]
    pub(crate) solve: Option<SolveFor>,
    /// How much disk all databases may take before nothing more is solved, e.g. 20G [default: any]
    #[arg(long, value_name = "SIZE", value_parser = memory_size::parse)]
    pub(crate) disk: Option<u64>,
    /// How much memory decompressed blocks of databases may take
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = memory_size::parse)]
    pub(crate) cache: u64,
    /// What is logged on standard error; with --quiet only errors are
    #[arg(long, value_enum, default_value_t = LogLevel::Info)]
    pub(crate) log: LogLevel,
}

/// Which small games are solved for visitors.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFor {
    None,
    Listed,
    Open,
}

/// How important a message has to be to be logged.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
}

/// Which players the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Computer {
    First,
    Second,
    Both,
    None,
}

#[derive(clap::Args)]
pub(crate) struct TestArgs {
    /// The games; all variants of all games that are not too large, if none is given
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// How many positions to look at for each law
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = positions)]
    pub(crate) positions: usize,
    /// The same seed looks at the same positions
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: u64,
}

#[derive(clap::Args)]
pub(crate) struct BenchArgs {
    /// The benchmarks; all, if none is given
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
}

/// Returns what stands below the help of `zermelo value`, with the list of the rulesets.
fn value_help() -> String {
    let examples = "Examples:\n  zermelo value '{1|*} + ^*'\n  zermelo value '-{2||1|-1} + 3/4 - Tiny(2)'\n  \
                      zermelo value '+-{3|1}' --thermograph picture.svg\n  \
                      zermelo value domineering 3x4 --options\n\nA game is a number (3, -3/4), ups and downs \
                      (^, vv, ^3), a nimber (*, *2), these together (1^*), {Left,…|Right,…} with longer bars dividing \
                      later ({2||1|-1}), +-G, Tiny(G), Miny(G), or a sum of these.";
    let rulesets = zermelo_cgt::rulesets::TITLES.join(", ");
    format!("{examples}\n\nRulesets: {rulesets}; each also as 'impartial …'.")
}

#[derive(clap::Args)]
pub(crate) struct ValueArgs {
    /// The game in the usual notation, e.g. `{1|*} + ^*`; or a ruleset, with a position behind it
    #[arg(allow_hyphen_values = true)]
    pub(crate) game: String,
    /// A position of the ruleset, e.g. `XOX|O.X`, or `4x6` for an empty board
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Draw the thermograph into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) thermograph: Option<PathBuf>,
    /// Also list the moves of a position with their values, and which of them are sensible
    #[arg(long, requires = "position")]
    pub(crate) options: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<std::time::Duration>,
    /// Do not look up positions in a database
    #[arg(long)]
    pub(crate) no_database: bool,
}

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct SumArgs {
    /// The sum with its questions in braces; without them it is asked about both players, as by {B, W}.
    /// Without a sum and without files, standard input is read
    #[arg(allow_hyphen_values = true)]
    pub(crate) sum: Option<String>,
    /// Run all sums of a file; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Vec<PathBuf>,
    /// Run all files *.test of a directory and of those in it, and count the answers by directory; may be
    /// given several times
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sum", "file", "strategy"])]
    pub(crate) tests: Vec<PathBuf>,
    /// Only count: no list of wrong answers, and no row for each question in tables
    #[arg(long, requires = "tests", conflicts_with = "html")]
    pub(crate) summary: bool,
    /// Seconds for each question
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<std::time::Duration>,
    /// Also keep what searches found out that ran out of time or memory, as is done when you interrupt one:
    /// the same question goes on from there
    #[arg(long)]
    pub(crate) keep: bool,
    /// Also list the winning moves of every player asked about
    #[arg(long)]
    pub(crate) winning_moves: bool,
    /// Also print a winning strategy for every player who wins, checked against all replies
    #[arg(long)]
    pub(crate) strategy: bool,
    /// Print a table for spreadsheets
    #[arg(long, conflicts_with_all = ["html", "strategy"])]
    pub(crate) csv: bool,
    /// Print a page with a table that can be sorted
    #[arg(long, conflicts_with = "strategy")]
    pub(crate) html: bool,
    /// Compare with an earlier run, given as its CSV
    #[arg(long, value_name = "FILE", requires = "html")]
    pub(crate) compare: Option<PathBuf>,
    /// Instead of a given sum, solve random sums, each from a cold start: one position of this ruleset; given
    /// several times, one position of each
    #[arg(long, value_name = "RULESET", conflicts_with_all = ["sum", "file", "tests", "strategy"])]
    pub(crate) random: Vec<String>,
    /// How many positions a random sum has, 3 or 1..4: of the rulesets in turn
    #[arg(long, value_name = "N", requires = "random", value_parser = number_of_games)]
    pub(crate) games: Option<(usize, usize)>,
    /// How many random sums
    #[arg(long, value_name = "N", default_value_t = 100, requires = "random",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) cases: u32,
    /// Sizes of random positions: 8..16 for strips, 3x3..3x5 for boards, or one size. It is what is in a
    /// heap, the edges of hackenbush, the numbers in a literal game, or elsewhere the largest number
    #[arg(long, value_name = "SIZES", default_value = "8..16", requires = "random", value_parser = sizes)]
    pub(crate) size: (BoardSize, BoardSize),
    /// The same seed gives the same random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random", value_parser = seed)]
    pub(crate) seed: u64,
    /// Draw the nodes of the searches into this file, as SVG
    #[arg(long, value_name = "FILE", requires = "random")]
    pub(crate) plot: Option<PathBuf>,
    /// What the plot has on its x axis
    #[arg(long, value_name = "WHAT", requires = "plot", default_value = "cells")]
    pub(crate) across: Across,
    /// Solve the same random sums with several settings and draw them into one plot: `default`, or switches
    /// such as no-table,no-values; may be given several times. Sums that one of them did not answer are left
    /// out of the plot
    #[arg(long, value_name = "SWITCHES", requires = "random", value_parser = setting,
          conflicts_with_all = ["no_table", "no_split", "no_values", "no_database", "probabilistic"])]
    pub(crate) setting: Vec<Setting>,
    /// Search without remembering results
    #[arg(long)]
    pub(crate) no_table: bool,
    /// Search without splitting positions into parts
    #[arg(long)]
    pub(crate) no_split: bool,
    /// Search without replacing small parts by their values
    #[arg(long)]
    pub(crate) no_values: bool,
    /// Search without databases
    #[arg(long)]
    pub(crate) no_database: bool,
    /// Remember results by hashes alone: less memory, and wrong once in 10^19 look-ups
    #[arg(long)]
    pub(crate) probabilistic: bool,
}

#[derive(clap::Args)]
pub(crate) struct PlaySumArgs {
    /// The sum: games behind their titles
    #[arg(allow_hyphen_values = true)]
    pub(crate) sum: String,
    /// Which player you are
    #[arg(long = "as", value_enum, default_value_t = Side::B)]
    pub(crate) person: Side,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::B)]
    pub(crate) first: Side,
    /// Seconds for each thought of the engine
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: std::time::Duration,
    /// Do not look up positions in a database
    #[arg(long)]
    pub(crate) no_database: bool,
}

/// Black or White, as in the commands of sums.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// Black, who is also called Left
    #[value(name = "B")]
    B,
    /// White, who is also called Right
    #[value(name = "W")]
    W,
}

#[derive(Subcommand)]
pub(crate) enum CgtDbAction {
    /// Evaluate all boards of a ruleset up to a size, and keep the values
    Build {
        /// The ruleset, e.g. `clobber` or `impartial nogo_1xn`
        ruleset: String,
        /// The largest board: rows x columns, or the length of a strip
        #[arg(long, value_name = "SIZE", required_unless_present = "from", conflicts_with = "from")]
        max: Option<BoardSize>,
        /// Instead of boards up to a size: a position of any ruleset, with all that play in it leads to; may
        /// be given several times
        #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
        from: Vec<String>,
    },
    /// Tell what is in the database of a ruleset, after checking every byte
    Info {
        /// The ruleset
        ruleset: String,
    },
}

/// What is counted of a random sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Across {
    /// Cells of all boards
    Cells,
    /// Stones on all boards
    Stones,
    /// Moves that both players have at the beginning
    Moves,
    /// Independent parts that the boards split into
    Parts,
    /// Boards
    Games,
}

/// A setting of the search by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) switches: Switches,
    pub(crate) uses_databases: bool,
}

fn setting(text: &str) -> Result<Setting, String> {
    let mut setting = Setting { name: text.to_owned(), switches: Switches::default(), uses_databases: true };
    for word in text.split(',').filter(|&word| word != "default") {
        match word {
            "no-table" => setting.switches.table = false,
            "no-split" => setting.switches.split = false,
            "no-values" => setting.switches.values = false,
            "no-database" => setting.uses_databases = false,
            "probabilistic" => setting.switches.proof = false,
            _ => {
                let known = "default, no-table, no-split, no-values, no-database and probabilistic";
                return Err(format!("{word:?} is no setting; there are {known}"));
            }
        }
    }
    Ok(setting)
}

fn number_of_games(text: &str) -> Result<(usize, usize), String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let read = |number: &str| number.parse().ok().filter(|number| (1..=100).contains(number));
    match (read(low), read(high)) {
        (Some(low), Some(high)) if low <= high => Ok((low, high)),
        _ => Err("a number from 1 to 100 is needed, or two as in 1..4".to_owned()),
    }
}

fn sizes(text: &str) -> Result<(BoardSize, BoardSize), String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let read = |size: &str| size.parse().map_err(|error: BoardSizeError| error.to_string());
    Ok((read(low)?, read(high)?))
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let number = text.parse().map_err(|_| "a number of seconds is needed".to_owned())?;
    std::time::Duration::try_from_secs_f64(number).map_err(|_| "a number of seconds is needed".to_owned())
}

#[derive(clap::Args)]
pub(crate) struct NewArgs {
    /// The id of the game: lower-case letters and digits, beginning with a letter
    #[arg(value_name = "NAME", value_parser = game_id)]
    pub(crate) name: String,
    /// Where to write it [default: a new directory of that name]
    #[arg(long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The source of Zermelo that the crate is built with [default: the one that this program was built from,
    /// if it is still there; else the published version]
    #[arg(long, value_name = "DIR")]
    pub(crate) source: Option<PathBuf>,
}

fn game_id(text: &str) -> Result<String, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !plain || !text.starts_with(|first: char| first.is_ascii_lowercase()) || text.len() > 40 {
        return Err(
            "up to 40 lower-case letters and digits are needed, a letter first, e.g. mygame".to_owned()
        );
    }
    if RESERVED.contains(&text) {
        return Err(format!("'{text}' means something else to Rust; take another name"));
    }
    Ok(text.to_owned())
}

/// Words that cannot be the name of a crate or of a module.
const RESERVED: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "core", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "main", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "std", "struct", "super", "test", "trait", "true", "type", "unsafe", "use", "where", "zermelo",
];

#[derive(clap::Args)]
pub(crate) struct NimArgs {
    /// The code of the game, e.g. 0.77 for Kayles
    pub(crate) code: String,
    /// The largest heap
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = heap)]
    pub(crate) up_to: usize,
    /// Look for a period that the values prove
    #[arg(long)]
    pub(crate) period: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<std::time::Duration>,
}

fn threads(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(number @ 1..=1024) => Ok(number),
        _ => Err("a number from 1 to 1024 is needed".to_owned()),
    }
}

fn heap(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 0..=100_000) => Ok(number),
        _ => Err("a number from 0 to 100000 is needed".to_owned()),
    }
}

fn prefix(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    if !text.starts_with('/') || !text.ends_with('/') || !text.chars().all(plain) || text.contains("//") {
        return Err("a path that begins and ends with '/' is needed, e.g. /games/".to_owned());
    }
    if ["/api/", "/healthz/"].iter().any(|taken| text.starts_with(taken)) {
        return Err(format!("'{text}' is taken"));
    }
    Ok(text.to_owned())
}

fn positions(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=1_000_000_000) => Ok(number),
        _ => Err("a number from 1 to 1000000000 is needed".to_owned()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a number from 0 to {} is needed", u64::MAX))
}

/// Reads the arguments; `None` if they asked for help, which is then already given.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Cli>, Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => Ok(Some(cli)),
        Err(error) if error.use_stderr() => {
            let help = help_for(&arguments);
            Err(Failure::Input(one_paragraph(&error.render().to_string(), &help)))
        }
        Err(help) => {
            help.print()?;
            Ok(None)
        }
    }
}

/// The parser's description of the command, for completions and man pages.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

/// The parser's message without its usage lines, as one paragraph like all our errors.
fn one_paragraph(message: &str, help: &str) -> String {
    let paragraphs = message.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let said = paragraphs.filter(|part| {
        !part.is_empty() && !part.starts_with("Usage:") && !part.starts_with("For more information")
    });
    let text = said.collect::<Vec<_>>().join("; ");
    format!("{}; see '{help}'", text.strip_prefix("error: ").unwrap_or(&text))
}

/// Returns the command that helps with these arguments: that of the subcommand, if they name one.
fn help_for(arguments: &[OsString]) -> String {
    let definition = definition();
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let command = words.find_map(|word| definition.find_subcommand(word));
    let name =
        command.filter(|command| !command.is_hide_set()).map(|command| format!(" {}", command.get_name()));
    format!("zermelo{} --help", name.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        definition().debug_assert();
    }

    #[test]
    fn a_message_of_the_parser_becomes_one_paragraph() {
        let message = "error: no such thing 'x'\n\n  tip: there is 'y'\n\nUsage: zermelo\n\nFor more information, try.\n";
        assert_eq!(
            one_paragraph(message, "zermelo --help"),
            "no such thing 'x'; tip: there is 'y'; see 'zermelo --help'"
        );
    }
}
