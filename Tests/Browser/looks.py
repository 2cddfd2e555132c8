"""Ways to look at a page that is open; each returns what is wrong with it, line by line."""

from axe_playwright_python.base import AXE_SCRIPT

# Down as far as somebody reads, so that what is loaded only then is there too.
READ = """async () => {
    const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isInSight = e => { const box = e.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; };
    const drawn = async () => {
        await frames();
        const pictures = [...document.images].filter(e => !e.complete && isInSight(e));
        await Promise.allSettled(pictures.map(e => new Promise(done => {
            e.addEventListener('load', done);
            e.addEventListener('error', done);
        })));
        await frames();
    };
    await document.fonts.ready;
    await drawn();
    for (let down = 0; down < 4000 && down + innerHeight < document.documentElement.scrollHeight;) {
        scrollTo({ top: down += innerHeight, behavior: 'instant' });
        await drawn();
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await drawn();
}"""
# In the other theme only colours differ: what else axe looks at is the same page, and is not looked at again.
COLOURS = {"runOnly": ["color-contrast"]}
# What is still on its way to another colour or size is neither the one nor the other: all arrives at once, and what was
# on its way has arrived.
STILL = """async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().filter(motion => motion.pending || motion.playState === 'running')
        .map(motion => motion.finished));
}"""
# Elements wider than the window that are not inside something which scrolls by itself. The window is told by the
# document: a phone's innerWidth grows with what does not fit.
TOO_WIDE = f"""async () => {{
    await ({STILL})();
    const width = document.documentElement.clientWidth;
    return document.documentElement.scrollWidth <= width ? [] :
        [document.documentElement.scrollWidth + ' px', ...[...document.querySelectorAll('body *')]
            .filter(e => e.getBoundingClientRect().right > width + 1).slice(0, 6).map(e => e.outerHTML.slice(0, 120))];
}}"""
# A target's box is its own, or that of the card which its ::after covers. Links in running text and what is
# clipped away for the eye are exempt (WCAG 2.5.5), and where pins crowd on a map they may be 24 pixels, since the list
# beside it has the same links (2.5.5 and 2.5.8).
TOO_SMALL = """() => {
    const box = e => {
        const cover = getComputedStyle(e, '::after');
        const host = cover.content !== 'none' && cover.position === 'absolute' ? e.offsetParent : null;
        const label = e.matches('input[type=radio],input[type=checkbox]') ? e.closest('label') : null;
        return (label || host || e).getBoundingClientRect();
    };
    const inText = e => e.matches('a:not(svg a)') && getComputedStyle(e).display === 'inline' &&
        e.parentElement.textContent.trim().length > e.textContent.trim().length;
    const clipped = e => { for (let n = e; n; n = n.parentElement) {
        const s = getComputedStyle(n);
        if (s.clip === 'rect(0px, 0px, 0px, 0px)' || s.clipPath.startsWith('inset(50%')) return true; } return false; };
    return [...document.querySelectorAll('a[href],button,select,summary,input:not([type=hidden])')]
        .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter(e => !inText(e) && !(clipped(e) && !e.matches('input')))
        .map(e => [e, box(e)])
        .filter(([e, b]) => b.width > 1 && b.height > 1 && b.bottom > 0)
        .filter(([e, b]) => Math.min(b.width, b.height) < (e.matches('svg.geo a') ? 23.5 : 43.5))
        .map(([e, b]) => `${Math.round(b.width)}x${Math.round(b.height)} ${e.outerHTML.slice(0, 140)}`).slice(0, 8);
}"""
# What machines read, beside the words.
DESCRIPTION = """() => ({
    language: document.documentElement.lang,
    titles: document.querySelectorAll('h1').length,
    levels: [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(e => +e.localName[1]),
    links: ['link[rel=canonical]', 'link[rel=alternate][hreflang=en]', "meta[property='og:title']"]
        .map(selector => [selector, document.querySelectorAll(selector).length]),
    files: performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname),
})"""
# What a page brings besides itself, compressed, in bytes.
MOST = {"css": 12 * 1024, "js": 18 * 1024}


def violations(page, **options):
    """What axe finds on a page, and where; `options` are those of axe.run."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        """options => axe.run({ resultTypes: ['violations'], ...options })
            .then(all => all.violations.map(item => [item.id, item.nodes.slice(0, 4).map(node => node.html)]))""",
        options)
    return [(rule, [html[:160] for html in nodes]) for rule, nodes in found]


def in_both_themes(page):
    """What axe finds in the light and in the dark."""
    found = []
    for theme, options in (("light", {}), ("dark", COLOURS)):
        page.evaluate(STILL)
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}: {violation}" for violation in violations(page, **options)]
    return found


def small_targets(page):
    """What a thumb misses, with a phone's screen under it. Not from the start: a phone counts no early shift as one."""
    phone = page.context.new_cdp_session(page)
    phone.send("Emulation.setDeviceMetricsOverride", page.viewport_size | {"deviceScaleFactor": 1, "mobile": True})
    phone.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    found = page.evaluate(TOO_SMALL)
    phone.detach()
    return found


def narrowed(page):
    """What does not fit on the narrowest phone, or with letters twice as large."""
    page.set_viewport_size({"width": 320, "height": 640})
    found = [f"320 pixels: {element}" for element in page.evaluate(TOO_WIDE)]
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return found + [f"large letters: {element}" for element in page.evaluate(TOO_WIDE)]


def restless(page):
    """How far all moves while the page is opened, and what the content security policy refused. What moves does so each
    time; a busy machine may also paint before all of the page has arrived, and is asked again."""
    faults = unrest(page)
    if faults:
        page.reload()
        faults = unrest(page)
    return faults


def unrest(page):
    """The same of the page as it was opened just now."""
    # Comes half a second after the last file, which is over when other looks came first. Until then nobody scrolls: what
    # comes in above the window moves nothing in it.
    page.wait_for_load_state("networkidle")
    page.evaluate(READ)
    moved, what, refused = page.evaluate("[observed.shift, observed.shifted, observed.refused]")
    return ([f"moved by {moved}: {what}"] if moved >= 0.02 else []) + refused


def undescribed(page, language, is_found, size):
    """What machines miss, and files that are too large; `size` tells the compressed bytes of a path."""
    about = page.evaluate(DESCRIPTION)
    levels = about["levels"]
    faults = {
        f"lang={about['language']}": about["language"] != language,
        f"{about['titles']} h1": about["titles"] != 1,
        f"headings {levels}": any(below > above + 1 for above, below in zip(levels, levels[1:])),
    }
    faults |= {f"{number} {link}": is_found and number != 1 for link, number in about["links"]}
    for kind, most in MOST.items():
        sizes = {path: size(path) for path in about["files"] if path.endswith(f".{kind}")}
        faults[f"{kind}: {sizes}"] = not 0 < sum(sizes.values()) <= most
    return [fault for fault, is_there in faults.items() if is_there]
