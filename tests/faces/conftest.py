"""The command line, run in this process."""

import pytest
from haventms_widgets.faces.cli import main


@pytest.fixture
def run(capsys):
    """Run the command line: exit code, stdout, stderr."""

    def call(*arguments):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return call
