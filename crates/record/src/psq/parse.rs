//! Reading PSQ.

use tengen_rules::{Point, Size};

use super::{LineEnd, PsqDoc, PsqFault, PsqStone};
use crate::place::At;
use crate::scan::{Scanner, lines};
use crate::text::Text;

impl PsqDoc {
    /// Reads a file.
    ///
    /// ```
    /// use tengen_record::psq::PsqDoc;
    ///
    /// let file = b"Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,530\n-1\n";
    /// let doc = PsqDoc::parse(file)?;
    /// assert_eq!(doc.stones()[1].ms, Some(530));
    /// assert_eq!(doc.write(), file);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, At<PsqFault>> {
        match Self::parse_partly(bytes) {
            (_, Some(fault)) => Err(fault),
            (Some(doc), None) => Ok(doc),
            (None, None) => Err(At::text(bytes, 0, PsqFault::NoHeader { found: String::new() })),
        }
    }

    /// Reads a file up to its first fault. The stones before it are kept, and what follows the stones
    /// as far as it is sound.
    pub(crate) fn parse_partly(bytes: &[u8]) -> (Option<Self>, Option<At<PsqFault>>) {
        let mut lines = lines(bytes).peekable();
        let mut first = lines.next().unwrap_or(Scanner::new(bytes));
        let line_end = if first.rest().ends_with(b"\r") && bytes.contains(&b'\n') {
            LineEnd::CrLf
        } else {
            LineEnd::Lf
        };
        let without_line_end = |line: &Scanner<'_>| {
            let rest = line.rest();
            let is_ended = line.offset() + rest.len() < bytes.len();
            let is_windows = is_ended && line_end == LineEnd::CrLf;
            let kept = rest.strip_suffix(b"\r").filter(|_| is_windows);
            Text::from(kept.unwrap_or(rest))
        };
        let (size, levels, first_player) = match header(&mut first) {
            Ok(header) => header,
            Err((offset, fault)) => return (None, Some(At::text(bytes, offset, fault))),
        };
        let header_rest = without_line_end(&first);

        let mut fault = None;
        let mut stones = Vec::new();
        while let Some(line) = lines.peek() {
            match stone(*line, size) {
                Ok(None) => break,
                // Stones after a bad one would have the wrong colors.
                Ok(Some(stone)) if fault.is_none() => stones.push(stone),
                Ok(Some(_)) => {}
                Err(what) => {
                    fault.get_or_insert_with(|| At::text(bytes, line.offset(), what));
                }
            }
            lines.next();
        }
        let (tail, tail_fault) = tail(lines, without_line_end);
        let fault =
            fault.or_else(|| tail_fault.map(|(offset, what)| At::text(bytes, offset, what)));
        let ends_with_line_end = bytes.ends_with(b"\n");
        let doc = Self {
            size,
            levels,
            first_player,
            header_rest,
            stones,
            tail,
            line_end,
            ends_with_line_end,
        };
        (Some(doc), fault)
    }
}

/// The lines after the stones, up to one that does not belong there.
fn tail<'a>(
    lines: impl Iterator<Item = Scanner<'a>>,
    without_line_end: impl Fn(&Scanner<'a>) -> Text,
) -> (Vec<Text>, Option<(usize, PsqFault)>) {
    let mut tail: Vec<Text> = Vec::new();
    let mut has_end_code = false;
    for line in lines {
        let text = without_line_end(&line);
        has_end_code |= is_integer(&text);
        // Before the end code it cannot be the result that a tournament manager adds.
        let is_stone = fields(line).is_some_and(|[_, _, ms]| ms.is_some() || !has_end_code);
        if is_stone {
            return (tail, Some((line.offset(), PsqFault::LateStone { found: line.excerpt() })));
        }
        // A damaged stone looks like a name, and gives itself away by the wrong number of
        // names before the end code.
        let is_misplaced = match tail.len() {
            1 => has_end_code && !is_integer(&tail[0]),
            n => n >= 2 && !has_end_code,
        };
        if is_misplaced {
            let fault = PsqFault::UnexpectedLine { found: line.excerpt() };
            return (tail, Some((line.offset(), fault)));
        }
        tail.push(text);
    }
    (tail, None)
}

type Header = (Size, [u32; 2], u32);

fn header(line: &mut Scanner<'_>) -> Result<Header, (usize, PsqFault)> {
    let start = *line;
    let no_header = || (start.offset(), PsqFault::NoHeader { found: start.excerpt() });
    let eat = |line: &mut Scanner<'_>, byte| {
        let is_there = line.eat(byte);
        line.take_while(|byte| byte == b' ');
        if is_there { Ok(()) } else { Err(no_header()) }
    };
    if !line.eat_all(b"Piskvorky ") {
        return Err(no_header());
    }
    let at_size = line.offset();
    let width = line.integer().ok_or_else(no_header)?;
    if !line.eat(b'x') {
        return Err(no_header());
    }
    let height = line.integer().ok_or_else(no_header)?;
    eat(line, b',')?;
    let small = |line: &mut Scanner<'_>| {
        line.integer().and_then(|number| u32::try_from(number).ok()).ok_or_else(no_header)
    };
    let a = small(line)?;
    if !line.eat(b':') {
        return Err(no_header());
    }
    let b = small(line)?;
    eat(line, b',')?;
    let first_player = small(line)?;
    if width != height {
        return Err((at_size, PsqFault::Rectangular { width, height }));
    }
    // A negative side is no size either.
    let side = u64::try_from(width).unwrap_or(0);
    let size = Size::new(side).map_err(|error| (at_size, PsqFault::Size(error)))?;
    Ok((size, [a, b], first_player))
}

/// A line of two or three numbers, or `None` if it is something else.
fn stone(line: Scanner<'_>, size: Size) -> Result<Option<PsqStone>, PsqFault> {
    let Some(fields) = fields(line) else { return Ok(None) };
    let found = || line.excerpt();
    let mut numbers = [None; 3];
    for (number, field) in numbers.iter_mut().zip(fields) {
        if let Some(field) = field {
            *number =
                Some(Scanner::new(field).integer().ok_or(PsqFault::TooLarge { found: found() })?);
        }
    }
    let point = |x: Option<i64>, y: Option<i64>| -> Option<Point> { size.point(x? - 1, y? - 1) };
    let [x, y, ms] = numbers;
    let point = point(x, y).ok_or_else(|| PsqFault::OffBoard { found: found(), size })?;
    Ok(Some(PsqStone { point, ms }))
}

/// Whether a line would be read as a stone.
pub(super) fn is_stone(line: &Text) -> bool {
    fields(Scanner::new(line.as_bytes())).is_some()
}

/// Splits `x,y` or `x,y,ms` into its numbers, of any length.
fn fields(mut line: Scanner<'_>) -> Option<[Option<&[u8]>; 3]> {
    let text = line.rest().trim_ascii_end();
    line = Scanner::new(text);
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let digits = |line: &mut Scanner<'_>, may_be_negative: bool| {
        let start = line.offset();
        if may_be_negative {
            line.eat(b'-');
        }
        let digits = line.take_while(is_digit);
        (!digits.is_empty()).then(|| start..line.offset())
    };
    let x = digits(&mut line, false)?;
    if !line.eat(b',') {
        return None;
    }
    let y = digits(&mut line, false)?;
    let ms = if line.eat(b',') { Some(digits(&mut line, true)?) } else { None };
    line.is_done().then(|| [Some(x), Some(y), ms].map(|range| range.map(|range| &text[range])))
}

/// The number in a line, if it holds nothing else.
pub(super) fn integer(line: &Text) -> Option<i64> {
    let mut scanner = Scanner::new(line.as_bytes().trim_ascii());
    scanner.integer().filter(|_| scanner.is_done())
}

pub(super) fn is_integer(line: &Text) -> bool {
    integer(line).is_some()
}
