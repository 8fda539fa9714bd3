//! The commands of the Yixin dialect.

use tengen_rules::Point;

use crate::gomocup::{PointBlock, Reply};
use crate::session::position::Position;
use crate::session::{Dialect, Effect, Session, ThinkKind};
use crate::yixin::YxCommand;

/// More closed lines than any person closes.
const MAX_PATHS: usize = 1024;

impl Session {
    pub(super) fn run_yixin(&mut self, command: YxCommand) {
        self.dialect = Dialect::Yixin;
        match command {
            YxCommand::Board(block) => _ = self.set_board(&block),
            YxCommand::ShowForbid => self.show_forbid(),
            YxCommand::HashClear => self.effects.push(Effect::ClearHash),
            YxCommand::ShowInfo => self.show_info(),
            YxCommand::NBest(n) => self.think(ThinkKind::NBest(n)),
            YxCommand::SearchDefend => self.think(ThinkKind::SearchDefend),
            YxCommand::BalanceOne(bias) => self.think(ThinkKind::BalanceOne(bias)),
            YxCommand::BalanceTwo(bias) => self.think(ThinkKind::BalanceTwo(bias)),
            YxCommand::Block(block) => {
                let points = self.points_on_board(&block);
                self.excluded.extend(points);
            }
            YxCommand::BlockUndo(block) => {
                for point in self.points_on_board(&block) {
                    self.excluded.remove(&point);
                }
            }
            YxCommand::BlockReset => self.excluded.clear(),
            YxCommand::BlockPath(block) => {
                let path = self.points_on_board(&block);
                if !path.is_empty() && self.closed_paths.len() < MAX_PATHS {
                    self.closed_paths.insert(path);
                }
            }
            YxCommand::BlockPathUndo(block) => {
                let path = self.points_on_board(&block);
                self.closed_paths.remove(&path);
            }
            YxCommand::BlockPathReset => self.closed_paths.clear(),
            YxCommand::Forbid { is_added, at, color } => {
                let point = self.position.as_ref().and_then(|position| at.point(position.size()));
                if let Some(point) = point {
                    if is_added {
                        self.forbidden.insert((point, color));
                    } else {
                        self.forbidden.remove(&(point, color));
                    }
                }
            }
            YxCommand::Soosorv { step, n, block } => self.soosorv_step(step, n, &block),
            YxCommand::Swap2Step(step) => self.swap2_step(step),
            YxCommand::Draw => self.message("DRAW REJECT"),
            YxCommand::Refused(text) => self.message(text),
            YxCommand::Silent => {}
        }
    }

    fn show_forbid(&mut self) {
        let rule = self.rule();
        let mut points: Vec<Point> = self.position.as_ref().map_or_else(Vec::new, |position| {
            position.game(rule).forbidden_points().into_iter().map(|(point, _)| point).collect()
        });
        points.sort_by_key(|point| (point.x(), point.y()));
        self.write(Reply::Forbid(points));
    }

    fn show_info(&mut self) {
        let (threads, hash) = (self.host.max_threads, self.host.max_hash_log2_kib);
        self.write(Reply::Capability("MAX_THREAD_NUM", u64::from(threads)));
        self.write(Reply::Capability("MAX_HASH_SIZE", u64::from(hash)));
    }

    fn points_on_board(&self, block: &PointBlock) -> Vec<Point> {
        let Some(size) = self.position.as_ref().map(Position::size) else {
            return Vec::new();
        };
        block.points.iter().filter_map(|pair| pair.point(size)).collect()
    }
}
