"""The local PostgreSQL starts whatever happened to it before."""

import os
import shutil
import signal
from pathlib import Path

import psycopg
import pytest

from apps.local_servers import paths, processes
from apps.local_servers.databases import postgres, postgres_data, shared_servers
from apps.local_servers.errors import Unavailable


@pytest.fixture
def data_folder(var: Path) -> Path:
    paths.prepare_folders(var, shared_servers.socket_owners(var))
    return paths.postgres_data(var)


def ask(var: Path, query: str) -> object:
    with psycopg.connect(paths.database_url(var)) as connection:
        cursor = connection.execute(query)
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def kill(var: Path) -> None:
    pid = postgres.pid(var)
    assert pid
    os.kill(pid, signal.SIGKILL)


def test_it_has_our_database_and_pgvector(var: Path, data_folder: Path) -> None:
    assert postgres.ensure(var, False)
    ask(var, "create extension vector")
    assert ask(var, "select '[1,0]'::vector <=> '[0,1]'::vector") == 1
    assert ask(var, "select current_database()") == "concierge"


def test_it_folds_letters_of_every_language(var: Path, data_folder: Path) -> None:
    postgres.ensure(var, False)
    assert ask(var, "select lower('ÄÑÉ')") == "äñé"


def test_it_writes_no_values_of_a_failed_statement_to_its_log(
    var: Path, data_folder: Path
) -> None:
    postgres.ensure(var, False)
    ask(var, "create table guest (email text primary key)")
    ask(var, "insert into guest values ('alice@example.com')")
    with pytest.raises(psycopg.errors.UniqueViolation):
        ask(var, "insert into guest values ('alice@example.com')")
    log = (paths.log_dir(var) / "postgres.log").read_text()
    assert "duplicate key" in log
    assert "alice@example.com" not in log


def test_it_keeps_what_was_said_when_it_is_killed(var: Path, data_folder: Path) -> None:
    postgres.ensure(var)
    ask(var, "create table kept as select 7 as n")
    kill(var)
    assert postgres.ensure(var)
    assert ask(var, "select n from kept") == 7


def test_it_starts_beside_no_orphan_of_a_killed_server(
    var: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_data, "ORPHAN_SECONDS", 0.5)
    postgres.ensure(var, False)
    guest = psycopg.connect(paths.database_url(var))
    orphan = guest.info.backend_pid
    os.kill(orphan, signal.SIGSTOP)  # so it does not notice its parent's end
    kill(var)
    assert postgres.ensure(var, False)
    guest.close()
    assert not processes.is_alive(orphan)
    assert ask(var, "select 1") == 1


@pytest.mark.parametrize("content", ["{pid}\n", "999999\n", "", "nonsense\n"])
def test_it_is_not_fooled_by_an_old_pid_file(
    var: Path, data_folder: Path, content: str
) -> None:
    """The pid is ours, so a server that trusts it would have us killed."""
    (data_folder / "postmaster.pid").write_text(content.format(pid=os.getpid()))
    assert postgres.pid(var) is None
    postgres.stop(var)
    assert postgres.ensure(var, False)


def test_it_starts_after_a_first_start_was_cut_off(empty_var: Path) -> None:
    paths.prepare_folders(empty_var, shared_servers.socket_owners(empty_var))
    half = empty_var / "postgres.new"
    (half / "base").mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    assert postgres.ensure(empty_var, False)
    assert not half.exists()


def test_it_makes_its_database_when_a_first_start_ended_before(
    var: Path, data_folder: Path
) -> None:
    postgres.ensure(var, False)
    with psycopg.connect(
        paths.database_url(var, "postgres"), autocommit=True
    ) as connection:
        connection.execute("drop database concierge")
    assert postgres.ensure(var, False)
    assert ask(var, "select 1") == 1


def test_a_folder_of_an_earlier_version_gets_the_role_that_serves(
    var: Path, data_folder: Path
) -> None:
    """It may use the tables that are there, and those that the owner makes later."""
    postgres.ensure(var, False)
    with psycopg.connect(paths.database_url(var), autocommit=True) as owner:
        owner.execute("create table earlier as select 7 as number")
        owner.execute("drop owned by concierge_app; drop role concierge_app")
    assert postgres.ensure(var, False)
    with psycopg.connect(paths.database_url(var), autocommit=True) as owner:
        owner.execute("create table later as select 9 as number")
    app_url = paths.database_url(var, role=paths.APP_ROLE)
    with psycopg.connect(app_url, autocommit=True) as app:
        query = "select * from earlier union select * from later order by 1"
        assert app.execute(query).fetchall() == [(7,), (9,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("drop table earlier")


@pytest.mark.parametrize("name", ["deep" * 30, "sp ace & ümlaut %41?x"])
def test_it_runs_in_a_folder_of_any_name(
    tmp_path: Path, used_var: Path, name: str
) -> None:
    var = tmp_path / name / "var"
    shutil.copytree(used_var / "postgres", paths.postgres_data(var))
    with shared_servers.running(var, durable=False):
        assert ask(var, "select 1") == 1
    if paths.socket_dir(var) != paths.run_dir(var):
        shutil.rmtree(paths.socket_dir(var))


def test_it_says_what_to_do_about_data_of_another_version(
    var: Path, data_folder: Path
) -> None:
    (data_folder / "PG_VERSION").write_text("12\n")
    with pytest.raises(Unavailable, match=r"made by PostgreSQL 12.*Move the folder"):
        postgres.ensure(var, False)


def test_it_tells_what_the_server_said_when_it_does_not_start(
    var: Path, data_folder: Path
) -> None:
    (data_folder / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(Unavailable, match="no_such_setting"):
        postgres.ensure(var, False)
    assert postgres.pid(var) is None


def test_it_says_so_when_the_wheel_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Unavailable, match="make setup"):
        postgres_data.programs_folder()


def test_it_leaves_alone_what_is_no_database(empty_var: Path) -> None:
    paths.prepare_folders(empty_var, shared_servers.socket_owners(empty_var))
    note = paths.postgres_data(empty_var) / "note"
    note.parent.mkdir()
    note.touch()
    with pytest.raises(Unavailable, match="holds files, but no database"):
        postgres.ensure(empty_var, False)
    assert note.exists()
