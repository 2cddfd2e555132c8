"""Words that would run if a page took them for anything but words, in every field that a person can fill."""

import re
import unicodedata

import moderating
from posting import ask, post, spoken_by, read_json

# Each would set `pwned`, open a dialog, or ask for something that the content security policy reports.
CORPUS = [
    "<script>pwned=1</script>",
    "<ScRiPt src=//a/p></sCrIpT >",
    "<<script>alert(1)//<</script>",
    "<img src=x onerror=pwned=2>",
    "<IMG SRC=`x` OnError=`alert(2)`>",
    "<svg onload=pwned=3>",
    "<svg/onload=alert(3)//",
    "\" onmouseover=\"pwned=4",
    "\"><img src=x onerror=pwned=5>",
    "' autofocus onfocus='pwned=6",
    "'><svg onload=pwned=7>",
    "` onclick=`pwned=8` x=`",
    "x onpointerenter=pwned=9",
    "javascript:alert(9)",
    "<a href=javascript:pwned=10>a</a>",
    "<a href='JaVaScRiPt&colon;pwned=11'>b</a>",
    "data:text/html,<script>alert(11)</script>",
    "{{pwned=12}} {{{csrf}}} {{>layout}}",
    "${pwned=13} #{pwned=13} <%=pwned%>",
    "</textarea><script>pwned=14</script>",
    "</title><script>pwned=15</script>",
    "</script><script>pwned=16</script>",
    "--><script>pwned=17</script><!--",
    "]]><script>pwned=18</script>",
    "&lt;script&gt;pwned=19&lt;/script&gt;",
    "&#60;script&#62;pwned=20&#x3c;/script>",
    "<style>*{background:url(//a/s)}</style>",
    "<iframe srcdoc='<script>parent.pwned=21</script>'>",
    "<base href=//a/><meta http-equiv=refresh content=0;//a>",
    "\\u003cscript\\u003epwned=22\\u003c/script\\u003e",
    "\\\";pwned=23;// \\';pwned=23;//",
    "a\u2028pwned=24\u2029b",
    "\u202e<tpircs/>52=denwp<tpircs>\u202c",
]
# Names are short, and everybody has their own.
NAMES = ["\"><svg onload=a{}>", "'><img onerror=a{}>", "<script>a{}</script", "{{{{a{}}}}}${{a{}}}`x",
         "</script><b id=a{}>"]
MOST = {"alt": 200, "body": 1_000, "detail": 500, "memo": 200, "name": 60, "note": 300, "reason": 500, "source": 300,
        "tags": 30, "text": 1_000, "title": 60, "value": 500}


def normal(text):
    """As it may be shown: without what is not to be seen, and blanks alike."""
    seen = "".join(character for character in text if unicodedata.category(character) not in ("Cf", "Zl", "Zp"))
    return re.sub(r"\s+", " ", seen).strip()


class Voice:
    """Says every one of them in turn, as many as a field takes."""

    def __init__(self):
        self.turn = 0

    def __call__(self, name, text):
        if name == "tags":
            short = [words for words in CORPUS if not set(",-") & set(words) and len(words) + 2 <= MOST[name]]
            return ", ".join([text, *(f"가-{words}" for words in short[:5])])
        return self.say(MOST[name])

    def say(self, most):
        said = ""
        for _ in CORPUS:
            words = CORPUS[self.turn % len(CORPUS)]
            if len(said) + 1 + len(words) > most:
                # One that no short field takes is left for the others.
                if said:
                    break
                self.turn += 1
                continue
            said = f"{said} {words}".strip()
            self.turn += 1
        return said


# Whoever is not in, or may say nothing new of themselves.
NAMELESS = ("newcomer", "half_in", "suspended")


def name_everybody(readers):
    """A nickname and words about themselves, for everybody who can log in."""
    voice = Voice()
    for number, kind in enumerate(kind for kind in readers.states if kind not in NAMELESS):
        pattern = NAMES[number % len(NAMES)]
        page = readers.page(kind)
        post(page, "/settings/profile", nickname=pattern.format(number, number)[:20], bio=normal(voice.say(160)))
        page.context.close()


def spoil(site, readers):
    """Everything that pages.py names, badly put, and what more there is to write; ids by name."""
    voice = Voice()
    with spoken_by(voice):
        some = moderating.everything(site, readers)
    name_everybody(readers)
    admin, reporter, writer = readers.page("admin"), readers.page("reporter"), readers.page("sanctioned")
    for place in (some["restaurant"], some["bookshop"], some["pictured"]):
        facts = {"name": 100, "category": 40, "road_address": 200, "lot_address": 200, "menu": 200, "hours": 300,
                 "description": 1_000}
        post(admin, f"/admin/places/{place}", [(name, voice.say(most)) for name, most in facts.items()],
             source=voice.say(300), reason=voice.say(500))
    shop = ask(reporter, "/suggestions", name=voice.say(100), address=voice.say(200), source=voice.say(300))
    post(writer, f"/takedowns/{some['block']}/objections", text=voice.say(1_000))
    short = [words for words in CORPUS if len(words) <= 24]
    for korean, english in zip(short[::2], short[1::2]):
        post(admin, "/admin/keywords", kind="restaurant", tone="bad", name_ko=korean, name_en=english)
    for words in ("<svg onload=pwned=3>", "javascript:alert(9)"):
        post(admin, "/admin/words?list=words", list="words", words=words, effect="hold")
    _, leaver = readers.join("thrown out")
    leaver.context.close()
    email = readers.people["thrown out"].email
    somebody = read_json(admin, f"/admin/users?q={email}")["users"][0]["id"]
    post(admin, f"/admin/users/{somebody}/actions", action="no-posting", reason="spam", note=voice.say(1_000))
    post(admin, f"/admin/users/{somebody}/sessions/delete", reason=voice.say(1_000))
    post(admin, f"/admin/users/{somebody}/role", role="moderator", reason=voice.say(1_000))
    entry = read_json(admin, "/admin/audit?action=give-role")["entries"][0]["id"]
    post(admin, f"/admin/audit/{entry}/undo", reason=voice.say(1_000))
    for page in (admin, reporter, writer):
        page.context.close()
    return some | {"shop_case": shop["id"], "thrown_out": somebody}


