"""Language and theme: chosen once, kept from page to page."""


def choose(page, field, value):
    """Presses the button of the preference form that stands for the value."""
    form = page.locator("form[action='/preferences']")
    button = form.locator(f"button[name={field}][value={value}]").locator("visible=true")
    with page.expect_navigation():
        button.first.click()


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def language(page):
    return page.locator("html").get_attribute("lang")


def test_the_language_switch_stays_on_the_page_and_is_kept(open_page):
    page = open_page("/districts/mapo")
    assert language(page) == "ko"
    choose(page, "lang", "en")
    assert page.url.split("?")[0].endswith("/districts/mapo")
    assert language(page) == "en" and "Mapo" in page.locator("h1").inner_text()
    page.goto("/")
    assert language(page) == "en"
    choose(page, "lang", "ko")
    assert language(page) == "ko"


def test_the_language_follows_the_browser_until_chosen(open_page):
    assert language(open_page("/", locale="en-GB")) == "en"
    assert language(open_page("/", locale="fr-FR")) == "ko"
    assert language(open_page("/?lang=en", locale="ko-KR")) == "en"


def test_switches_work_without_scripts(open_page):
    page = open_page("/districts/mapo", java_script_enabled=False)
    choose(page, "lang", "en")
    assert language(page) == "en"


def test_the_theme_switch_beats_the_system_and_is_kept(open_page):
    page = open_page("/", color_scheme="light")
    light = background(page)
    choose(page, "theme", "dark")
    dark = background(page)
    assert dark != light
    page.goto("/about")
    assert background(page) == dark
    choose(page, "theme", "light")
    page.emulate_media(color_scheme="dark")
    assert background(page) == light
