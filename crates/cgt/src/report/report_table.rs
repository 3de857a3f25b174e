//! Reports on many cases as tables: CSV, and HTML that can be sorted.

use std::collections::HashMap;

use crate::script::run::{CaseReport, Verdict};

/// The columns of the table.
const COLUMNS: [&str; 14] = [
    "Source",
    "Line",
    "Games",
    "Command",
    "Expected",
    "Result",
    "Verdict",
    "Time (ms)",
    "Nodes",
    "Comments",
    "Table hits",
    "Database hits",
    "Depth",
    "Parts",
];

fn fields(case: &CaseReport) -> [String; 14] {
    let result = match &case.result {
        Ok(result) => result.clone(),
        Err(stopped) => stopped.to_string(),
    };
    let [table_hits, database_hits, depth, parts] = case.counts.counts().map(|count| count.to_string());
    let missing = |text: Option<String>| text.filter(|text| !text.is_empty()).unwrap_or("N/A".to_owned());
    [
        case.source.clone(),
        case.line.to_string(),
        case.games.clone(),
        case.command.clone(),
        missing(case.expected.clone()),
        result,
        missing(Some(case.verdict.to_string())),
        format!("{:.3}", case.time.as_secs_f64() * 1000.0),
        case.nodes.to_string(),
        missing(Some(case.comment.clone())),
        table_hits,
        database_hits,
        depth,
        parts,
    ]
}

pub(crate) fn csv_row<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    // A quote inside a field is written as two single ones, as other tools for these files do.
    let quoted = fields.into_iter().map(|field| format!("\"{}\"", field.replace('"', "''")));
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

/// All cases as CSV, with a line of names on top.
///
/// ```
/// assert!(zermelo_cgt::cases_csv(&[]).starts_with("\"Source\",\"Line\""));
/// ```
#[must_use]
pub fn cases_csv(cases: &[CaseReport]) -> String {
    let rows = cases.iter().map(|case| csv_row(fields(case).iter().map(String::as_str)));
    std::iter::once(csv_row(COLUMNS)).chain(rows).collect()
}

/// Time and nodes of an earlier run, from its CSV; rows that cannot be read are left out.
#[derive(Debug, Clone, Default)]
pub struct EarlierRun {
    /// Milliseconds and nodes by source, line and command.
    cases: HashMap<[String; 3], (f64, u64)>,
}

impl EarlierRun {
    /// Reads what [`cases_csv`] wrote.
    #[must_use]
    pub fn from_csv(csv: &str) -> Self {
        let parse = |line: &str| {
            let inner = line.strip_prefix('"')?.strip_suffix('"')?;
            let fields: Vec<&str> = inner.split("\",\"").collect();
            let key = [fields.first()?, fields.get(1)?, fields.get(3)?].map(|text| (*text).to_owned());
            Some((key, (fields.get(7)?.parse().ok()?, fields.get(8)?.parse().ok()?)))
        };
        Self { cases: csv.lines().filter_map(parse).collect() }
    }

    fn get(&self, case: &CaseReport) -> Option<(f64, u64)> {
        self.cases.get(&[case.source.clone(), case.line.to_string(), case.command.clone()]).copied()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A page with a table of all cases; a click on a column sorts by it. With an earlier run, two
/// more columns compare time and nodes.
#[must_use]
pub fn cases_html(cases: &[CaseReport], earlier: Option<&EarlierRun>) -> String {
    let count = |verdict| cases.iter().filter(|case| case.verdict == verdict).count();
    let total: f64 = cases.iter().map(|case| case.time.as_secs_f64()).sum();
    let nodes: u64 = cases.iter().map(|case| case.nodes).sum();
    let mut page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Sums of games</title>\n<style>{STYLE}</style>\n\
         <h1>Sums of games</h1>\n<p>{} cases: {} as expected, {} not, {} without expectation, {} stopped; \
         {total:.2} s, {nodes} nodes</p>\n<table>\n<thead><tr>",
        cases.len(),
        count(Verdict::Pass),
        count(Verdict::Fail),
        count(Verdict::Unchecked),
        count(Verdict::Stopped),
    );
    let compared = earlier.map_or(&[][..], |_| &["Time / earlier", "Nodes / earlier"]);
    for name in COLUMNS.iter().chain(compared) {
        page += &format!("<th>{name}</th>");
    }
    page += "</tr></thead>\n<tbody>\n";
    for case in cases {
        let class = match case.verdict {
            Verdict::Fail => " class=\"fail\"",
            Verdict::Stopped => " class=\"stopped\"",
            Verdict::Pass | Verdict::Unchecked => "",
        };
        page += &format!("<tr{class}>");
        for field in fields(case) {
            page += &format!("<td>{}</td>", escaped(&field));
        }
        if let Some(earlier) = earlier {
            page += &match earlier.get(case) {
                Some((time, nodes)) => format!(
                    "<td>{:.2}</td><td>{:.2}</td>",
                    case.time.as_secs_f64() * 1000.0 / time.max(0.001),
                    case.nodes as f64 / nodes.max(1) as f64
                ),
                None => "<td>N/A</td><td>N/A</td>".to_owned(),
            };
        }
        page += "</tr>\n";
    }
    page + "</tbody>\n</table>\n<script>" + SORTING + "</script>\n"
}

const STYLE: &str = "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}\
th,td{border:1px solid #bbb;padding:.2em .6em;text-align:left;max-width:40em;overflow-wrap:anywhere}\
th{cursor:pointer;background:#eee;position:sticky;top:0}.fail{background:#fcc}.stopped{background:#fec}";

const SORTING: &str = "document.querySelectorAll('th').forEach((head,column)=>{let up=false;\
head.onclick=()=>{up=!up;const body=document.querySelector('tbody');\
const key=row=>row.children[column].textContent;\
const order=(a,b)=>{const x=parseFloat(key(a)),y=parseFloat(key(b));\
return isNaN(x)||isNaN(y)?key(a).localeCompare(key(b)):x-y};\
[...body.children].sort((a,b)=>up?order(a,b):order(b,a)).forEach(row=>body.append(row))}});";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchCounts;
    use std::time::Duration;

    fn case(time: u64) -> CaseReport {
        CaseReport {
            source: "a.test".to_owned(),
            line: 3,
            games: "[hackenbush] X<O,\"".to_owned(),
            command: "B".to_owned(),
            comment: String::new(),
            expected: None,
            result: Ok("Win".to_owned()),
            verdict: Verdict::Unchecked,
            time: Duration::from_millis(time),
            nodes: 10,
            counts: SearchCounts { table_hits: 4, database_hits: 3, depth: 2, parts: 1 },
            taken_up: 0,
            is_kept: false,
        }
    }

    #[test]
    fn a_row_has_every_field_in_quotes() {
        let csv = cases_csv(&[case(2)]);
        let row = csv.lines().nth(1).expect("a row");
        let expected =
            r#""a.test","3","[hackenbush] X<O,''","B","N/A","Win","N/A","2.000","10","N/A","4","3","2","1""#;
        assert_eq!(row, expected);
    }

    #[test]
    fn a_page_compares_with_an_earlier_run() {
        let earlier = EarlierRun::from_csv(&cases_csv(&[case(2)]));
        let page = cases_html(&[case(6)], Some(&earlier));
        assert!(page.contains("<td>3.00</td><td>1.00</td>"), "three times as long, as many nodes");
        assert!(page.contains("X&lt;O"), "text is escaped");
    }
}
