//! Asking the engine, and making sure that what is written is a legal answer.

use std::collections::BTreeSet;

use tengen_rules::{Color, Game, Point};

use crate::gomocup::Reply;
use crate::session::{
    Answer, Dialect, Effect, Opponent, Progress, Session, Summary, ThinkKind, ThinkRequest,
};
use crate::wire::CoordinateOrder;

/// A question that is not answered yet.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) request: ThinkRequest,
    pub(super) is_stopping: bool,
    /// Whether the answer goes into the swap2 dialogue of a graphical board.
    pub(super) is_dialogue: bool,
}

impl Session {
    /// Asks for a move in the position, or answers at once where there is nothing to think about.
    pub(super) fn think(&mut self, kind: ThinkKind) {
        let rule = self.rule();
        let Some(position) = self.board() else { return };
        let game = position.game(rule);
        let request = self.request(kind, game);
        let Some(first) = free_points(&request).next() else {
            return self.error("the board is full");
        };
        if let Some(remark) = describe_end(&request.game) {
            // The manager asks, so by its rules the game goes on; silence or an error would lose.
            self.message(remark);
            return self.answer_with(&request, first);
        }
        let mut legal = free_points(&request).filter(|&point| request.game.is_legal(point));
        match (legal.next(), legal.next()) {
            (None, _) => {
                drop(legal);
                self.message("every free point is forbidden");
                self.answer_with(&request, first);
            }
            (Some(_), None) if matches!(kind, ThinkKind::BalanceTwo(_)) => {
                drop(legal);
                self.error("there is no room for two moves");
            }
            _ => {
                drop(legal);
                self.ask(request, false);
            }
        }
    }

    /// A request for the position as it is, with the settings as they are.
    pub(super) fn request(&mut self, kind: ThinkKind, game: Game) -> ThinkRequest {
        let id = self.next_id;
        self.next_id += 1;
        let settings = &self.settings;
        let is_yixin = self.dialect == Dialect::Yixin;
        let blocked: Vec<Point> =
            self.position.iter().flat_map(|position| position.blocked().iter().copied()).collect();
        let multi_pv = match kind {
            ThinkKind::NBest(n) => n,
            ThinkKind::SearchDefend => game.stones().empties().count() as u32,
            _ => 1,
        };
        let mut request = ThinkRequest {
            blocked,
            limits: settings.limits(self.dialect),
            multi_pv,
            threads: settings.threads.unwrap_or(1).clamp(1, self.host.max_threads.max(1)),
            max_memory: settings.max_memory,
            hash_kib: settings.hash_kib,
            caution_factor: settings.caution_factor,
            opponent: Opponent {
                bot: settings.bot.clone(),
                strength: settings.strength.unwrap_or(100),
            },
            wants_realtime: is_yixin && settings.shows_realtime,
            wants_detail: is_yixin && settings.shows_detail,
            ..ThinkRequest::new(id, kind, game)
        };
        // Closing every move means closing none: an answer has to come.
        let closed = self.closed_points(request.game.to_move());
        let is_open = |&point: &Point| !closed.contains(&point) && request.game.is_legal(point);
        if !closed.is_empty() && free_points(&request).any(|point| is_open(&point)) {
            request.excluded = closed.into_iter().collect();
        }
        request
    }

    /// The points where the side to move must not play by the wish of the person at the board.
    fn closed_points(&self, to_move: Color) -> BTreeSet<Point> {
        let by_path = self.closed_paths.iter().filter_map(|path| {
            let (&last, before) = path.split_last()?;
            self.position.as_ref()?.has_path(before).then_some(last)
        });
        let by_side = self.forbidden.iter().filter(|(_, color)| *color == to_move);
        let by_side = by_side.map(|&(point, _)| point);
        self.excluded.iter().copied().chain(by_path).chain(by_side).collect()
    }

    pub(super) fn ask(&mut self, request: ThinkRequest, is_dialogue: bool) {
        let effect = Effect::Think(Box::new(request.clone()));
        self.thinking = Some(Thinking { request, is_stopping: false, is_dialogue });
        self.effects.push(effect);
    }

    /// Asks for thoughts on the opponent's time, where somebody wants them and the game goes on.
    fn ponder(&mut self) {
        if !self.settings.pondering || !self.queue.is_empty() {
            return;
        }
        let rule = self.rule();
        let Some(game) = self.position.as_ref().map(|position| position.game(rule)) else { return };
        if game.status().is_ongoing() && !game.legal_points().is_empty() {
            let request = self.request(ThinkKind::BestMove, game);
            self.effects.push(Effect::Ponder(Box::new(request)));
        }
    }

    /// Takes the engine's answer to the current question.
    pub(super) fn settle(&mut self, id: u64, answer: Answer, elapsed_ms: u64) {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.request.id == id) else {
            return;
        };
        self.settings.charge(elapsed_ms);
        let request = &thinking.request;
        match request.kind {
            ThinkKind::BestMove
            | ThinkKind::NBest(_)
            | ThinkKind::SearchDefend
            | ThinkKind::BalanceOne(_) => match answer {
                Answer::Point(point) if request.allows(point) => {
                    self.answer_with(request, point);
                    if request.kind == ThinkKind::BestMove {
                        self.ponder();
                    }
                }
                _ => self.answer_instead(request),
            },
            ThinkKind::BalanceTwo(_) => self.answer_two(request, answer),
            ThinkKind::Swap2Propose
            | ThinkKind::Swap2AnswerThree
            | ThinkKind::Swap2AnswerFive
            | ThinkKind::SwapOrMove => {
                self.settle_swap2(&thinking, answer);
            }
            ThinkKind::Soosorv(step) => self.settle_soosorv(step, &thinking.request, answer),
        }
    }

    /// Writes a move, and plays it unless it was only an analysis of balance.
    fn answer_with(&mut self, request: &ThinkRequest, point: Point) {
        let is_played =
            !matches!(request.kind, ThinkKind::BalanceOne(_) | ThinkKind::BalanceTwo(_));
        if let Some(position) = self.position.as_mut().filter(|_| is_played) {
            let color = request.game.to_move();
            position.put(color, point);
            position.set_engine(color);
        }
        self.write(Reply::Move(point));
    }

    /// The engine has a bug; the game must not be lost by it.
    fn answer_instead(&mut self, request: &ThinkRequest) {
        self.message("the engine gave no legal answer");
        let legal = free_points(request).find(|&point| request.allows(point));
        match legal {
            Some(point) => self.answer_with(request, point),
            None => self.error("no answer"),
        }
    }

    fn answer_two(&mut self, request: &ThinkRequest, answer: Answer) {
        let two = match answer {
            Answer::Two([a, b]) if a != b && request.allows(a) && is_free(request, b) => {
                Some([a, b])
            }
            _ => {
                self.message("the engine gave no legal answer");
                let mut legal = free_points(request).filter(|&point| request.allows(point));
                legal.next().zip(legal.next()).map(|(a, b)| [a, b])
            }
        };
        match two {
            Some(two) => self.write(Reply::TwoMoves(two)),
            None => self.error("no answer"),
        }
    }

    /// Shows news of the running search, as far as the other side wants it.
    pub(super) fn show(&mut self, id: u64, progress: Progress) {
        let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.request.id == id)
        else {
            return;
        };
        let ThinkRequest { wants_realtime, wants_detail, .. } = thinking.request;
        match progress {
            Progress::Message(text) => self.message(text),
            Progress::Summary(summary) => {
                let text = self.describe(&thinking.request.game, &summary);
                self.message(text);
            }
            Progress::Realtime(mark) if wants_realtime => self.write(Reply::Realtime(mark)),
            Progress::Detail(detail) if wants_detail => {
                for line in detail.lines() {
                    self.write(Reply::Detail(line));
                }
            }
            Progress::Realtime(_) | Progress::Detail(_) => {}
        }
    }

    fn describe(&self, game: &Game, summary: &Summary) -> String {
        let Summary { depth, evaluation, nodes, elapsed_ms, pv } = summary;
        let order = match self.dialect {
            Dialect::Gomocup => CoordinateOrder::ColumnRow,
            Dialect::Yixin => CoordinateOrder::RowColumn,
        };
        let speed = nodes / (*elapsed_ms).max(1);
        let mut text =
            format!("depth {depth} ev {evaluation} n {nodes} n/ms {speed} tm {elapsed_ms} pv");
        for &point in pv.iter().take(40) {
            text.push(' ');
            text.push_str(&order.label(game.size(), point));
        }
        text
    }
}

/// The points that could take a stone if there were no rules, the middle of the board first.
pub(super) fn free_points(request: &ThinkRequest) -> impl Iterator<Item = Point> {
    let size = request.game.size();
    let mut points: Vec<Point> =
        request.game.stones().empties().filter(|point| !request.blocked.contains(point)).collect();
    points.sort_by_key(|point| point.distance(size.middle()));
    points.into_iter()
}

pub(super) fn is_free(request: &ThinkRequest, point: Point) -> bool {
    request.game.size().contains(point)
        && request.game.stones().get(point).is_none()
        && !request.blocked.contains(&point)
}

/// How the game ended, if it did. A line of the side to move is older than the last stone, so the
/// judge of a found position does not look for it, and no engine expects it.
fn describe_end(game: &Game) -> Option<String> {
    let status = game.status();
    let mover = game.to_move();
    if status.is_ongoing() && game.winning_runs(mover).is_empty() {
        return None;
    }
    let winner = if status.is_ongoing() { Some(mover) } else { status.winner() };
    let reason = status.reason().unwrap_or("five");
    Some(match winner {
        Some(winner) => format!("the game is over: {winner} has won ({reason})"),
        None => format!("the game is over: drawn ({reason})"),
    })
}
