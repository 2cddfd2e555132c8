"""What whoever runs the program is told, and what they can do, as the built program does it."""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.request

import pytest
from server import PROGRAM, ROOT, Site, clean_environment


def run(*words, directory=None, **settings):
    place = [] if directory is None else ["--data-dir", directory]
    return subprocess.run([PROGRAM, *words, *place], cwd=ROOT, timeout=60, env=clean_environment() | settings,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("operated"), "--no-sample")
    yield site
    site.stop()


def test_it_says_what_it_is():
    said = run("--version").stdout
    program, licence = said.splitlines()
    assert re.fullmatch(r"moeum \d+\.\d+\.\d+ \(commit \w+, SQLite 3\.\d+\.\d+, libvips \d+\.\d+\.\d+\)", program), said
    assert licence == "Copyright (c) 2026 the Moeum authors. MIT licence."


def test_it_says_what_it_goes_by(tmp_path):
    (tmp_path / "key").write_text("opensesame")
    said = run("config", "--host", "::1", MOEUM_SEOUL_API_KEY_FILE=str(tmp_path / "key"), MOEUM_PORTT="1",
               MOEUM_SMTP_URL="smtp://haru:hunter2@127.0.0.1", MOEUM_MAIL_FROM="site@haneul.example")
    assert said.returncode == 0, said.stderr
    rows = {line.split()[0]: line for line in said.stdout.splitlines()}
    assert re.search(r"::1 +--host$", rows["MOEUM_HOST"]) and re.search("8080 +default$", rows["MOEUM_PORT"])
    assert re.search(r"site@haneul.example +environment$", rows["MOEUM_MAIL_FROM"])
    assert "hunter2" not in said.stdout + said.stderr and "opensesame" not in said.stdout
    assert "MOEUM_PORTT is no setting; did you mean MOEUM_PORT?" in said.stderr
    # Also where something is missing that may have been misspelt.
    said = run("config", MOEUM_ENVIRONMENT="production", MOEUM_BASEURL="https://moeum.example")
    assert said.returncode != 0 and "did you mean MOEUM_BASE_URL?" in said.stderr


def test_mail_without_tls_stays_on_this_machine(tmp_path):
    sender = {"MOEUM_MAIL_FROM": "site@haneul.example"}
    said = run("serve", "--port", "0", directory=tmp_path, MOEUM_SMTP_URL="smtp://mail.example?tls=off", **sender)
    assert said.returncode != 0 and "only with smtp:// and a server on this machine" in said.stderr
    Site(tmp_path, "--no-sample", settings={"MOEUM_SMTP_URL": "smtp://127.0.0.1:1?tls=off", **sender}).stop()


def test_a_clock_that_was_set_back_is_refused(tmp_path):
    assert run("migrate", directory=tmp_path).returncode == 0
    with sqlite3.connect(tmp_path / "moeum.sqlite") as rows:
        rows.execute("INSERT INTO health (id, checked_at) VALUES (1, ?)", [int((time.time() + 3_600) * 1_000)])
    said = run("serve", "--port", "0", directory=tmp_path)
    assert said.returncode != 0 and "the clock says" in said.stderr and "set the clock" in said.stderr


def test_a_sample_is_asked_for_in_production(tmp_path):
    settings = {"MOEUM_ENVIRONMENT": "production", "MOEUM_BASE_URL": "https://moeum.example",
                "MOEUM_SMTP_URL": "smtp://127.0.0.1:1", "MOEUM_MAIL_FROM": "site@haneul.example"}
    for words, places in (([], 0), (["--sample"], 580)):
        Site(tmp_path, *words, settings=settings).stop()
        with sqlite3.connect(tmp_path / "moeum.sqlite") as rows:
            assert rows.execute("SELECT COUNT(*) FROM places").fetchone() == (places,)


def test_it_listens_everywhere_before_it_says_so(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(str(tmp_path / "notices"))
        notices.settimeout(20)
        site = Site(tmp_path / "data", "--no-sample",
                    settings={"MOEUM_METRICS_PORT": str(port), "NOTIFY_SOCKET": str(tmp_path / "notices")})
        # No waiting: the line was the promise.
        text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20).read().decode()
        assert 'moeum_build_info{version="' in text and '\nmoeum_jobs{kind="mail",state="waiting"} 0\n' in text
        assert notices.recv(100) == b"READY=1"
        site.stop()
        assert notices.recv(100) == b"STOPPING=1"


def test_few_files_are_warned_about(tmp_path):
    limited = f"ulimit -n 300; exec {PROGRAM} serve --no-sample --port 0 --data-dir {tmp_path}"
    process = subprocess.Popen(["/bin/bash", "-c", limited], cwd=ROOT, env=clean_environment(), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline().startswith("listening on ")
    process.send_signal(signal.SIGTERM)
    assert "this process may have only 300 files open" in process.communicate(timeout=20)[1]


def test_a_running_site_is_asked_how_it_is(running):
    port = running.url.rsplit(":", 1)[1]
    said = run("healthcheck", "--port", port)
    assert (said.returncode, said.stdout) == (0, "ok\n")
    said = run("healthcheck", "--port", "1")
    assert said.returncode == 1 and "http://127.0.0.1:1/healthz does not answer" in said.stderr


def test_the_doctor_looks_at_everything(running):
    said = run("doctor", "--json", directory=running.data_directory)
    checks = {check["name"]: check for check in json.loads(said.stdout)["checks"]}
    for name in ("integrity", "counts", "photo-files", "photo-strays", "files", "clock", "migrations", "photo-worker"):
        assert checks[name]["state"] == "ok" and checks[name]["remedy"] == "", checks[name]
    # There is no backup yet.
    assert checks["backup"]["state"] == "warning" and "moeum backup" in checks["backup"]["remedy"]
    assert said.returncode == 1
    os.chmod(running.data_directory, 0o755)
    assert "others may use" in run("doctor", directory=running.data_directory).stdout
    run("doctor", "--fix", directory=running.data_directory)
    assert os.stat(running.data_directory).st_mode & 0o777 == 0o700


def test_what_may_not_be_written_is_told_before_anything_runs(tmp_path):
    # Modes say nothing to root, who runs it as somebody else then, in a folder that they can reach.
    folder = pathlib.Path(tempfile.mkdtemp(dir="/tmp")) if os.geteuid() == 0 else tmp_path
    other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    try:
        assert run("migrate", directory=folder).returncode == 0
        for path in [folder, *folder.iterdir()]:
            if other:
                os.chown(path, 65534, 65534)
        os.chmod(folder / "moeum.sqlite", 0o400)
        for command in (["serve", "--port", "1"], ["migrate"], ["admin", "list"]):
            said = subprocess.run([PROGRAM, *command, "--data-dir", folder], cwd="/", timeout=60, text=True,
                                  env=clean_environment(), capture_output=True, **other)
            assert said.returncode == 1 and "moeum.sqlite belongs to" in said.stderr, said
        os.chmod(folder / "moeum.sqlite", 0o600)
        (folder / "photos").write_text("")
        checks = json.loads(run("doctor", "--json", directory=folder).stdout)["checks"]
        said = {check["name"]: check["said"] for check in checks}
        assert said["photo-files"] == f"{folder}/photos is no folder"
    finally:
        shutil.rmtree(folder)


def test_a_mail_goes_out_at_once(running):
    said = run("mail", "test", "--to", "haru@haneul.example", directory=running.data_directory)
    assert said.returncode == 0 and said.stdout.startswith("sent to haru@haneul.example: a file in ")
    assert len(list((running.data_directory / "mail").glob("*.eml"))) == 1
    assert "nobody is no mail address" in run("mail", "test", "--to", "nobody", directory=running.data_directory).stderr
    assert "no mail is held" in run("mail", "release", directory=running.data_directory).stdout


def test_a_closed_site_says_so(running):
    def wait(status):
        end = time.monotonic() + 30
        while (answer := running.request("/"))[0] != status:
            assert time.monotonic() < end, answer
            time.sleep(0.1)
        return answer

    assert run("maintenance", "on", directory=running.data_directory).returncode == 0
    _, headers, body = wait(503)
    assert headers["Retry-After"] == "300" and "점검" in body.decode()
    assert running.request("/login")[0] == 200 and running.request("/healthz")[0] == 200
    # The same by the other name that people look for it under.
    assert run("admin", "maintenance", "off", directory=running.data_directory).returncode == 0
    wait(200)


def test_what_would_change_is_said_before(tmp_path):
    assert run("migrate", directory=tmp_path).returncode == 0
    said = run("migrate", "--status", directory=tmp_path).stdout
    assert said.endswith("nothing is missing\n") and "the last 1" in said
    take_back_migrations(tmp_path)
    assert "missing: 102-sessions, 103-" in run("migrate", "--dry-run", directory=tmp_path).stdout
    assert not (tmp_path / "backups").exists()
    said = run("migrate", directory=tmp_path)
    assert said.stdout.startswith("applied 102-sessions, 103-") and "the database was copied" in said.stderr
    with sqlite3.connect(tmp_path / "backups" / "before-102-sessions.sqlite") as rows:
        assert rows.execute("SELECT COUNT(*) FROM migrations").fetchone() == (1,)
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert run("migrate", directory=tmp_path).stdout == "nothing to do\n"


def take_back_migrations(directory):
    """Makes the database one with the first migration alone."""
    source = (ROOT / "Sources/Database/Migrations/101-accounts.swift").read_text()
    kept = ["migrations", *re.findall(r"CREATE (?:TABLE|TRIGGER) (\w+)", source)]
    with sqlite3.connect(directory / "moeum.sqlite") as rows:
        rows.execute("DELETE FROM migrations WHERE name <> '101-accounts'")
        made = rows.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'trigger')").fetchall()
        for kind, name in made:
            if name not in kept and not name.startswith("sqlite_"):
                rows.execute(f"DROP {kind} IF EXISTS {name}")


def record_unreleased_steps(directory):
    """Makes the database one from before the first release."""
    source = (ROOT / "Sources/Database/Migrations/UnreleasedSteps.swift").read_text()
    steps = re.findall(r'"(0\d\d-[a-z-]+)"', source)
    with sqlite3.connect(directory / "moeum.sqlite") as rows:
        rows.execute("DELETE FROM migrations")
        rows.executemany("INSERT INTO migrations (name, applied_at) VALUES (?, 1)", [(step,) for step in steps])


def test_a_state_before_the_first_release_that_lacks_a_step_is_refused_by_every_command(tmp_path):
    assert run("migrate", directory=tmp_path).returncode == 0
    record_unreleased_steps(tmp_path)
    with sqlite3.connect(tmp_path / "moeum.sqlite") as rows:
        rows.execute("DELETE FROM migrations WHERE name = '049-place-words'")
    copy = ["copy", "--from", f"sqlite:{tmp_path}/moeum.sqlite", "--to", f"sqlite:{tmp_path}/other/moeum.sqlite"]
    for words in (["serve", "--port", "0"], ["migrate"], ["migrate", "--status"], ["admin", "list"], ["backup", "-"],
                  ["doctor"], copy):
        said = run(*words, directory=tmp_path)
        (line,) = (said.stdout + said.stderr).splitlines()
        assert said.returncode != 0 and f"{tmp_path}/moeum.sqlite: the database is from before the first release" in line
        assert re.search(r"`moeum migrate` of commit [0-9a-f]{12}, then", line), words


def test_a_site_is_copied_into_another_folder(tmp_path):
    assert run("migrate", directory=tmp_path / "old").returncode == 0
    old, new = (f"sqlite:{tmp_path / name}/moeum.sqlite" for name in ("old", "new"))
    said = run("copy", "--from", old, "--to", new)
    assert said.returncode == 0 and re.match(r"copied \d+ rows of \d+ tables: 0 places", said.stdout), said.stderr
    assert run("migrate", "--status", directory=tmp_path / "new").stdout.endswith("nothing is missing\n")
    # Not over what is there, and not from where nothing is.
    assert "is not empty" in run("copy", "--from", old, "--to", new).stderr
    said = run("copy", "--from", f"sqlite:{tmp_path}/none/moeum.sqlite", "--to", f"sqlite:{tmp_path}/other/moeum.sqlite")
    assert said.returncode == 1 and f"there is no database {tmp_path}/none/moeum.sqlite" in said.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]
