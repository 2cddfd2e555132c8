"""What forms send, without drawing them: for what has to be there before a test begins."""

import contextlib
import re
import urllib.parse

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


_voices = []


@contextlib.contextmanager
def spoken_by(voice):
    """Whatever people write meanwhile is put by `voice`, from the name of the field and what they would have said."""
    _voices.append(voice)
    yield
    _voices.pop()


def written(name, text):
    """What goes into a field. Words are Korean here; what is not is chosen and not written."""
    is_words = isinstance(text, str) and name != "password" and re.search("[가-힣]", text)
    return _voices[-1](name, text) if _voices and is_words else text


def encoded(fields):
    return urllib.parse.urlencode([(name, written(name, value)) for name, value in fields])


def post(page, path, fields=(), **more):
    """Sends a form as the page's reader and follows where it leads; the last page.

    `fields` are pairs, where a name comes more than once; `more` are fields by their names.
    """
    answer = page.request.post(
        path, data=encoded([*fields, *more.items()]), headers=FORM | {"Accept": "text/html"})
    assert answer.ok, f"{path}: {answer.status} {told(answer.text())}"
    return answer


def ask(page, path, **fields):
    """The same as a program does it, which is answered by what was made."""
    answer = page.request.post(
        path, data=encoded(fields.items()), headers=FORM | {"Accept": "application/json"})
    assert answer.ok, f"{path}: {answer.status} {answer.text()}"
    return answer.json()


def read_json(page, path):
    """The page model of a page, as its reader gets it."""
    answer = page.request.get(path, headers={"Accept": "application/json"})
    assert answer.ok, f"{path}: {answer.status}"
    return answer.json()


def told(body):
    """What a page says of a form that it did not take."""
    start = body.find("errsum")
    return body[start:start + 600] if start >= 0 else body[-600:]
