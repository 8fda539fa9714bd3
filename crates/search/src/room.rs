//! How large a table may be where memory is short.

/// Left free for everything else: a table that takes the last of the memory ends the program.
const HEADROOM: usize = 96 << 20;

/// So many items, or half as many, or a quarter, …, until they leave room for everything else; at
/// least one. Nothing is written to try it, so it costs nothing.
pub(crate) fn affordable<T>(wanted: usize) -> usize {
    let spare = HEADROOM.div_ceil(size_of::<T>().max(1));
    let has_room = |n: usize| Vec::<T>::new().try_reserve_exact(n.saturating_add(spare)).is_ok();
    let mut n = wanted.max(1);
    while n > 1 && !has_room(n) {
        n /= 2;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_room_for_is_granted_and_what_no_machine_has_is_not() {
        assert_eq!(affordable::<u64>(1 << 10), 1 << 10);
        assert_eq!(affordable::<u64>(0), 1);
        let granted = affordable::<u64>(1 << 62);
        assert!(granted.is_power_of_two() && granted < 1 << 62);
    }
}
