//! The games, one file each, and the list of their titles.

mod amazons;
mod clobber;
mod clobber_strip;
mod col_snort;
mod cram;
mod cutcake;
mod domineering;
mod elephants;
mod fission;
mod grid_rules;
mod hackenbush;
mod heaps;
mod impartial;
mod king_dirt;
mod konane;
mod literal;
mod nogo;
mod nogo_strip;
pub(crate) mod octal;
mod one_way;
pub(crate) mod random_positions;
pub(crate) mod ruleset;
mod sheep;
pub(crate) mod suggestion;
mod taking;
mod toads;
mod toppling_dominoes;
mod values;

pub use amazons::{Amazons, Shot};
pub use clobber::{CannibalClobber, CellPair, Clobber};
pub use clobber_strip::ClobberStrip;
pub use col_snort::{Col, Map, Snort};
pub use cutcake::{Cut, Cutcake, Piece};
pub use domineering::Domineering;
pub use elephants::Elephants;
pub use fission::{Fission, Split};
pub use grid_rules::{GridRules, Wide};
pub use hackenbush::{Branch, Hackenbush};
pub use heaps::{Octal, OctalHeaps, Taking};
pub use impartial::{Impartial, MoveAs};
pub use king_dirt::{KingDirt, KingMove, Kings};
pub use konane::Konane;
pub use literal::{Literal, LiteralGame, OptionNumber};
pub use nogo::{Nogo, Place};
pub use nogo_strip::{NogoStrip, PlaceOnStrip};
pub use sheep::{Drive, Pasture, Sheep};
pub use suggestion::similar_titles;
pub use taking::{
    Grundy, GrundyHeaps, HeapsLeft, Nim, Subtraction, SubtractionHeap, ToNimber, UnequalHalves, Wythoff,
    WythoffHeaps,
};
pub use toads::{Gait, GeneralToads, Pond, ToadsAndFrogs};
pub use toppling_dominoes::{Topple, TopplingDominoes};
pub use values::{
    DyadicRational, IntegerGame, NumberMove, Switch, SwitchGame, SwitchMove, UpStar, UpStarGame,
};

use crate::Ruleset;

/// What is done with the ruleset that has a title: the type is known only inside
/// [`visit`](Self::visit).
pub trait RulesetVisitor {
    /// What comes of it.
    type Output;

    /// Called with the ruleset.
    fn visit<R: Ruleset + 'static>(self, ruleset: R) -> Self::Output;
}

/// One table of titles, from which both the list and the look-up are made.
macro_rules! titles {
    ($($title:literal => $ruleset:expr),+ $(,)?) => {
        /// The titles of all rulesets; each also exists as `impartial …`.
        pub const TITLES: &[&str] = &[$($title),+];

        fn visit_titled<V: RulesetVisitor>(title: &str, wrap: bool, visitor: V) -> Option<V::Output> {
            match title {
                $($title => {
                    let ruleset = $ruleset;
                    debug_assert_eq!(Ruleset::title(&ruleset), title);
                    Some(if wrap && !Ruleset::is_impartial(&ruleset) {
                        visitor.visit(Impartial(ruleset))
                    } else {
                        visitor.visit(ruleset)
                    })
                })+
                _ => None,
            }
        }
    };
}

titles! {
    "amazons" => Amazons,
    "cannibal_clobber" => CannibalClobber,
    "clobber" => Clobber,
    "clobber_1xn" => ClobberStrip,
    "col" => Col,
    "cutcake" => Cutcake,
    "dawson_chess" => Octal::dawsons_chess(),
    "dawson_kayles" => Octal::dawsons_kayles(),
    "domineering" => Domineering,
    "dyadic_rational" => DyadicRational,
    "elephants" => Elephants,
    "fission" => Fission,
    "gen_king_dirt" => KingDirt,
    "gen_toads" => GeneralToads,
    "grundy" => Grundy,
    "hackenbush" => Hackenbush,
    "integer_game" => IntegerGame,
    "kayles" => Octal::kayles(),
    "konane" => Konane,
    "literal" => Literal,
    "nim" => Nim::NIM,
    "nimber" => Nim::NIMBER,
    "nogo" => Nogo,
    "nogo_1xn" => NogoStrip,
    "octal" => Octal::any(),
    "sheep" => Sheep,
    "snort" => Snort,
    "subtraction" => Subtraction,
    "switch_game" => SwitchGame,
    "toads_and_frogs" => ToadsAndFrogs,
    "toppling_dominoes" => TopplingDominoes,
    "up_star" => UpStarGame,
    "wythoff" => Wythoff,
}

/// The games that are played on boards of any size.
macro_rules! wide_titles {
    ($($title:literal => $rules:expr),+ $(,)?) => {
        fn visit_wide<V: RulesetVisitor>(title: &str, wrap: bool, visitor: V) -> Option<V::Output> {
            match title {
                $($title => Some(if wrap {
                    visitor.visit(Impartial(Wide($rules)))
                } else {
                    visitor.visit(Wide($rules))
                }),)+
                _ => None,
            }
        }
    };
}

wide_titles! {
    "amazons" => Amazons,
    "cannibal_clobber" => CannibalClobber,
    "clobber" => Clobber,
    "col" => Col,
    "domineering" => Domineering,
    "fission" => Fission,
    "gen_king_dirt" => KingDirt,
    "konane" => Konane,
    "nogo" => Nogo,
    "snort" => Snort,
}

/// Calls the visitor with the ruleset of a title for boards that are larger than usual, if there is one.
pub fn with_wide_ruleset<V: RulesetVisitor>(title: &str, visitor: V) -> Option<V::Output> {
    match title.strip_prefix("impartial ") {
        Some(inner) => visit_wide(inner, true, visitor),
        None => visit_wide(title, false, visitor),
    }
}

/// Calls the visitor with the ruleset of a title, `impartial …` included.
pub fn with_ruleset<V: RulesetVisitor>(title: &str, visitor: V) -> Option<V::Output> {
    match title.strip_prefix("impartial ") {
        Some(inner) => visit_titled(inner, true, visitor),
        None => visit_titled(title, false, visitor),
    }
}
