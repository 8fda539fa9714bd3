//! The procedures as lists of steps.

use alloc::vec;
use alloc::vec::Vec;

use super::Opening;
use crate::Color;

/// Who acts in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// The player who opens.
    Opener,
    /// The other one.
    Second,
    /// Whoever holds this color at that time.
    Holder(Color),
}

/// Where a stone may go, by its distance from the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    Anywhere,
    AtMost(u8),
    AtLeast(u8),
}

/// How many fifth moves are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offers {
    Fixed(u32),
    Declared,
}

/// One step; the actor stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Place the next stone.
    Place(Zone),
    /// Swap or stay.
    SwapOrStay,
    /// Take Black or White, or, if `may_put_two`, place two more stones.
    ChooseColor { may_put_two: bool },
    /// Announce a number of fifth moves from one up to this.
    Declare(u32),
    /// Offer fifth moves.
    Offer(Offers),
    /// Pick one of them as the fifth stone.
    Pick,
    /// Taraguchi's fourth swap: offer ten instead, or stay or swap and place the fifth stone.
    OfferTenOrFifth,
}

pub(super) type Step = (Actor, Task);

const BLACK: Actor = Actor::Holder(Color::Black);
const WHITE: Actor = Actor::Holder(Color::White);

/// The most fifth moves one may declare.
const YAMAGUCHI_MOST: u32 = 12;
const SOOSORV_MOST: u32 = 8;

/// The steps of a procedure as far as they are known at the start.
pub(super) fn steps_of(opening: Opening) -> Vec<Step> {
    match opening {
        Opening::Free => Vec::new(),
        Opening::Pro => centre_then_away(3),
        Opening::LongPro => centre_then_away(4),
        Opening::Pie => {
            vec![(Actor::Opener, Task::Place(Zone::Anywhere)), (Actor::Second, Task::SwapOrStay)]
        }
        Opening::Swap => three_then_choice(false),
        Opening::Swap2 => three_then_choice(true),
        Opening::Rif => {
            let mut steps = three_classical_stones();
            steps.push((Actor::Second, Task::SwapOrStay));
            steps.push((WHITE, Task::Place(Zone::Anywhere)));
            steps.extend(fifth_move(Offers::Fixed(2)));
            steps
        }
        Opening::Yamaguchi => {
            let mut steps = three_classical_stones();
            steps.push((Actor::Opener, Task::Declare(YAMAGUCHI_MOST)));
            steps.push((Actor::Second, Task::SwapOrStay));
            steps.push((WHITE, Task::Place(Zone::Anywhere)));
            steps.extend(fifth_move(Offers::Declared));
            steps
        }
        Opening::Soosorv8 => {
            let mut steps = three_classical_stones();
            steps.push((Actor::Second, Task::SwapOrStay));
            steps.push((WHITE, Task::Place(Zone::Anywhere)));
            steps.push((WHITE, Task::Declare(SOOSORV_MOST)));
            steps.push((BLACK, Task::SwapOrStay));
            steps.extend(fifth_move(Offers::Declared));
            steps
        }
        Opening::Tarannikov => (1..=5).flat_map(stone_then_swap).collect(),
        Opening::Taraguchi10 => {
            let mut steps: Vec<Step> = (1..=3).flat_map(stone_then_swap).collect();
            steps.push((WHITE, Task::Place(Zone::AtMost(3))));
            steps.push((BLACK, Task::OfferTenOrFifth));
            steps
        }
    }
}

/// What follows the choice to place two more stones in swap2.
pub(super) fn two_more_stones() -> Vec<Step> {
    vec![
        (Actor::Second, Task::Place(Zone::Anywhere)),
        (Actor::Second, Task::Place(Zone::Anywhere)),
        (Actor::Opener, Task::ChooseColor { may_put_two: false }),
    ]
}

/// What follows the choice to offer ten fifth moves.
pub(super) fn ten_offers() -> Vec<Step> {
    fifth_move(Offers::Fixed(10)).to_vec()
}

/// Stone `k` within the square of its number, then the chance to swap.
pub(super) fn stone_then_swap(k: u8) -> [Step; 2] {
    let color = Color::of_stone(usize::from(k));
    [
        (Actor::Holder(color), Task::Place(Zone::AtMost(k - 1))),
        (Actor::Holder(!color), Task::SwapOrStay),
    ]
}

fn centre_then_away(distance: u8) -> Vec<Step> {
    vec![
        (Actor::Opener, Task::Place(Zone::AtMost(0))),
        (Actor::Second, Task::Place(Zone::Anywhere)),
        (Actor::Opener, Task::Place(Zone::AtLeast(distance))),
    ]
}

fn three_then_choice(may_put_two: bool) -> Vec<Step> {
    let mut steps = vec![(Actor::Opener, Task::Place(Zone::Anywhere)); 3];
    steps.push((Actor::Second, Task::ChooseColor { may_put_two }));
    steps
}

fn three_classical_stones() -> Vec<Step> {
    (0..3).map(|distance| (Actor::Opener, Task::Place(Zone::AtMost(distance)))).collect()
}

fn fifth_move(offers: Offers) -> [Step; 2] {
    [(BLACK, Task::Offer(offers)), (WHITE, Task::Pick)]
}
