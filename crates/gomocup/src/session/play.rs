//! The commands of plain Gomocup.

use tengen_rules::{IllegalMove, Point, Size};

use crate::gomocup::{BoardSize, Command, Reply, StoneBlock};
use crate::session::position::Position;
use crate::session::{Dialect, Effect, Session, ThinkKind};
use crate::wire::Pair;

const NO_BOARD: &str = "no board: send START first";

impl Session {
    /// Runs a command while nobody thinks.
    pub(super) fn run(&mut self, command: Command) {
        match command {
            Command::Start(size) => self.start(size),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(),
            Command::Turn(pair) => self.turn(pair),
            Command::Play(pair) => self.play(pair),
            Command::Takeback(pair) => self.takeback(pair),
            Command::Board(block) => {
                if self.set_board(&block) {
                    self.think(ThinkKind::BestMove);
                }
            }
            Command::Swap2Board(block) => self.swap2_board(&block),
            Command::Info(info) => self.info(&info),
            Command::About => self.write(Reply::About(self.host.identity.clone())),
            Command::Stop { is_yixin } => {
                if is_yixin {
                    self.dialect = Dialect::Yixin;
                }
                self.stop();
            }
            Command::End => self.end(),
            Command::Yixin(command) => self.run_yixin(command),
            Command::Ignored => {}
            Command::Unknown(word) => {
                if self.dialect == Dialect::Gomocup {
                    self.write(Reply::Unknown(word));
                }
            }
        }
    }

    fn start(&mut self, size: BoardSize) {
        self.position = None;
        match size {
            BoardSize::Sides(width, height) if width != height => {
                self.error("rectangular boards are not supported, use 15x15 or 20x20");
            }
            BoardSize::Sides(side, _) => match u64::try_from(side).ok().map(Size::new) {
                Some(Ok(size)) => self.new_game(size),
                _ => self.unsupported_size(&side.to_string()),
            },
            BoardSize::Unreadable => self.unsupported_size("that is no number"),
        }
    }

    /// Piskvork looks for "20" in the text and then offers that size.
    fn unsupported_size(&mut self, what: &str) {
        self.error(format!(
            "unsupported board size {what}: boards have sides {} to {}, usual are 15 and 20",
            Size::MIN,
            Size::MAX
        ));
    }

    fn restart(&mut self) {
        match self.position.as_ref().map(Position::size) {
            Some(size) => self.new_game(size),
            None => self.error(NO_BOARD),
        }
    }

    fn new_game(&mut self, size: Size) {
        self.position = Some(Position::new(size));
        self.settings.new_game();
        self.effects.push(Effect::NewGame);
        self.write(Reply::Ok);
    }

    /// The position, or an error to the manager.
    pub(super) fn board(&mut self) -> Option<&mut Position> {
        if self.position.is_none() {
            self.error(NO_BOARD);
        }
        self.position.as_mut()
    }

    fn begin(&mut self) {
        let Some(position) = self.board() else { return };
        if position.n_placed() == 0 {
            self.think(ThinkKind::BestMove);
        } else {
            self.error("board is not empty");
        }
    }

    fn turn(&mut self, pair: Option<Pair>) {
        let Some(point) = self.free_point("TURN", pair) else { return };
        let Some(position) = &mut self.position else { return };
        position.put(position.opponent(), point);
        self.think(ThinkKind::BestMove);
    }

    fn play(&mut self, pair: Option<Pair>) {
        let Some(point) = self.free_point("PLAY", pair) else { return };
        let rule = self.rule();
        let Some(position) = &mut self.position else { return };
        let color = position.engine();
        position.set_to_move(color);
        // A game that is over by our count may go on by the manager's.
        if let Some(reason @ IllegalMove::Forbidden(_)) = position.game(rule).illegal_reason(point)
        {
            self.error(reason.to_string());
            return;
        }
        position.put(color, point);
        position.set_engine(color);
        self.write(Reply::Move(point));
    }

    fn takeback(&mut self, pair: Option<Pair>) {
        let rule = self.rule();
        let Some(position) = self.board() else { return };
        let Some(pair) = pair else { return self.not_two_numbers("TAKEBACK") };
        let is_removed =
            pair.point(position.size()).is_some_and(|point| position.take_back(rule, point));
        if is_removed {
            self.write(Reply::Ok);
        } else {
            self.error(format!("no stone on cell {pair}"));
        }
    }

    /// The point of an argument, or an error to the manager.
    fn free_point(&mut self, keyword: &str, pair: Option<Pair>) -> Option<Point> {
        let rule = self.rule();
        let position = self.board()?;
        let Some(pair) = pair else {
            self.not_two_numbers(keyword);
            return None;
        };
        match position.free_point(rule, pair) {
            Ok(point) => Some(point),
            Err(refusal) => {
                self.error(refusal.to_string());
                None
            }
        }
    }

    fn not_two_numbers(&mut self, keyword: &str) {
        self.error(format!("{keyword} needs two numbers, as in {keyword} 7,7"));
    }

    /// Replaces the position by a block; a bad one leaves an empty board.
    pub(super) fn set_board(&mut self, block: &StoneBlock) -> bool {
        let rule = self.rule();
        let Some(position) = self.board() else { return false };
        match Position::from_block(position.size(), rule, block) {
            Ok(new) => {
                *position = new;
                true
            }
            Err(fault) => {
                *position = Position::new(position.size());
                self.error(fault.to_string());
                false
            }
        }
    }
}
