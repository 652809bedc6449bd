//! Every fault, one file each.

use crate::fault::Fault;

/// Declares the module of each fault, and lists the faults in this order.
macro_rules! faults {
    ($($module:ident,)*) => {
        $(mod $module;)*

        /// Every fault.
        pub const ALL: [Fault; [$(stringify!($module)),*].len()] = [$($module::FAULT),*];
    };
}

faults! {
    breakpoint_not_hit,
    breakpoint_hit_twice,
    breakpoint_needs_another,
    breakpoint_hit_in_dead_code,
    breakpoint_slides_too_far,
    direct_set_differs_from_slid,
    breakpoint_not_removable,
    breakpoint_refuses_removal,
    breakpoint_lost_while_paused,
    condition_ignored,
    order_matters,
    comment_shifts_breakpoint,
    step_over_becomes_continue,
    step_in_misses_calls,
    step_out_stops_early,
    step_out_overshoots,
    step_interrupted_stays_pending,
    look_changes_step,
    pause_without_reason,
    frame_missing,
    wrong_column,
    never_answers,
    crash,
    output_changed_by_debugging,
    variable_missing,
    variable_stale,
    variable_wrong,
    variable_shadowed,
    variable_missing_once_captured,
    variable_optimised_out,
    parameters_shifted,
    look_changes_state,
    evaluate_wrong,
    contents_stale,
    last_child_missing,
    page_repeated,
    children_reordered,
    child_hidden,
    child_of_another,
    expanding_changes_run,
    getter_run,
    text_truncated,
    sign_lost,
    caller_shows_callee,
    caller_order_mixed,
    evaluate_in_wrong_frame,
    hover_changes_run,
    completion_missing,
    operators_out_of_order,
    context_decides,
    fraction_lost,
    siblings_mixed_up,
}

/// The fault of that name.
pub fn by_name(name: &str) -> Option<Fault> {
    ALL.into_iter().find(|fault| fault.name == name)
}
