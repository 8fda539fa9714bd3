//! Bytes as a record: what `pack.rs` writes. Whatever is read was paid for with at least a byte, so
//! nothing takes more room than a bounded number of times the link.

use tengen_rules::{Action, ByColor, Color, Move, Point, Size};

use super::LinkFault;
use super::numbers::{
    COLORS, DRAW_REASONS, FORMATS, OPENINGS, REACH, RULES, WIN_REASONS, action, field, mark, note,
    result, step,
};
use super::pack::{Line, is_byte};
use crate::format::Format;
use crate::record::{GameResult, Mark, MarkKind, Node, Notes, OpeningLog, Ply, Properties, Record};
use crate::text::Text;
use crate::tree::NodeId;

/// The record that these bytes hold.
pub(super) fn unpack(bytes: &[u8]) -> Result<Record, LinkFault> {
    let (&side, rest) = bytes.split_first().ok_or(LinkFault::BreaksOff)?;
    let size = Size::new(side.into()).map_err(LinkFault::Size)?;
    let mut unpacker = Unpacker { bytes: rest, size };
    let mut record = Record::new(size);
    let has_root_move = unpacker.header(&mut record)?;
    unpacker.tree(&mut record, has_root_move)?;
    Ok(record)
}

struct Unpacker<'a> {
    bytes: &'a [u8],
    size: Size,
}

impl<'a> Unpacker<'a> {
    /// Reads the header; returns whether the root has a move.
    fn header(&mut self, record: &mut Record) -> Result<bool, LinkFault> {
        let header = &mut record.header;
        let fields = self.number()?;
        if fields & !field::ALL != 0 {
            return Err(LinkFault::Number { found: fields, expected: "a list of fields" });
        }
        let has = |bit| fields & bit != 0;
        if has(field::RULE) {
            let found = self.byte()?;
            let rule = RULES.get(usize::from(found));
            header.rule = Some(*rule.ok_or(LinkFault::Rule { found: found.into() })?);
        }
        if has(field::RESULT) {
            header.result = Some(self.result()?);
        }
        for (bit, color) in [(field::BLACK_NAME, Color::Black), (field::WHITE_NAME, Color::White)] {
            if has(bit) {
                header.players[color] = Some(self.text()?);
            }
        }
        if has(field::OPENING) {
            header.opening = Some(self.opening()?);
        }
        if has(field::DATE) {
            header.date = Some(self.text()?);
        }
        if has(field::EVENT) {
            header.event = Some(self.text()?);
        }
        if has(field::TO_MOVE) {
            header.to_move = Some(self.one_of(COLORS, "a color")?);
        }
        if has(field::CAPTURES) {
            header.captures = ByColor::new(self.small_number()?, self.small_number()?);
        }
        if has(field::PROPERTIES) {
            header.extra = self.properties()?;
        }
        Ok(has(field::ROOT_MOVE))
    }

    fn result(&mut self) -> Result<GameResult, LinkFault> {
        let kind = self.byte()?;
        let winner = match kind {
            result::BLACK_WON => Color::Black,
            result::WHITE_WON => Color::White,
            result::DRAWN => {
                return Ok(GameResult::Drawn(self.perhaps_one_of(DRAW_REASONS, "a reason")?));
            }
            result::OTHER => return Ok(GameResult::Other(self.text()?)),
            _ => return Err(unknown(kind, "a result")),
        };
        Ok(GameResult::Won { winner, by: self.perhaps_one_of(WIN_REASONS, "a reason")? })
    }

    fn opening(&mut self) -> Result<OpeningLog, LinkFault> {
        let procedure = self.one_of(OPENINGS, "an opening procedure")?;
        let actions = self.list(Self::action)?;
        Ok(OpeningLog { procedure, actions })
    }

    fn action(&mut self) -> Result<Action, LinkFault> {
        let kind = self.byte()?;
        Ok(match kind {
            action::PLACE => Action::Place(self.point()?),
            action::SWAP => Action::Swap,
            action::STAY => Action::Stay,
            action::TAKE_BLACK => Action::Take(Color::Black),
            action::TAKE_WHITE => Action::Take(Color::White),
            action::PUT_TWO => Action::PutTwo,
            action::DECLARE => Action::Declare(self.small_number()?),
            action::OFFER_TEN => Action::OfferTen,
            action::OFFER => Action::Offer(self.list(Self::point)?),
            action::PICK => Action::Pick(self.point()?),
            _ => return Err(unknown(kind, "an action")),
        })
    }

    fn tree(&mut self, record: &mut Record, has_root_move: bool) -> Result<(), LinkFault> {
        let start = Line::start(self.size, record.header.to_move);
        let tree = &mut record.tree;
        if has_root_move {
            let first = self.byte()?;
            tree[NodeId::ROOT].ply = self.ply(first, start)?;
        }
        // The nodes from the root to the last one, each with how its line stands after it.
        let mut path = vec![(NodeId::ROOT, start.after(&tree[NodeId::ROOT]))];
        while !self.bytes.is_empty() {
            let what = self.byte()?;
            let (last, line) = *path.last().ok_or(LinkFault::BreaksOff)?;
            match what {
                step::NOTES => {
                    let notes = self.notes()?;
                    *tree[last].notes_mut() = notes;
                }
                step::BACK => {
                    let found = self.number()?;
                    let kept = usize::try_from(found).ok().and_then(|n| path.len().checked_sub(n));
                    let kept = kept.filter(|&kept| kept > 0).ok_or(LinkFault::Number {
                        found,
                        expected: "a way back to an earlier move",
                    })?;
                    path.truncate(kept);
                }
                _ => {
                    let node = Node::new(self.ply(what, line)?);
                    let line = line.after(&node);
                    path.push((tree.add_child(last, node), line));
                }
            }
        }
        Ok(())
    }

    /// The move that begins with this byte.
    fn ply(&mut self, what: u8, line: Line) -> Result<Option<Ply>, LinkFault> {
        let (color, what) = match what {
            step::OUT_OF_TURN => (!line.to_move, self.byte()?),
            _ => (line.to_move, what),
        };
        let mv = match what {
            0..step::FAR => {
                let width = 2 * REACH + 1;
                let what = i16::from(what);
                let x = i64::from(i16::from(line.near.x()) + what % width - REACH);
                let y = i64::from(i16::from(line.near.y()) + what / width - REACH);
                let point = self.size.point(x, y);
                Move::Place(point.ok_or_else(|| unknown(what as u8, POINT))?)
            }
            step::FAR => Move::Place(self.point()?),
            step::PASS => Move::Pass,
            step::NO_MOVE if color == line.to_move => return Ok(None),
            _ => return Err(unknown(what, "a move")),
        };
        Ok(Some(Ply { color, mv }))
    }

    fn notes(&mut self) -> Result<Notes, LinkFault> {
        let kinds = self.byte()?;
        if kinds & !note::ALL != 0 {
            return Err(unknown(kinds, "a list of notes"));
        }
        let has = |bit| kinds & bit != 0;
        let mut notes = Notes::default();
        if has(note::COMMENT) {
            notes.comment = Some(self.text()?);
        }
        if has(note::TIME) {
            notes.time_ms = Some(self.number()?);
        }
        if has(note::SETUP) {
            *notes.setup_mut() = self.list(|unpacker| {
                let stone = unpacker.perhaps_one_of(COLORS, "a stone")?;
                Ok((unpacker.point()?, stone))
            })?;
        }
        if has(note::MARKS) {
            notes.set_marks(self.list(Self::mark)?);
        }
        if has(note::PROPERTIES) {
            notes.extra = self.properties()?;
        }
        Ok(notes)
    }

    fn mark(&mut self) -> Result<Mark, LinkFault> {
        let kind = self.byte()?;
        let point = self.point()?;
        let kind = match kind {
            mark::CROSS => MarkKind::Cross,
            mark::TRIANGLE => MarkKind::Triangle,
            mark::SQUARE => MarkKind::Square,
            mark::CIRCLE => MarkKind::Circle,
            mark::LABEL => MarkKind::Label(self.text()?),
            _ => return Err(unknown(kind, "a mark")),
        };
        Ok(Mark { point, kind })
    }

    fn properties(&mut self) -> Result<Properties, LinkFault> {
        let property = |unpacker: &mut Self| -> Result<(Format, &'a str, Vec<&'a [u8]>), _> {
            let origin = unpacker.one_of(FORMATS, "a format")?;
            let name = unpacker.piece()?;
            let name = std::str::from_utf8(name).map_err(|_| LinkFault::Number {
                found: name.len() as u64,
                expected: "the name of a property",
            })?;
            Ok((origin, name, unpacker.list(Self::piece)?))
        };
        Ok(self.list(property)?.into_iter().collect())
    }

    /// As many of these as the number before them says. Room is made as they come: the number may lie.
    fn list<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, LinkFault>,
    ) -> Result<Vec<T>, LinkFault> {
        let mut list = Vec::new();
        for _ in 0..self.number()? {
            list.push(read(self)?);
        }
        Ok(list)
    }

    fn one_of<T: Copy>(&mut self, table: &[T], expected: &'static str) -> Result<T, LinkFault> {
        let number = self.byte()?;
        table.get(usize::from(number)).copied().ok_or_else(|| unknown(number, expected))
    }

    /// The thing before this number, or nothing for zero.
    fn perhaps_one_of<T: Copy>(
        &mut self,
        table: &[T],
        expected: &'static str,
    ) -> Result<Option<T>, LinkFault> {
        let number = self.byte()?;
        let Some(at) = number.checked_sub(1) else { return Ok(None) };
        table.get(usize::from(at)).copied().map(Some).ok_or_else(|| unknown(number, expected))
    }

    fn text(&mut self) -> Result<Text, LinkFault> {
        self.piece().map(Text::from)
    }

    fn piece(&mut self) -> Result<&'a [u8], LinkFault> {
        let length = usize::try_from(self.number()?).map_err(|_| LinkFault::BreaksOff)?;
        let (piece, rest) = self.bytes.split_at_checked(length).ok_or(LinkFault::BreaksOff)?;
        self.bytes = rest;
        Ok(piece)
    }

    fn point(&mut self) -> Result<Point, LinkFault> {
        let low = self.byte()?;
        let high = if is_byte(self.size) { 0 } else { self.byte()? };
        let index = u16::from_le_bytes([low, high]);
        let side = u16::from(self.size.get());
        let point = self.size.point((index % side).into(), (index / side).into());
        point.ok_or(LinkFault::Number { found: index.into(), expected: POINT })
    }

    fn small_number(&mut self) -> Result<u32, LinkFault> {
        let found = self.number()?;
        u32::try_from(found).map_err(|_| LinkFault::Number { found, expected: "a small number" })
    }

    fn number(&mut self) -> Result<u64, LinkFault> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let digit = u64::from(byte & 0x7F);
            if digit << shift >> shift != digit {
                break;
            }
            number |= digit << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(LinkFault::Number { found: number, expected: "a number of at most 64 bits" })
    }

    fn byte(&mut self) -> Result<u8, LinkFault> {
        let (&byte, rest) = self.bytes.split_first().ok_or(LinkFault::BreaksOff)?;
        self.bytes = rest;
        Ok(byte)
    }
}

const POINT: &str = "a point of the board";

fn unknown(found: u8, expected: &'static str) -> LinkFault {
    LinkFault::Number { found: found.into(), expected }
}
