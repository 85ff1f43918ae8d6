"""LangChain's own suite for sandboxes, on ours.

Seven of its tests contradict deepagents 0.7.32 itself (relative paths of glob,
write refusing to overwrite) and fail for every backend.  They stay so here:
deepagents applies its deny rules to the absolute paths that its glob gives.
"""

import pytest
from langchain_tests.integration_tests import SandboxIntegrationTests

from caisson.integrations.sandboxes.deepagents import CaissonBackend

DISAGREE = {
    "test_glob",
    "test_glob_basic_pattern",
    "test_glob_with_directories",
    "test_glob_hidden_files_explicitly",
    "test_glob_with_character_class",
    "test_glob_with_question_mark",
    "test_write_existing_file_fails",
}


class TestCaisson(SandboxIntegrationTests):
    @pytest.fixture(scope="class")
    def sandbox(self):
        with CaissonBackend() as backend:
            yield backend

    @pytest.fixture(autouse=True)
    def known(self, request):
        name = request.node.originalname
        if name in DISAGREE:
            request.node.add_marker(pytest.mark.xfail(reason="deepagents disagrees"))
