//! Short combinatorial games: canonical values, thermographs, nim-values, rulesets and sums.
