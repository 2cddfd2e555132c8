"""A server for the whole run, a browser for the whole run, and a watched page for each test."""

import pathlib
import sys
import urllib.parse

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import moderating  # noqa: E402
from users import Keyboard, Pointer  # noqa: E402
from people import Person, Readers  # noqa: E402
from reviewing import Places  # noqa: E402
from server import Site  # noqa: E402

# Adds up layout shifts that no input caused and keeps reports of the content security policy.
OBSERVE = """
window.observed = { shift: 0, shifted: [], refused: [] };
new PerformanceObserver(list => {
    for (const entry of list.getEntries().filter(entry => !entry.hadRecentInput)) {
        window.observed.shift += entry.value;
        window.observed.shifted.push(...entry.sources.map(source => [source.node?.outerHTML?.slice(0, 80),
            source.previousRect.y, source.currentRect.y].join(' ')));
    }
}).observe({ type: 'layout-shift', buffered: true });
addEventListener('securitypolicyviolation', e => window.observed.refused.push(e.violatedDirective + ' ' + e.blockedURI));
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    # Everybody here has the same network address; how often somebody may try is tested elsewhere.
    running = Site(tmp_path_factory.mktemp("site"), settings={"MOEUM_LIMITS": "off"})
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            # There is no screen to be quick for, and pages of one test after the other can share their processes.
            args=["--no-sandbox", "--disable-gpu", "--renderer-process-limit=2"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, site, readers):
    """Makes pages in a context of one's own choice; afterwards none may have complained or left the site."""
    contexts, complaints = [], []

    def watch_requests(page, allowed):
        own = {urllib.parse.urlsplit(address).netloc for address in allowed}

        def watch(request):
            address = urllib.parse.urlsplit(request.url)
            if address.scheme not in ("data", "blob", "about") and address.netloc not in own:
                complaints.append(f"request to {request.url}")

        page.on("request", watch)

    # A page that is meant to answer 404 or 500 is no fault of the page, nor is a line that a test cuts.
    harmless, cut = "the server responded with a status of", "Failed to load resource: net::ERR_"

    def watch_console(page, loses_line):
        def watch(message):
            if message.type not in ("error", "warning") or harmless in message.text:
                return
            if not (loses_line and cut in message.text):
                complaints.append(f"console: {message.text}")

        page.on("console", watch)

    def watch_script(error):
        # Chromium reports an animation between two pages that it cut short as if a script had failed.
        if "Transition was" not in error.message:
            complaints.append(f"script: {error.message}")

    def make(path=None, allowed=(site.url,), reader=None, loses_line=False, **options):
        if reader is not None:
            options["storage_state"] = readers.state(reader)
        options.setdefault("base_url", site.url)
        options.setdefault("locale", "ko-KR")
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = chromium.new_context(**options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        if options.get("java_script_enabled", True):
            page.add_init_script(OBSERVE)
        watch_requests(page, allowed)
        watch_console(page, loses_line)
        page.on("pageerror", watch_script)
        if path is not None:
            page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture(scope="session")
def readers(chromium, site):
    """Browsers of people with an account, each kind made once."""
    return Readers(chromium, site)


@pytest.fixture(scope="session")
def untouched(site):
    """Places that nobody has said anything of."""
    return Places(site)


@pytest.fixture
def person(site):
    """Somebody nobody has seen before."""
    return Person.fresh(site)


@pytest.fixture
def diarist(open_page):
    """Opens pages of somebody who keeps a diary: at first where a new entry is written."""
    return lambda path="/diary/entries/new", **options: open_page(path, reader="member", **options)


@pytest.fixture
def mouse(open_page):
    return Pointer(open_page())


@pytest.fixture(params=["mouse", "keyboard", "no scripts"])
def user(request, open_page):
    """Each way to use the site; whoever uses no mouse has asked for less motion."""
    page = open_page(java_script_enabled=request.param != "no scripts",
                     reduced_motion="no-preference" if request.param == "mouse" else "reduce")
    return Keyboard(page) if request.param == "keyboard" else Pointer(page)


@pytest.fixture(scope="session")
def some(site, readers):
    """What pages are about, by what is special about it: places of the sample by their ids, links by their tokens."""
    return moderating.everything(site, readers)
