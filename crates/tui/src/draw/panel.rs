//! What stands beside the board: the seats, what is asked, what the opponent thinks, and the moves.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tengen_api::{
    CandidateView, ScoreBound, SeatName, SeatView, StoneColor, ThinkingView, TreeBranch,
    TreeNodeView,
};

use super::ask::what_now;
use super::{BOLD, DIM};
use crate::app::App;
use crate::words::{
    clock_text, color_text, count_text, limit_text, spots_text, timer_text, worth_text,
};

/// A panel of this height lists few moves, a higher one more.
const USUAL_HEIGHT: u16 = 20;
const FEW_ROWS: u16 = 2;
/// How much of the best line is shown.
const LINE_MOVES: usize = 10;

pub(super) fn draw_panel(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let n_rows = if area.height > USUAL_HEIGHT { area.height / 4 } else { FEW_ROWS };
    let n_rows = n_rows.min(area.height / 4);
    let moves_area = Rect { y: area.bottom() - n_rows, height: n_rows, ..area };
    let rest = Rect { height: (area.height - n_rows).saturating_sub(1), ..area };
    let mut panel = Panel { width: usize::from(rest.width), lines: Vec::new() };
    for (seat, name) in
        [(&app.snapshot.first, SeatName::First), (&app.snapshot.second, SeatName::Second)]
    {
        panel.seat(app, seat, app.snapshot.turn == Some(name));
    }
    panel.lines.push(Line::default());
    panel.lines.extend(what_now(app));
    panel.lines.push(Line::default());
    panel.reasoning(app, usize::from(rest.height));
    frame.render_widget(Paragraph::new(panel.lines).wrap(Wrap { trim: false }), rest);
    let moves = last_rows(&move_names(app), usize::from(area.width), usize::from(n_rows));
    frame.render_widget(
        Paragraph::new(moves.into_iter().map(Line::raw).collect::<Vec<_>>()).style(DIM),
        moves_area,
    );
}

const fn stone_sign(color: StoneColor) -> &'static str {
    match color {
        StoneColor::Black => "●",
        StoneColor::White => "○",
    }
}

/// The lines of the panel as they come.
struct Panel<'a> {
    width: usize,
    lines: Vec<Line<'a>>,
}

impl<'a> Panel<'a> {
    fn seat(&mut self, app: &App, seat: &'a SeatView, has_turn: bool) {
        let mut left = vec![
            Span::styled(if has_turn { "> " } else { "  " }, BOLD.fg(Color::Yellow)),
            Span::raw(stone_sign(seat.color)),
            Span::styled(format!(" {}", seat.name), if has_turn { BOLD } else { Style::new() }),
        ];
        let taken = app.snapshot.position.captures_to_win;
        let right: Vec<String> = [
            taken.map(|to_win| format!("took {}/{to_win}", seat.captured)),
            seat.clock.as_ref().map(clock_text),
        ]
        .into_iter()
        .flatten()
        .collect();
        let right = right.join("  ");
        let used: usize = left.iter().map(Span::width).sum();
        let gap = self.width.saturating_sub(used + right.chars().count()).max(1);
        left.push(Span::raw(format!("{}{right}", " ".repeat(gap))));
        self.lines.push(Line::from(left));
        self.one_line(format!("  {}", timer_text(seat)), DIM);
        if let Some(limit) = limit_text(seat) {
            self.one_line(format!("  {limit}"), DIM);
        }
    }

    /// A line that is cut rather than broken.
    fn one_line(&mut self, text: String, style: Style) {
        let text = if text.chars().count() > self.width && self.width > 0 {
            let kept: String = text.chars().take(self.width - 1).collect();
            format!("{kept}…")
        } else {
            text
        };
        self.lines.push(Line::styled(text, style));
    }

    /// The running thought, or that behind a move of an opponent.
    fn reasoning(&mut self, app: &'a App, height: usize) {
        if app.hides_reasoning {
            return;
        }
        if let Some(thinking) = &app.snapshot.thinking {
            self.lines.push(Line::styled("Thinking", BOLD));
            return self.thinking(thinking, height);
        }
        let Some(shown) = app.shown_explanation() else { return self.opening_choice(app) };
        let choice = shown.choice.as_ref().map_or("pass", |spot| spot.0.as_str());
        self.lines.push(Line::from(vec![
            Span::styled(format!("Its choice. Why {}.{choice}: ", shown.ply), BOLD),
            Span::raw(shown.why.as_str()),
        ]));
        self.thinking(&shown.thinking, height);
        self.lines.extend(shown.notes.iter().map(|note| Line::styled(note.as_str(), DIM)));
    }

    /// What an opponent chose in the opening, and why.
    fn opening_choice(&mut self, app: &'a App) {
        let log = app.snapshot.opening.iter().flat_map(|opening| &opening.log);
        if let Some((entry, reason)) = log.rev().find_map(|it| Some((it, it.reason.as_ref()?))) {
            self.lines.push(Line::styled(entry.text.as_str(), BOLD));
            self.lines.push(Line::raw(reason.text.as_str()));
        }
    }

    fn thinking(&mut self, view: &ThinkingView, height: usize) {
        if view.stage == "opening" {
            return self.lines.push(Line::raw("weighs the opening"));
        }
        let mut parts = Vec::new();
        let is_proven = view.score.as_ref().is_some_and(|score| score.mate.is_some());
        if is_proven {
            // What is counted to the end has no depth that would say how sure it is.
            parts.push("proven".to_owned());
        } else if view.depth > 0 {
            let deepest = Some(view.deepest).filter(|&deepest| deepest > view.depth);
            let deepest = deepest.map(|deepest| format!("-{deepest}")).unwrap_or_default();
            parts.push(format!("depth {}{deepest}", view.depth));
        }
        parts.extend(view.score.as_ref().map(|score| format!("score {}", worth_text(score))));
        if !parts.is_empty() {
            self.one_line(parts.join("  "), Style::new());
        }
        if view.nodes > 0 {
            let speed = Some(view.nodes_per_second).filter(|&speed| speed > 0);
            let speed = speed.map(|speed| format!("  {}/s", count_text(speed))).unwrap_or_default();
            self.one_line(format!("{} positions{speed}", count_text(view.nodes)), Style::new());
        }
        if let Some(line) = view.lines.first() {
            let (name, most) =
                if is_proven { ("proof", line.moves.len()) } else { ("line", LINE_MOVES) };
            let shown = &line.moves[..line.moves.len().min(most)];
            self.one_line(format!("{name} {}", spots_text(shown)), Style::new());
        }
        let n_free = height.saturating_sub(self.height());
        let has_parts = view.candidates.iter().any(|candidate| !candidate.parts.is_empty());
        let tree = view.tree.iter().flatten();
        if !has_parts && tree.clone().any(|branch| !branch.answers.is_empty()) {
            return self.tree(view.tree.as_deref().unwrap_or_default(), n_free);
        }
        for candidate in view.candidates.iter().take(n_free) {
            // A bound is no value: it stands back.
            let is_value = candidate.bound == ScoreBound::Exact;
            self.one_line(candidate_text(candidate), if is_value { Style::new() } else { DIM });
        }
    }

    /// The search tree in so many rows, from the view of who thinks.
    fn tree(&mut self, roots: &[TreeBranch], n_rows: usize) {
        let Some(first) = roots.first() else { return };
        let whose = color_text(first.node.color);
        self.one_line(format!("tree, and what {whose} gets"), DIM);
        for (level, node) in most_wanted(roots, n_rows.saturating_sub(1)) {
            let text = format!("{}{} {}", "  ".repeat(level), stone_sign(node.color), node.point.0);
            let sign = bound_sign(node.bound);
            let text = format!("{text:<14}{sign}{}", worth_text(&node.score));
            let is_value = node.bound == ScoreBound::Exact;
            self.one_line(text, if is_value { Style::new() } else { DIM });
        }
    }

    /// How many rows the lines take once they are broken.
    fn height(&self) -> usize {
        let rows = |line: &Line<'_>| line.width().div_ceil(self.width.max(1)).max(1);
        self.lines.iter().map(rows).sum()
    }
}

const fn bound_sign(bound: ScoreBound) -> &'static str {
    match bound {
        ScoreBound::Exact => "",
        ScoreBound::AtLeast => ">= ",
        ScoreBound::AtMost => "<= ",
    }
}

/// So many nodes of a tree, each below the one it answers. Those that come first among the answers
/// to a move that comes first are wanted most; the deeper, the less.
fn most_wanted(roots: &[TreeBranch], n_nodes: usize) -> Vec<(usize, &TreeNodeView)> {
    fn ranked<'t>(
        branches: &'t [TreeBranch],
        level: usize,
        above: usize,
        all: &mut Vec<(usize, usize, &'t TreeNodeView)>,
    ) {
        for (at, branch) in branches.iter().enumerate() {
            all.push((above + at, level, &branch.node));
            ranked(&branch.answers, level + 1, above + at + 1, all);
        }
    }
    let mut all = Vec::new();
    ranked(roots, 0, 0, &mut all);
    let mut by_rank: Vec<usize> = (0..all.len()).collect();
    // An answer ranks after its move, so no answer is taken without it.
    by_rank.sort_by_key(|&at| all[at].0);
    by_rank.truncate(n_nodes);
    by_rank.sort_unstable();
    by_rank.into_iter().map(|at| (all[at].1, all[at].2)).collect()
}

fn candidate_text(candidate: &CandidateView) -> String {
    let is_proven = candidate.score.mate.is_some();
    let depth = match candidate.depth.filter(|_| !is_proven) {
        Some(depth) => format!("depth {depth}"),
        None => String::new(),
    };
    let parts = candidate.parts.iter().map(|part| format!("{} {}", part.name, part.value));
    let sign = bound_sign(candidate.bound);
    let score = format!("{sign}{}", worth_text(&candidate.score));
    let rest = [depth].into_iter().filter(|depth| !depth.is_empty()).chain(parts);
    let rest = rest.collect::<Vec<_>>().join(", ");
    format!("  {:<4}{score:<17}{rest}", candidate.point.0).trim_end().to_owned()
}

fn move_names(app: &App) -> Vec<String> {
    let name = |mv: &tengen_api::MoveView| {
        let place = mv.point.as_ref().map_or("pass", |spot| spot.0.as_str());
        let taken =
            if mv.captured.is_empty() { String::new() } else { "x".repeat(mv.captured.len()) };
        format!("{}.{place}{taken}", mv.ply)
    };
    app.snapshot.moves.iter().map(name).collect()
}

/// The last words, as many as fit into so many rows.
fn last_rows(words: &[String], width: usize, n_rows: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.clone()),
        }
    }
    rows.split_off(rows.len().saturating_sub(n_rows))
}
