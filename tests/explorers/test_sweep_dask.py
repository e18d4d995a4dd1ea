"""A sweep on a cluster: Dask's executor, several workers, one of which is stopped in mid-run."""

import os
import signal

import pytest
from distributed import Client, LocalCluster
from haventms_widgets import sweep

OVER = {"con": range(3, 19), "hours": range(1, 13)}


@pytest.fixture
def cluster():
    """Three workers of one thread each, on this machine alone."""
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as started:
        yield started


def test_a_worker_that_is_stopped_changes_nothing(cluster, tmp_path):
    """The table is the one that a pool of processes gives, and the journal holds every point once."""
    stopped = []

    def stop(done, all):
        if done > all // 4 and not stopped:
            stopped.append(done)
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    journal = tmp_path / "journal"
    with Client(cluster) as client:
        found = sweep("overland-march", OVER, executor=client.get_executor(), journal=journal, progress=stop)
    assert stopped
    assert stopped[0] < len(found)
    assert found == sweep("overland-march", OVER)
    assert len(journal.read_text().splitlines()) == len(found) + 1
