"""Sweeps: the facts of an explorer over a grid, whole after every break, by any executor."""

import json
import multiprocessing
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from fractions import Fraction

import pytest
from haventms_widgets import sweep
from haventms_widgets.run import Refused
from haventms_widgets.sweeps import SweepError, grid
from haventms_widgets.sweeps.grid import MOST, request, values_of
from haventms_widgets.sweeps.journal import Journal, JournalError

OVER = {"swiftness": range(5), "factors.0.kind": ["ice", "crowd"]}


class Here(Executor):
    """Computes at once, in this process; counts the points, and breaks off after so many tasks."""

    def __init__(self, tasks=None, error=KeyboardInterrupt):
        self.left, self.error, self.points = tasks, error, 0

    def submit(self, work, explorer, batch):
        if self.left == 0:
            raise self.error
        self.left = self.left and self.left - 1
        self.points += len(batch)
        done = Future()
        done.set_result(work(explorer, batch))
        return done


class Losing(Executor):
    """An executor whose workers are lost on every task given out for the first time, or on all."""

    def __init__(self, always=False):
        self.always, self.seen = always, set()

    def submit(self, work, explorer, batch):
        done, first = Future(), batch[0][0]
        if self.always or first not in self.seen:
            self.seen.add(first)
            done.set_exception(ConnectionError("the worker is gone"))
        else:
            done.set_result(work(explorer, batch))
        return done


def table(**options):
    return sweep("haven-speed", OVER, executor=Here(), **options)


def test_a_sweep_is_a_table_of_facts():
    """Ten feet and five a point of Swiftness (H-SPD-1), half of it on ice (H-ICE-1): a row a point, in order."""
    found = sweep("haven-speed", {"swiftness": range(5), "factors.0.kind": ["ice"]}, executor=Here())
    assert len(found) == 5
    assert found.columns[:4] == ("swiftness", "factors.0.kind", "headline", "Base speed (ft)")
    for swiftness, row in enumerate(found.records()):
        assert row["swiftness"] == str(swiftness)
        assert row["Base speed (ft)"] == 10 + 5 * swiftness
        assert Fraction(row["Base speed, exactly"]) == 10 + 5 * swiftness
        assert (row["Share the ground leaves"], row["Share the ground leaves, exactly"]) == (0.5, "1/2")
        assert row["refused"] == ""


def test_the_last_field_varies_fastest():
    """As loops written one inside the other."""
    found = [(row["swiftness"], row["factors.0.kind"]) for row in table().records()]
    assert found == [(str(s), kind) for s in range(5) for kind in ("ice", "crowd")]


def test_other_inputs_and_rulings_stay():
    """A field that is varied may be given as well."""
    over = {"r.haven_stack": ["multiply", "worst"]}
    found = sweep("haven-speed", over, executor=Here(), swiftness=7, factors=[{"kind": "ice"}, {"kind": "crowd"}])
    assert [row["Base speed (ft)"] for row in found.records()] == [45, 45]
    first, second = (Fraction(row["Share the ground leaves, exactly"]) for row in found.records())
    assert first < second == Fraction(1, 2)
    fixed = sweep("haven-speed", {"swiftness": [1]}, executor=Here(), swiftness=7, rulings={"haven_stack": "worst"})
    assert next(fixed.records())["Base speed (ft)"] == 15


def test_a_point_that_the_rules_refuse_says_why():
    """In its row; the others have their facts."""
    found = sweep("overland-pace", {"conditions": ["", "impassable"]}, executor=Here())
    fine, refused = found.records()
    assert fine["refused"] == ""
    assert fine["A round (ft)"] == 30
    assert refused["refused"] == "An impassable square cannot be entered: O-TAC-3."
    assert refused["A round (ft)"] is None


def test_any_executor_gives_the_same_table():
    """In this process, in threads, in the pool of processes that is the default."""
    here = table()
    with ThreadPoolExecutor(3) as threads:
        assert sweep("haven-speed", OVER, executor=threads) == here
    assert sweep("haven-speed", OVER) == here


def test_a_process_that_dies_loses_nothing():
    """The pool is made anew, and what it had in hand is given out again."""
    killed = []

    def kill(done, _all):
        if done and not killed:
            killed.append(multiprocessing.active_children()[0])
            killed[0].kill()

    over = {"swiftness": range(40)}
    assert sweep("haven-speed", over, progress=kill) == sweep("haven-speed", over, executor=Here())
    assert killed


def test_a_lost_worker_of_another_executor_loses_nothing():
    """A task is given out again; one that never comes back ends the sweep with a sentence."""
    assert sweep("haven-speed", OVER, executor=Losing()) == table()
    with pytest.raises(SweepError, match="A task failed 4 times over: the worker is gone"):
        sweep("haven-speed", OVER, executor=Losing(always=True))
    with pytest.raises(SweepError, match="The executor takes no more work"):
        sweep("haven-speed", OVER, executor=Here(0, RuntimeError("cannot schedule new futures after shutdown")))


@pytest.mark.parametrize("tasks", [0, 1, 4, 9])
def test_a_broken_sweep_goes_on_where_it_was(tmp_path, tasks):
    """Nothing that was computed is computed again, nothing is lost, and the table is the same."""
    file = tmp_path / "journal"
    with pytest.raises(KeyboardInterrupt):
        sweep("haven-speed", OVER, executor=Here(tasks), journal=file)
    rest = Here()
    kept = len(file.read_text().splitlines()) - 1
    assert sweep("haven-speed", OVER, executor=rest, journal=file) == table()
    assert rest.points == 10 - kept
    numbers = [json.loads(line)["n"] for line in file.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(10))
    done = Here(0)
    assert sweep("haven-speed", OVER, executor=done, journal=file) == table()


def test_a_line_that_was_cut_short_is_computed_again(tmp_path):
    """As a full disk or a power cut leaves it; also where it is the first."""
    file = tmp_path / "journal"
    table(journal=file)
    content = file.read_bytes()
    for cut in (len(content) - 1, len(content) - 30, 20, 0):
        file.write_bytes(content[:cut])
        assert table(journal=file) == table()
        assert sorted(file.read_bytes().splitlines()) == sorted(content.splitlines())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            '{"sweep": "x", "explorer": "haven-turn", "points": 3, "haventms": "0.0"}\n',
            "belongs to another sweep (of haven-turn, 3 points, haventms 0.0)",
        ),
        ("notes\n", "is no journal of a sweep"),
        ("[]\n", "is no journal of a sweep"),
        ("{}\n", "is no journal of a sweep"),
    ],
)
def test_a_file_that_is_no_journal_of_this_sweep_is_left_alone(tmp_path, content, sentence):
    """A sentence, and not a byte of it is changed."""
    file = tmp_path / "journal"
    file.write_text(content)
    with pytest.raises(JournalError) as told:
        table(journal=file)
    assert sentence in str(told.value)
    assert file.read_text() == content


def test_the_journal_belongs_to_one_request(tmp_path):
    """Another range, another input, another ruling: another sweep."""
    file = tmp_path / "journal"
    table(journal=file)
    with pytest.raises(JournalError, match="belongs to another sweep"):
        sweep("haven-speed", {"swiftness": range(6)}, executor=Here(), journal=file)
    with pytest.raises(JournalError, match="belongs to another sweep"):
        table(journal=file, mode_bonus=1)
    with pytest.raises(JournalError, match="belongs to another sweep"):
        table(journal=file, rulings={"haven_stack": "worst"})


def test_two_sweeps_do_not_write_into_one_journal(tmp_path):
    """The second is told; the first goes on."""
    file = tmp_path / "journal"
    asked = request("haven-speed", OVER)
    with Journal(file, asked), pytest.raises(JournalError, match="Another sweep is writing into"):
        Journal(file, asked)
    with Journal(file, asked) as again:
        assert again.done == {}
    with pytest.raises(JournalError, match="Cannot write"):
        Journal(tmp_path / "no" / "journal", asked)


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("swiftness", "1..4", ["1", "2", "3", "4"]),
        ("swiftness", "0..10..5", ["0", "5", "10"]),
        ("swiftness", "0..9..5", ["0", "5"]),
        ("swiftness", "-2..0", ["-2", "-1", "0"]),
        ("swiftness", "1,3,7..8", ["1", "3", "7", "8"]),
        ("swiftness", "0..1..1/3", ["0", "1/3", "2/3", "1"]),
        ("swiftness", "0..0.5..0.25", ["0", "0.25", "0.5"]),
    ],
)
def test_ranges(name, text, values):
    """Both ends belong to a range, where the steps meet them."""
    assert values_of("haven-speed", name, text) == values


def test_a_star_is_every_choice():
    """Of a choice, of a switch, within a group."""
    assert values_of("overland-pace", "mode", "*") == ["walk", "hustle", "run", "dash", "sprint"]
    assert values_of("overland-march", "tale", "*") == ["no", "yes"]
    with pytest.raises(Refused, match=r"swiftness is no choice of haven-speed, so \* stands for nothing there"):
        values_of("haven-speed", "swiftness", "*")


def test_python_says_the_same():
    """As a ValueError."""
    with pytest.raises(ValueError, match="A sweep varies one field or more"):
        sweep("haven-speed", {})
    with pytest.raises(ValueError, match="swiftness has no values to take"):
        sweep("haven-speed", {"swiftness": []})
    with pytest.raises(ValueError, match="Swiftness must be a whole number from 0 to 100"):
        sweep("haven-speed", {"mode_bonus": [1]}, swiftness=101)
    with pytest.raises(ValueError, match=f"at most {MOST:,}"):
        sweep("haven-speed", {"swiftness": range(2000), "mode_bonus": range(2000)})


def test_parquet_is_written_where_pyarrow_is_there(tmp_path):
    """The same columns and values; numbers stay numbers."""
    import pyarrow.parquet

    found = table()
    found.parquet(tmp_path / "s.parquet")
    read = pyarrow.parquet.read_table(tmp_path / "s.parquet")
    assert read.column_names == list(found.columns)
    assert read.to_pylist() == list(found.records())
    assert str(read.schema.field("Base speed (ft)").type) == "int64"


def test_a_function_of_the_grid_is_all_that_a_worker_needs():
    """It can be sent to another machine: module and name say where it is."""
    assert getattr(grid, grid.compute.__name__) is grid.compute
