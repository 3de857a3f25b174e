//! As much of JSON Schema as the description of the API uses.

use serde_json::Value as Json;

/// What is wrong with a value, by a schema of the document.
pub(crate) fn mismatch(document: &Json, schema: &Json, value: &Json) -> Option<String> {
    if let Some(path) = schema["$ref"].as_str() {
        let target = document.pointer(path.trim_start_matches('#'));
        return mismatch(document, target.unwrap_or_else(|| panic!("there is no {path}")), value);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let reasons: Vec<Option<String>> = options.iter().map(|one| mismatch(document, one, value)).collect();
        let fitting = reasons.iter().filter(|reason| reason.is_none()).count();
        return (fitting != 1).then(|| format!("{fitting} options fit {value}: {reasons:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Json::String(kind) => vec![kind],
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).collect(),
        other => panic!("a schema of type {other}: {schema}"),
    };
    if !kinds.iter().any(|kind| is_a(value, kind)) {
        return Some(format!("{value} is not of type {kinds:?}"));
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        return Some(format!("{value} is not one of {}", schema["enum"]));
    }
    match value {
        Json::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let missing = required.filter_map(Json::as_str).find(|key| !fields.contains_key(*key));
            if let Some(key) = missing {
                return Some(format!("'{key}' is missing in {value}"));
            }
            fields.iter().find_map(|(key, field)| {
                let known = schema["properties"].get(key).or(schema.get("additionalProperties"));
                match known {
                    Some(known) => mismatch(document, known, field).map(|reason| format!("{key}: {reason}")),
                    None if schema.get("properties").is_some() => Some(format!("'{key}' is not described")),
                    None => None,
                }
            })
        }
        Json::Array(items) => {
            let count = items.len() as u64;
            if schema["minItems"].as_u64().is_some_and(|least| count < least)
                || schema["maxItems"].as_u64().is_some_and(|most| count > most)
            {
                return Some(format!("{value} has {count} items"));
            }
            items.iter().enumerate().find_map(|(place, item)| {
                let known = schema["prefixItems"].get(place).or(schema.get("items"))?;
                mismatch(document, known, item).map(|reason| format!("{place}: {reason}"))
            })
        }
        _ => None,
    }
}

fn is_a(value: &Json, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other}"),
    }
}

#[test]
fn the_validator_finds_what_is_wrong() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"],
        "properties": { "a": { "type": ["integer", "null"] }, "b": { "type": "array", "items": { "type": "string" } } },
    });
    let wrong = |text: &str| mismatch(&Json::Null, &schema, &serde_json::from_str(text).unwrap()).is_some();
    assert!(!wrong(r#"{"a": 1}"#) && !wrong(r#"{"a": null, "b": ["x"]}"#));
    for text in ["[]", "{}", r#"{"a": 1.5}"#, r#"{"a": 1, "b": [2]}"#, r#"{"a": 1, "c": 2}"#] {
        assert!(wrong(text), "{text}");
    }
}
