//! A family: a game with its variants, as the registry lists it.

use zermelo_core::ParseError;

use crate::AnyGame;
use crate::library::distance;

/// One named variant of a family.
pub struct Variant {
    /// The word that stands after the slash, as in `quixo/4x4`.
    pub id: &'static str,
    /// What is special about it, in a few words.
    pub about: &'static str,
    build: fn() -> Box<dyn AnyGame>,
}

/// Variants with parameters, e.g. a board of any size.
pub struct VariantPattern {
    /// How such a variant is written, e.g. `ROWSxCOLS`.
    pub pattern: &'static str,
    /// What it means and what is allowed.
    pub about: &'static str,
    build: fn(&str) -> Result<Box<dyn AnyGame>, ParseError>,
}

/// A game with its rules text and its variants, the first of which is the usual one.
pub struct Family {
    /// The word that names the game on the command line and in addresses: lower-case letters and digits.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The rules, in Markdown.
    pub rules: &'static str,
    /// The variants that are listed.
    pub variants: Vec<Variant>,
    /// Variants beyond the listed ones.
    pub open: Option<VariantPattern>,
}

impl Family {
    /// A family without variants yet.
    pub fn new(id: &'static str, name: &'static str, rules: &'static str) -> Family {
        Family { id, name, rules, variants: Vec::new(), open: None }
    }

    /// Adds a listed variant; the first one added is the default.
    #[must_use]
    pub fn variant(
        mut self,
        id: &'static str,
        about: &'static str,
        build: fn() -> Box<dyn AnyGame>,
    ) -> Family {
        self.variants.push(Variant { id, about, build });
        self
    }

    /// Allows variants beyond the listed ones, written as `pattern` says.
    #[must_use]
    pub fn open(
        mut self,
        pattern: &'static str,
        about: &'static str,
        build: fn(&str) -> Result<Box<dyn AnyGame>, ParseError>,
    ) -> Family {
        self.open = Some(VariantPattern { pattern, about, build });
        self
    }

    /// The variant that is meant when none is named.
    ///
    /// # Panics
    /// If the family has no variants.
    pub fn default_variant(&self) -> &Variant {
        self.variants.first().expect("a family has at least one variant")
    }

    /// Builds a variant by its id; the error says which variants there are.
    pub fn build(&self, variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        if let Some(listed) = self.variants.iter().find(|v| v.id == variant) {
            return Ok((listed.build)());
        }
        let listed: Vec<&str> = self.variants.iter().map(|v| v.id).collect();
        let listed = listed.join(", ");
        let Family { id, .. } = self;
        let near = self.variants.iter().map(|v| (distance(variant, v.id), v.id)).min();
        let meant = near.filter(|(letters, _)| *letters <= 2 && *letters < variant.chars().count());
        let meant = meant.map_or_else(String::new, |(_, near)| format!("; did you mean {id}/{near}?"));
        match &self.open {
            Some(open) => (open.build)(variant).map_err(|error| {
                ParseError::new(format!(
                    "{id} has no variant '{variant}': {error}; there are {listed} and {} ({}){meant}",
                    open.pattern, open.about
                ))
            }),
            None => {
                Err(ParseError::new(format!("{id} has no variant '{variant}'; there are {listed}{meant}")))
            }
        }
    }
}
