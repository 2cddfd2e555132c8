"""What forms send, without drawing them: for what has to be there before a test begins."""

import urllib.parse


def post(page, path, fields=(), status=200, **more):
    """Sends a form as the page's reader, of this site, and follows where it leads; the answer to the last step.

    `fields` are pairs where a name comes more than once; `more` are fields by their names.
    """
    pairs = [*(fields.items() if isinstance(fields, dict) else fields), *more.items()]
    answer = page.request.post(
        path,
        data=urllib.parse.urlencode(pairs),
        headers={
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "text/html",
            "Sec-Fetch-Site": "same-origin",
        },
    )
    assert answer.status == status, f"{path}: {answer.status} {told(answer.text())}"
    return answer


def told(body):
    """What a page says of a form that it did not take."""
    start = body.find("errsum")
    return body[start:start + 600] if start >= 0 else body[-600:]
