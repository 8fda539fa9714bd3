//! PSQ to records and back.

use tengen_rules::{ByColor, Color, LossReason, Move, Size, WinReason};

use super::{LineEnd, PsqDoc, PsqStone, parse};
use crate::error::{Lossy, WriteError};
use crate::format::Format;
use crate::record::{GameResult, Holds, LossKind, Losses, Node, Record};
use crate::scan::Scanner;
use crate::text::Text;
use crate::tree::NodeId;

const FORMAT: Format = Format::Psq;

// What the common record has no place for, by name.
const LEVELS: &str = "levels";
const FIRST_PLAYER: &str = "first-player";
const HEADER_REST: &str = "header-rest";
const TAIL: &str = "tail";
const WINDOWS: &str = "crlf";
const NO_LAST_LINE_END: &str = "no-last-line-end";
const TIME: &str = "time";

impl From<&PsqDoc> for Record {
    /// Zero as thinking time means "not measured", as for the stones of an opening.
    fn from(doc: &PsqDoc) -> Self {
        let mut record = Self::new(doc.size);
        if let Some([a, b]) = doc.names() {
            let name = |text: &Text| Some(text.clone()).filter(|text| !text.is_empty());
            let names = ByColor::new(name(a), name(b));
            record.header.players = if doc.first_player == 1 { names.swapped() } else { names };
        }
        let mut keep = |is_unusual: bool, name, values: Vec<Text>| {
            if is_unusual {
                record.header.extra.push(FORMAT, name, values);
            }
        };
        let number = |number: u32| Text::from(number.to_string());
        keep(doc.levels != [0, 0], LEVELS, doc.levels.map(number).into());
        keep(doc.first_player != 0, FIRST_PLAYER, vec![number(doc.first_player)]);
        keep(!doc.header_rest.is_empty(), HEADER_REST, vec![doc.header_rest.clone()]);
        // Always, for the end code says more than a record without a result does.
        keep(true, TAIL, doc.after_names().to_vec());
        keep(doc.line_end == LineEnd::CrLf, WINDOWS, Vec::new());
        keep(!doc.ends_with_line_end, NO_LAST_LINE_END, Vec::new());
        let mut at = NodeId::ROOT;
        for (stone, number) in doc.stones.iter().zip(1..) {
            at = record.add_ply(at, Color::of_stone(number), Move::Place(stone.point));
            keep_time(&mut record.tree[at], stone.ms);
        }
        record
    }
}

fn keep_time(node: &mut Node, ms: Option<i64>) {
    let unusual = match ms.map(u64::try_from) {
        Some(Ok(0)) => return,
        Some(Ok(ms)) => {
            node.notes_mut().time_ms = Some(ms);
            return;
        }
        Some(Err(_)) => ms.map(|ms| Text::from(ms.to_string())),
        None => None,
    };
    node.notes_mut().extra.push(FORMAT, TIME, unusual);
}

impl PsqDoc {
    /// The main line of a record.
    pub fn from_record(record: &Record) -> Result<Lossy<Self>, WriteError> {
        let holds = Holds { size: true, players: true, times: true, ..Holds::moves(FORMAT) };
        let mut losses = holds.losses(record);
        let stones = record.plain_stones(FORMAT)?.into_iter().map(|(id, point)| {
            let ms = time_of(&record.tree[id], &mut losses);
            PsqStone { point, ms }
        });
        let mut value = Self::plain(record.header.size, stones.collect());
        value.tail = names(record, 0, &mut losses);
        value.tail.push(Text::from(end_code(record.header.result.as_ref()).to_string()));
        let n_extra = record.header.extra.n_of(FORMAT);
        if n_extra > 0 {
            let original = value.clone().with_extra(record);
            // Somebody may have put in there what does not belong there.
            if Self::parse(&original.write()).as_ref() == Ok(&original) {
                value = original;
            } else {
                losses.add(LossKind::Properties, n_extra);
            }
        }
        Ok(Lossy { value, losses })
    }

    fn plain(size: Size, stones: Vec<PsqStone>) -> Self {
        Self {
            size,
            levels: [0, 0],
            first_player: 0,
            header_rest: Text::default(),
            stones,
            tail: Vec::new(),
            line_end: LineEnd::Lf,
            ends_with_line_end: true,
        }
    }

    /// Gives back what the file had that the record came from.
    fn with_extra(mut self, record: &Record) -> Self {
        let extra = |name| record.extra(FORMAT, name);
        if let Some([a, b]) = extra(LEVELS).as_deref() {
            self.levels = [a, b].map(|level| small(level).unwrap_or(0));
        }
        if let Some([player]) = extra(FIRST_PLAYER).as_deref() {
            self.first_player = small(player).unwrap_or(0);
        }
        if let Some([rest]) = extra(HEADER_REST).as_deref() {
            self.header_rest = rest.clone();
        }
        if let Some(lines) = extra(TAIL) {
            self.tail = names(record, self.first_player, &mut Losses::default());
            self.tail.extend(lines);
        }
        if extra(WINDOWS).is_some() {
            self.line_end = LineEnd::CrLf;
        }
        self.ends_with_line_end = extra(NO_LAST_LINE_END).is_none();
        self
    }
}

impl TryFrom<&Record> for PsqDoc {
    type Error = WriteError;

    fn try_from(record: &Record) -> Result<Self, WriteError> {
        Self::from_record(record)?.lossless()
    }
}

fn time_of(node: &Node, losses: &mut Losses) -> Option<i64> {
    if let Some(time) = node.notes().time_ms {
        let ms = i64::try_from(time).ok().filter(|&ms| (1..10_i64.pow(18)).contains(&ms));
        losses.add(LossKind::Times, usize::from(ms.is_none()));
        return Some(ms.unwrap_or(0));
    }
    match node.extra(FORMAT, TIME).map(|kept| kept.values().next()) {
        Some(None) => None,
        Some(Some(time)) => Some(parse::integer(&time.into()).unwrap_or(0)),
        None => Some(0),
    }
}

/// The two lines of names, unless nobody has one or they could not be told from something else.
fn names(record: &Record, first_player: u32, losses: &mut Losses) -> Vec<Text> {
    let players = &record.header.players;
    let known = Color::ALL.into_iter().filter_map(|color| players[color].as_ref());
    let n_known = known.clone().count();
    if n_known == 0 {
        return Vec::new();
    }
    let is_name = |name: &Text| {
        is_one_line(name) && !parse::is_integer(name) && !parse::is_stone(name) && !name.is_empty()
    };
    if !known.into_iter().all(is_name) {
        losses.add(LossKind::PlayerNames, n_known);
        return Vec::new();
    }
    let order = if first_player == 1 { [Color::White, Color::Black] } else { Color::ALL };
    order.map(|color| players[color].clone().unwrap_or_default()).into()
}

fn is_one_line(text: &Text) -> bool {
    !text.as_bytes().contains(&b'\n')
}

fn small(text: &Text) -> Option<u32> {
    u32::try_from(Scanner::new(text.as_bytes()).integer()?).ok()
}

fn end_code(result: Option<&GameResult>) -> i32 {
    match result {
        None | Some(GameResult::Other(_)) => -1,
        Some(GameResult::Won { by: Some(WinReason::Forfeit(reason)), .. }) => match reason {
            LossReason::Timeout => 15,
            LossReason::Resignation | LossReason::Forbidden(_) => 0,
            LossReason::IllegalMove | LossReason::Crash => -2,
        },
        Some(GameResult::Won { .. } | GameResult::Drawn(_)) => 0,
    }
}
