"""Which test holds which statement of the acceptance list of sandboxes.

Statements 45 to 61 are about egress: their tests are in tests/cli (an `exec`) and
tests/attacks (groups H and I, each with a control), and in test_network.py for
sandboxes with a name; it is one egress process in all of them.

    python3 tests/sandbox/test_statements.py     prints the table

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
FOLDERS = ("sandbox", "images", "python/named", "cli", "attacks")
WANTED = [*range(1, 76)]

HELD = {
    1: "a_result_has_the_contracts_fields",
    2: "a_spec_has_the_contracts_order_and_defaults",
    3: "a_handle_without_one_method_cannot_be_made "
       "a_client_without_one_method_cannot_be_made",
    4: "bad_names bad_names_are_refused one_name_for_one "
       "one_of_two_creates_of_a_name_succeeds",
    5: "argv_is_exact",
    6: "exit_codes_and_reasons",
    7: "exit_codes_and_reasons",
    8: "deadline_kills_the_whole_tree_and_keeps_output "
       "a_timeout_keeps_output_and_kills_everything_it_started",
    9: "deadline_kills_the_whole_tree_and_keeps_output",
    10: "deadline_kills_the_whole_tree_and_keeps_output",
    11: "output_at_the_cap truncated_is_exact",
    12: "endless_output_does_not_grow_the_keeper",
    13: "truncated_is_exact",
    14: "background_processes a_background_process_lives_on_until_stop",
    15: "logs_are_readable_in_every_state_and_escaped stop_start_keep_files",
    16: "output_cannot_forge_a_record logs_are_readable_in_every_state_and_escaped",
    17: "stop_start_keep_files files_stay_over_stop_and_start",
    18: "one_shots_leave_nothing",
    19: "a_killed_client_leaves_no_ephemeral_sandbox "
        "lost_creator_of_an_ephemeral_sandbox",
    20: "long_scripts_pass_as_a_file one_shots_leave_nothing",
    22: "without_hosts_there_is_no_way",
    23: "all_faults_of_a_spec_are_told faults_leave_nothing "
        "the_administrators_file_is_a_ceiling_for_options "
        "more_than_the_policy_is_refused_and_a_default_is_lowered",
    25: "many_at_once no_more_live_at_one_time_than_the_policy_allows capacity",
    27: "three_forms_give_one_tree",
    28: "one_changed_byte_is_noticed a_wrong_diff_id_is_noticed",
    29: "token_redirect_and_no_authorization_elsewhere false_bytes_are_refused",
    30: "never_opens_no_socket",
    31: "is_refused absolute_names_and_links_stay_inside "
        "a_link_is_replaced_and_not_followed whiteouts_follow_the_specification "
        "devices_fifos_bits_and_attributes_are_dropped too_many_entries "
        "a_bomb_is_not_unpacked",
    32: "hostile_root_and_shared_tree",
    33: "only_images_that_the_policy_allows hostile_references_are_refused "
        "an_empty_list_allows_no_image_at_all "
        "a_digest_is_required_where_the_policy_says_so a_broken_policy_makes_nothing",
    34: "killed_at_random_points a_tree_without_its_marker_is_not_used",
    35: "hostile_root_and_shared_tree",
    36: "workspace_overlay diff_and_commit discard",
    37: "conflict conflict_below_a_removed_directory no_link_of_the_host_is_followed",
    38: "workspace_read_only",
    39: "rules_say_what_is_committed rules_hold_on_the_host_at_once "
        "rules_hold_for_file_operations_and_after_a_start",
    40: "protected_names_of_a_writable_workspace d10_protected_names_that_do_not_exist",
    41: "sockets_of_the_host",
    42: "workspace_swapped",
    43: "what_cannot_be_enforced_is_not_created faults_leave_nothing",
    44: "a_secret_in_the_environment a_secret_in_the_environment_beside_a_bound_one",
    45: "secrets_are_put_in_outside i01_i06_the_value_is_nowhere_in_a_sandbox",
    46: "secrets secrets_in_query_and_body i02_a_placeholder_for_another_host",
    47: "secrets i03_a_server_that_sends_the_value_back secrets_in_streams",
    48: "what_cannot_be_enforced_is_not_created secrets_that_cannot_be_bound "
        "a_dead_egress_process_takes_only_the_network i04_the_egress_process_is_killed",
    49: "secrets_change_while_it_runs i07_a_value_that_changes_while_it_runs",
    50: "without_hosts_there_is_no_way without_a_list_there_is_no_way_out "
        "h01_rules_that_grant_nothing h02_h03_direct_connections "
        "h26_frames_and_packets_of_ones_own",
    51: "allowed_names_by_every_entry a_client_reaches_what_is_allowed_and_nothing_else",
    52: "the_name_matrix_has_one_verdict h05_h07_odd_spellings "
        "h27_the_request_of_the_engine",
    53: "nothing_else_is_reached h01_rules_that_grant_nothing h01_h06_unlisted_names",
    54: "every_class_of_address_is_refused h09_answers_that_change "
        "h08_h28_addresses_that_are_not_public",
    55: "connection_greeting_and_host_are_one_name h10_h11_names_that_differ",
    56: "tunnel_by_greeting what_cannot_be_enforced_is_not_created",
    57: "strict_http h13_h16_messages_that_can_be_read_twice h12_other_protocols",
    58: "upstream_certificates h25_servers_that_cannot_prove_who_they_are",
    59: "the_authority_is_the_sandboxs_own h24_the_authority_elsewhere",
    60: "bytes_are_counted_exactly budgets h21_more_than_granted "
        "rules_hold_in_the_middle_of_a_body",
    61: "denials_are_told_alike_everywhere",
    62: "memory",
    63: "processes",
    64: "a_full_layer_is_enospc_inside_and_nothing_more a_layer_on_disk_has_a_cap "
        "files_of_a_layer_in_memory_are_counted",
    65: "processor_time processor_time_of_a_command_has_a_cap",
    66: "files_and_descriptors a_file_has_a_cap",
    67: "idle_and_lifetime",
    68: "signals_and_detached_commands",
    69: "keeper_killed",
    70: "kill_creators_and_keepers_anywhere a_dead_creator_owns_no_name",
    71: "cycles_leak_nothing",
    72: "labels_are_inert",
    73: "audit",
    74: "metrics",
    75: "faults_leave_nothing",
}  # fmt: skip

IN_PART = {
    10: "in the control groups of the machine that runs the tests",
    12: "300 MB instead of 10 GB",
    15: "without HTTP and a daemon, which do not exist",
    20: "240 KB of Python, 300 KB of shell",
    22: "without HTTP",
    23: "without HTTP",
    25: "without HTTP; ten creates at once under a cap",
    31: "entries and sizes are smaller caps, set for the test",
    39: "without the record of what the kernel refuses (audit.trace_denials)",
    48: "the faults are a tunnel rule, a missing value and a killed process",
    50: "what the resolver and servers outside see is looked at, not packets",
    51: "names come from the resolver inside, not from /etc/hosts",
    61: "the audit has the number as data.denial",
    64: "ENOSPC for layers in memory; one on disk is counted once a second and its "
        "commands are ended",
    68: "the sealed result and signals, without a daemon",
    70: "12 kills here, 200 by make sandbox-campaign",
    71: "15 cycles here, 1,000 by make sandbox-campaign",
}

OPEN = {
    21: "sandboxes have no HTTP interface yet",
    24: "sandboxes have no HTTP interface yet; users are kept apart by the host",
    26: "sandboxes have no HTTP interface yet",
}


def known() -> set[str]:
    """The names of all tests in the folders."""
    return {
        name
        for folder in FOLDERS
        for path in (TESTS / folder).glob("test_*.py")
        for name in re.findall(r"def test_(\w+)", path.read_text())
    }


def test_every_statement_is_held_or_named_as_open() -> None:
    assert sorted(HELD | OPEN) == WANTED
    assert not HELD.keys() & OPEN.keys()
    assert IN_PART.keys() <= HELD.keys()


def test_the_tests_exist() -> None:
    named = {name for names in HELD.values() for name in names.split()}
    assert named - known() == set()


def main() -> None:
    """Print it."""
    for n in WANTED:
        print(f"{n:2} {HELD.get(n, 'open: ' + OPEN.get(n, ''))}")
        if n in IN_PART:
            print(f"   in part: {IN_PART[n]}")


if __name__ == "__main__":
    main()
