//! The counts of a solved variant.

use std::fmt::Write;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use zermelo_service::AnalysisState;

use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::state::App;

/// So many of the longest wins and losses are named.
const LONGEST: usize = 20;

#[derive(Deserialize)]
pub(super) struct AnalysisQuery {
    format: Option<String>,
}

/// `GET …/analysis`
pub(super) async fn counts(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    Query(query): Query<AnalysisQuery>,
) -> Result<Response, ApiError> {
    let file = format!("{game}-{variant}.csv");
    let state = app.ask(move |app| Ok(app.open(&game, &variant)?.analysis(app.visit())?)).await?;
    match (state, query.format.as_deref()) {
        (AnalysisState::Ready(analysis), None | Some("json")) => {
            Ok(Json(json!({ "status": "ready", "analysis": tidy(&analysis) })).into_response())
        }
        (AnalysisState::Ready(analysis), Some("csv")) => {
            let plain: String =
                file.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
            let attachment = format!("attachment; filename=\"{plain}\"");
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (header::CONTENT_DISPOSITION, &attachment),
            ];
            Ok((headers, csv(&tidy(&analysis))).into_response())
        }
        (_, Some(other)) if !["json", "csv"].contains(&other) => {
            Err(ApiError::bad(format!("'{other}' is not a format; there are json and csv")))
        }
        (AnalysisState::Working, _) => Ok(Json(json!({ "status": "working" })).into_response()),
        (AnalysisState::None(reason), _) => {
            Ok(Json(json!({ "status": "none", "reason": reason })).into_response())
        }
        (AnalysisState::Ready(_), Some(_)) => unreachable!("other formats are refused above"),
    }
}

/// Remoteness in stored analyses is a code for draws.
fn remoteness(entry: &Json_) -> Option<u64> {
    entry["remoteness"].as_u64()
}

/// The counts that the page shows, out of those that are stored.
fn tidy(stored: &Json_) -> Json_ {
    let list = |json: &Json_| json.as_array().cloned().unwrap_or_default();
    let canonical = list(&stored["canonical"]["outcomes"]);
    let count_of = |entry: &Json_| {
        let same =
            |other: &&Json_| other["value"] == entry["value"] && other["remoteness"] == entry["remoteness"];
        canonical.iter().find(same).map_or(json!(0), |other| other["count"].clone())
    };
    let by_outcome: Vec<Json_> = list(&stored["all"]["outcomes"])
        .iter()
        .map(|entry| {
            json!({
                "value": entry["value"],
                "remoteness": remoteness(entry),
                "positions": entry["count"],
                "canonical": count_of(entry),
            })
        })
        .collect();
    let tiers: Vec<Json_> = list(&stored["tiers"])
        .iter()
        .map(|tier| {
            json!({
                "name": tier["tier"],
                "positions": tier["all"]["positions"],
                "canonical": tier["canonical"]["positions"],
                "values": tier["all"]["values"],
                "maxRemoteness": tier["all"]["maxRemoteness"],
                "branching": tier["branching"],
            })
        })
        .collect();
    let mut longest: Vec<Json_> =
        list(&stored["examples"]).into_iter().filter(|e| remoteness(e).is_some()).collect();
    longest.sort_by_key(|entry| std::cmp::Reverse(remoteness(entry)));
    longest.truncate(LONGEST);
    json!({
        "positions": stored["all"]["positions"],
        "canonical": stored["canonical"]["positions"],
        "branching": stored["branching"],
        "byOutcome": by_outcome,
        "tiers": tiers,
        "longest": longest,
    })
}

fn csv(analysis: &Json_) -> String {
    let mut text = "value,remoteness,positions,canonical\n".to_owned();
    for entry in analysis["byOutcome"].as_array().into_iter().flatten() {
        let remoteness = remoteness(entry).map_or_else(String::new, |r| r.to_string());
        let value = entry["value"].as_str().unwrap_or_default();
        let _ = writeln!(text, "{value},{remoteness},{},{}", entry["positions"], entry["canonical"]);
    }
    text
}
