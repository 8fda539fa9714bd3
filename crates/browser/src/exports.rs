//! What the module and the page's scripts call of each other. Text goes through the module's memory:
//! whoever calls asks for room there and gives it back.
#![expect(unsafe_code, reason = "the functions of the other side and bytes that it has written")]

use std::cell::RefCell;
use std::sync::{Arc, Once};
use std::time::Duration;

use serde_json::Value;

use crate::{Host, Mind, World};

#[link(wasm_import_module = "tengen")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    fn now() -> f64;
    /// Milliseconds of a clock that never runs backwards.
    fn monotonic() -> f64;
    /// Fills memory with what nobody can guess.
    fn random(start: *mut u8, len: usize);
    /// Takes a message.
    fn emit(start: *const u8, len: usize);
    /// Whether to stop thinking.
    fn stop_requested() -> i32;
    /// Takes the last words before everything ends.
    fn panic(start: *const u8, len: usize);
}

/// The worker this runs in.
#[derive(Clone, Copy, Debug)]
struct Worker;

fn duration_of_ms(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}

fn read_clock() -> Duration {
    // SAFETY: it takes nothing and touches no memory.
    duration_of_ms(unsafe { monotonic() })
}

impl World for Worker {
    fn now(&self) -> Duration {
        // SAFETY: it takes nothing and touches no memory.
        duration_of_ms(unsafe { now() })
    }

    fn monotonic(&self) -> Duration {
        read_clock()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        // SAFETY: the other side writes inside of these bytes only, and before it returns.
        unsafe { random(bytes.as_mut_ptr(), bytes.len()) }
    }

    fn emit(&self, message: &Value) {
        let text = message.to_string();
        // SAFETY: the other side reads these bytes only, and before it returns.
        unsafe { emit(text.as_ptr(), text.len()) }
    }

    fn is_stop_requested(&self) -> bool {
        // SAFETY: it takes nothing and touches no memory.
        unsafe { stop_requested() != 0 }
    }
}

/// Before anything else: the clock, and who hears of a panic.
fn ready() -> Worker {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tengen_engine::give_clock(read_clock);
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            // SAFETY: the other side reads these bytes only, and before it returns.
            unsafe { panic(text.as_ptr(), text.len()) }
        }));
    });
    Worker
}

/// Room for a message of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn tengen_alloc(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Gives room back.
///
/// # Safety
///
/// It must be what `tengen_alloc` gave for this length, and is gone afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn tengen_free(start: *mut u8, len: usize) {
    // SAFETY: as the caller promises, this is the box that `tengen_alloc` made.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)) });
}

/// Runs the benchmark.
#[unsafe(no_mangle)]
extern "C" fn tengen_bench() {
    crate::bench(&ready());
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::new(Host::new(Arc::new(ready())));
    static MIND: RefCell<Mind> = RefCell::new(Mind::new(Arc::new(ready())));
}

/// The text that the other side has written.
///
/// # Safety
///
/// It must be what `tengen_alloc` gave for this length, and stay as it is meanwhile.
unsafe fn text_at(start: *const u8, len: usize) -> String {
    // SAFETY: as the caller promises, these bytes are there and nobody changes them.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(start, len) }).into_owned()
}

/// Takes a message for the worker with the games.
///
/// # Safety
///
/// The message is in room that `tengen_alloc` gave for this length.
#[unsafe(no_mangle)]
unsafe extern "C" fn tengen_message(start: *const u8, len: usize) {
    // SAFETY: as the caller promises.
    let text = unsafe { text_at(start, len) };
    HOST.with_borrow_mut(|host| host.message(&text));
}

/// Time has passed for the worker with the games.
#[unsafe(no_mangle)]
extern "C" fn tengen_tick() {
    HOST.with_borrow_mut(Host::tick);
}

/// Thinks about a job, to its end.
///
/// # Safety
///
/// The job is in room that `tengen_alloc` gave for this length.
#[unsafe(no_mangle)]
unsafe extern "C" fn tengen_think(start: *const u8, len: usize) {
    // SAFETY: as the caller promises.
    let text = unsafe { text_at(start, len) };
    MIND.with_borrow_mut(|mind| mind.think(&text));
}
