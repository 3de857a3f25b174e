//! Results for people and spreadsheets: tables, pages, plots. Nothing is computed here that is not in the results.

pub(crate) mod node_plot;
pub(crate) mod option_report;
pub(crate) mod report_table;
pub(crate) mod tally;
pub(crate) mod thermograph_svg;
pub(crate) mod value_report;
