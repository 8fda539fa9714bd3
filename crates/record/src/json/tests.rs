use super::*;
use crate::place::At;
use crate::record::{GameResult, Record};

const EXAMPLE: &str = "{\"format\":\"tengen-game\",\"version\":1,\"rule\":\"renju\",\"size\":15,\
    \"opening\":{\"procedure\":\"pie\",\"actions\":[\"place H8\",\"swap\"]},\
    \"players\":{\"black\":\"A\",\"white\":{\"hex\":\"b3c6\"}},\
    \"result\":{\"winner\":\"black\",\"reason\":\"five\"},\"date\":\"2026-11-15\",\
    \"properties\":[{\"format\":\"psq\",\"name\":\"crlf\",\"values\":[]}],\
    \"start\":{\"comment\":\"go\"},\
    \"moves\":[\"H8\",{\"move\":\"I9\",\"time_ms\":1200,\"comment\":\"usual\",\
    \"marks\":[{\"kind\":\"label\",\"point\":\"A1\",\"text\":\"x\"}]},\"pass\"],\
    \"variations\":[{\"after\":2,\"moves\":[\"J10\",\"K11\"]},{\"after\":4,\"moves\":[\"A1\"]},\
    {\"after\":1,\"moves\":[{\"move\":\"H9\",\"color\":\"black\"},\"H10\"]}]}\n";

fn fault(text: &str) -> At<JsonFault> {
    parse(text.as_bytes()).unwrap_err()
}

#[test]
fn everything_is_read_back() {
    let [record] = &parse(EXAMPLE.as_bytes()).unwrap()[..] else { panic!("one game") };
    assert_eq!(record.header.players.white, Some(vec![0xB3, 0xC6].into()));
    assert!(matches!(record.header.result, Some(GameResult::Won { .. })));
    assert_eq!(record.tree.n_nodes(), 9);
    let written = write(record).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), EXAMPLE);
}

#[test]
fn several_games_and_any_layout() {
    let twice = format!("\u{feff}{EXAMPLE}\n  {EXAMPLE}");
    let records = parse(twice.as_bytes()).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0], records[1]);
    let value: serde_json::Value = serde_json::from_str(EXAMPLE).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(parse(pretty.as_bytes()).unwrap(), records[..1]);
}

#[test]
fn wrong_moves_are_found_in_the_file() {
    let text = EXAMPLE.replace("\"K11\"", "\"K16\"");
    let error = fault(&text);
    assert_eq!(error.place.offset, text.find("\"K16\"").unwrap());
    let expected = "point of the board";
    assert_eq!(error.fault, JsonFault::Word { found: "K16".into(), expected });
    let text = EXAMPLE.replace("\"time_ms\":1200", "\"time_ms\":-1");
    let error = fault(&format!("\n\n{text}"));
    assert_eq!(error.place.line_column.unwrap().0, 3);
    assert!(error.to_string().contains("invalid value"), "{error}");
    let at = error.place.offset - 2;
    let number = text.find(":-1").unwrap() + 1;
    assert!((number..number + 2).contains(&at), "{at} is not at {number}");
}

#[test]
fn strangers_and_later_versions_are_refused() {
    assert_eq!(fault("").fault, JsonFault::Empty);
    assert_eq!(fault(" \n").place.offset, 2);
    let later = EXAMPLE.replace("\"version\":1", "\"version\":2,\"news\":0");
    assert_eq!(fault(&later).fault, JsonFault::Version { found: 2 });
    let other = EXAMPLE.replace("tengen-game", "go");
    assert_eq!(fault(&other).fault, JsonFault::Format { found: "go".into() });
    let unknown = EXAMPLE.replace("\"size\":15", "\"size\":15,\"news\":0");
    assert!(matches!(fault(&unknown).fault, JsonFault::Syntax { .. }));
    let rectangular = EXAMPLE.replace("\"size\":15", "\"size\":[15,20]");
    assert!(matches!(fault(&rectangular).fault, JsonFault::Syntax { .. }));
    let large = EXAMPLE.replace("\"size\":15", "\"size\":27");
    assert!(matches!(fault(&large).fault, JsonFault::Size(_)));
    let after = EXAMPLE.replace("\"after\":4", "\"after\":6");
    assert_eq!(fault(&after).fault, JsonFault::After { after: 6, n_nodes: 6 });
}

#[test]
fn an_empty_record_is_small() {
    let record = Record::new(tengen_rules::Size::literal(20));
    let bytes = write(&record).unwrap();
    assert_eq!(bytes, b"{\"format\":\"tengen-game\",\"version\":1,\"size\":20,\"moves\":[]}\n");
    assert_eq!(parse(&bytes).unwrap(), [record]);
}
