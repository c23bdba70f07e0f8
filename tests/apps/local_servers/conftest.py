import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from apps.local_servers import paths
from apps.local_servers.databases import postgres, redis, shared_servers
from tests.apps.local_servers.terminal import Window

USER = """
import sys, pathlib
from apps.local_servers.databases import shared_servers
with shared_servers.running(pathlib.Path(sys.argv[1]), durable=False):
    print("in", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def empty_var(tmp_path: Path) -> Iterator[Path]:
    """A folder where nothing was ever started; nothing runs there afterwards."""
    var = tmp_path / "var"
    yield var
    redis.stop(var)
    postgres.stop(var)


@pytest.fixture(scope="session")
def used_var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    var = tmp_path_factory.mktemp("used") / "var"
    with shared_servers.running(var, durable=False):
        pass
    return var


@pytest.fixture
def var(empty_var: Path, used_var: Path) -> Path:
    """A folder where both servers ran before and were stopped."""
    data_folder = paths.postgres_data(empty_var)
    shutil.copytree(paths.postgres_data(used_var), data_folder)
    return empty_var


@pytest.fixture(scope="session")
def home(filled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled folder, which the tests here use one after another."""
    var = tmp_path_factory.getbasetemp() / "home-var"
    return Path(shutil.copytree(filled_folder, var))


@pytest.fixture
def up(home: Path) -> Iterator[Callable[..., Window]]:
    windows: list[Window] = []

    def type_up(*arguments: str, **environment: str) -> Window:
        windows.append(Window(home, *(arguments or ("--port", "0")), **environment))
        return windows[-1]

    yield type_up
    for window in windows:
        window.process.kill()
        window.process.wait()
    redis.stop(home)
    postgres.stop(home)


@pytest.fixture
def another_user() -> Iterator[Callable[[Path], subprocess.Popen[str]]]:
    """Starts processes that use the servers until their stdin is closed."""
    users: list[subprocess.Popen[str]] = []

    def begin(var: Path) -> subprocess.Popen[str]:
        user = subprocess.Popen(
            [sys.executable, "-c", USER, str(var)],
            cwd=paths.PROJECT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        users.append(user)
        return user

    yield begin
    for user in users:
        user.kill()
        user.communicate()
