//! How large a table may be where memory is short.

/// Left free for everything else: a table that takes the last of the memory ends the program.
/// In a browser what was once taken stays taken, so that trying would already be too much.
const HEADROOM: usize = if cfg!(target_family = "wasm") { 0 } else { 96 << 20 };
/// Left free where there is not even that: the program runs in it, and a table is better than none.
const LEAST_HEADROOM: usize = if cfg!(target_family = "wasm") { 0 } else { 24 << 20 };

/// A table should not be smaller than this for the sake of the headroom.
const SMALL_TABLE: usize = 1 << 20;

/// So many items, or half as many, or a quarter, …, until they leave room for everything else; at
/// least one. Nothing is written to try it, so it costs nothing.
pub(crate) fn affordable<T>(wanted: usize) -> usize {
    let item = size_of::<T>().max(1);
    let n = largest::<T>(wanted, |_| HEADROOM);
    if n * item >= SMALL_TABLE.min(wanted.saturating_mul(item)) {
        return n;
    }
    largest::<T>(wanted, |n_bytes| n_bytes.clamp(LEAST_HEADROOM, HEADROOM))
}

/// As many items as leave this headroom, by halving.
fn largest<T>(wanted: usize, headroom: impl Fn(usize) -> usize) -> usize {
    let item = size_of::<T>().max(1);
    let has_room = |n: usize| {
        let spare = headroom(n.saturating_mul(item)).div_ceil(item);
        Vec::<T>::new().try_reserve_exact(n.saturating_add(spare)).is_ok()
    };
    let mut n = wanted.max(1);
    while n > 1 && !has_room(n) {
        n /= 2;
    }
    n
}

/// The size of a table for which there is room, in MiB: the wanted one, or the largest half of a half
/// of it.
pub fn affordable_mib(wanted: usize) -> usize {
    affordable::<[u8; 1 << 20]>(wanted)
}

/// Asks for large pages for what a vector will hold, before anything is written to it. A table is
/// read at random places; with small pages the processor looks up an address longer than it waits
/// for the data. If the system has none, nothing changes.
pub(crate) fn prefer_large_pages<T>(items: &mut Vec<T>) {
    // The interpreter that checks `unsafe` code does not know the system's functions.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let room = items.spare_capacity_mut();
        let n_bytes = size_of_val(room);
        let start = room.as_mut_ptr().cast::<core::ffi::c_void>();
        let to_page = start.align_offset(PAGE);
        if n_bytes <= to_page.saturating_add(PAGE) {
            return;
        }
        #[expect(unsafe_code, reason = "a tenth of the time of a search")]
        // SAFETY: the pages are inside the vector's own room, and the advice changes no content.
        let _is_heard = unsafe {
            madvise(start.wrapping_byte_add(to_page), n_bytes - to_page, Advice::LinuxHugepage)
        };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = items;
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
        assert_eq!(affordable_mib(8), 8);
        assert!(affordable_mib(usize::MAX >> 20) < usize::MAX >> 21);
    }
}
