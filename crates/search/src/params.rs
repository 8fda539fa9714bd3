//! The constants of the search: one row each, with a name, a reason and a range.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:expr, $min:expr, $max:expr;)*) => {
        /// The tunable constants of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Params {
            /// The names with default, least and largest value.
            pub const ROWS: &'static [(&'static str, i32, i32, i32)] =
                &[$((stringify!($name), $default, $min, $max),)*];

            /// Sets a constant by its name; `false` if there is none of this name or the value is
            /// out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => {
                        self.$name = value;
                        true
                    })*
                    _ => false,
                }
            }
        }
    };
}

params! {
    /// Half the width of the first window around the last score.
    aspiration_width = 24, 4, 200;
    /// The depth from which windows are narrowed, in plies.
    aspiration_depth = 5, 1, 20;
    /// Evaluation this far below alpha (per ply left) leaves only fours to hope for.
    razor_base = 130, 0, 2000;
    /// See `razor_base`.
    razor_per_ply = 110, 0, 2000;
    /// The largest depth at which that is done, in plies.
    razor_depth = 2, 0, 8;
    /// Evaluation this far above beta per ply left is believed.
    futility_per_ply = 75, 10, 1000;
    /// The largest depth at which that is done, in plies.
    futility_depth = 9, 0, 20;
    /// Moves looked at before the rest is skipped, at depth zero.
    move_count_base = 4, 1, 50;
    /// How much that grows with the depth, in hundredths; a little faster than linearly.
    move_count_growth = 120, 10, 1000;
    /// The least depth for a null move, in plies.
    null_depth = 7, 2, 30;
    /// How far above beta the evaluation has to be for it.
    null_margin = 150, 0, 2000;
    /// The least depth for testing whether the table move stands alone, in plies.
    singular_depth = 7, 3, 30;
    /// The same where stones are taken: there so many moves stand alone that testing them all costs
    /// plies of depth.
    capture_singular_depth = 12, 3, 30;
    /// How far below the table's score the others have to stay, per ply of depth.
    singular_margin = 3, 0, 50;
    /// Extension for answering a four, in sixteenths of a ply.
    forced_extension = 20, 0, 32;
    /// How many plies below the horizon an attack is followed where stones are taken.
    capture_horizon = 4, 1, 40;
    /// How many plies below the horizon an open four that is threatened is still answered.
    threat_depth = 1, 0, 99;
    /// The least depth at which the answers to a four with a three are worked out, in plies.
    four_three_depth = 1, 0, 99;
    /// A late move that beats alpha by so much is searched again a ply deeper.
    deeper_margin = 50, 0, 40_000;
    /// One that beats the best so far by less is searched again a ply less deep.
    shallower_margin = 8, -1, 500;
    /// Late move reduction, in sixteenths of a ply: more for a move far off that leaves a
    /// threatened line alone.
    reduction_stray = 24, 0, 64;
    /// Late move reduction: constant part, in sixteenths of a ply.
    reduction_base = 2, -32, 64;
    /// Late move reduction: factor of ln(depth) * ln(move number), in sixteenths of a ply.
    reduction_factor = 10, 0, 64;
    /// Late move reduction, in sixteenths of a ply: more where a cut-off is expected.
    reduction_cut = 16, 0, 64;
    /// Less on a principal variation.
    reduction_pv = 16, 0, 64;
    /// More where things got worse.
    reduction_falling = 8, 0, 64;
    /// Less for a move that makes a four and a three.
    reduction_four = 16, 0, 64;
    /// Less for a move that makes a three or a four.
    reduction_three = 8, 0, 64;
    /// Less for a move that takes such a point.
    reduction_taken = 8, 0, 64;
    /// History units for one ply less reduction.
    reduction_history = 7000, 500, 50000;
    /// Policy units below the best for one ply more reduction.
    reduction_policy = 500, 50, 20000;
    /// How much of the history goes into the order of moves, in percent.
    order_history = 8, 0, 100;
}
