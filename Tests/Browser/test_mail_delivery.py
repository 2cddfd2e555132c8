"""Mail of the real program through a real SMTP server, while one or the other dies."""

import signal
import sqlite3
import time
import urllib.parse
import urllib.request

from mail_server import MailServer
from server import Site

ADDRESS = "garam@haneul.example"


def ask_for_mail(site):
    """Somebody looks for an account that there is not: the owner of the address is told."""
    body = urllib.parse.urlencode({"email": ADDRESS}).encode()
    with urllib.request.urlopen(urllib.request.Request(site.url + "/recover", body, {"Origin": site.url})) as answer:
        assert answer.status == 200


def outbox(folder, statement):
    with sqlite3.connect(folder / "moeum.sqlite", timeout=20) as database:
        rows = database.execute(statement).fetchall()
    database.close()
    return rows


def let_time_pass(folder):
    """The pause after a refusal, or the lease of a program that died, is over."""
    outbox(folder, "UPDATE jobs SET available_at = 1 WHERE kind = 'mail'")


def wait_until_sent(folder):
    end = time.monotonic() + 30
    while outbox(folder, "SELECT COUNT(*) FROM outbox WHERE sent_at IS NULL") != [(0,)]:
        assert time.monotonic() < end, outbox(folder, "SELECT key, attempts, error FROM jobs")
        time.sleep(0.05)


def kill(site):
    site.process.send_signal(signal.SIGKILL)
    site.stop()


def send_while_killed(tmp_path, hold):
    """Kills the program while the server holds back its answer, and starts it again. Returns what arrived."""
    data = tmp_path / "data"
    with MailServer(tmp_path / "smtp", "--hold", hold) as server:
        site = Site(data, settings=server.settings)
        ask_for_mail(site)
        server.wait_for("hold")
        kill(site)
        # Whoever starts meanwhile leaves the mail to its holder until the lease is over.
        assert outbox(data, "SELECT died_at, lease IS NOT NULL FROM jobs WHERE kind = 'mail'") == [(None, 1)]
        assert outbox(data, "SELECT sent_at FROM outbox") == [(None,)]
        let_time_pass(data)
        site = Site(data, settings=server.settings)
        wait_until_sent(data)
        site.stop()
        return server.events("mail")


def test_a_mail_outlives_a_kill_before_the_server_took_it(tmp_path):
    mails = send_while_killed(tmp_path, "untaken")
    assert [mail["recipients"] for mail in mails] == [[ADDRESS]]


def test_a_mail_that_the_server_took_just_before_a_kill_comes_twice_as_one(tmp_path):
    """Nobody can know that it was taken; the same Message-ID lets the reader's side see one mail."""
    mails = send_while_killed(tmp_path, "taken")
    assert len(mails) == 2 and len({mail["messageID"] for mail in mails}) == 1
    assert mails[0]["messageID"].startswith("<")


def test_a_server_that_hangs_does_not_keep_the_program(tmp_path):
    data = tmp_path / "data"
    with MailServer(tmp_path / "smtp", "--hang") as server:
        site = Site(data, settings=server.settings)
        ask_for_mail(site)
        server.wait_for("hang")
        site.process.terminate()
        assert site.process.wait(10) == 0
        site.stop()
    with MailServer(tmp_path / "later") as server:
        let_time_pass(data)
        site = Site(data, settings=server.settings)
        wait_until_sent(data)
        site.stop()
        assert len(server.events("mail")) == 1


def test_a_mail_is_sent_once_through_refusals_and_restarts(tmp_path):
    data = tmp_path / "data"
    with MailServer(tmp_path / "smtp", "--refuse-first", "2") as server:
        for start in (1, 2, 3, 4):
            site = Site(data, settings=server.settings)
            if start == 1:
                ask_for_mail(site)
            if start < 3:
                server.wait_for("refused", start)
            else:
                wait_until_sent(data)
            site.stop()
            let_time_pass(data)
        mails = server.events("mail")
        assert [mail["recipients"] for mail in mails] == [[ADDRESS]]
        assert mails[0]["isEncrypted"] and mails[0]["defects"] == [] and mails[0]["fromName"] == "모음"
        assert outbox(data, "SELECT body_text FROM outbox") == [(None,)]
        assert outbox(data, "SELECT * FROM jobs WHERE kind = 'mail'") == []
