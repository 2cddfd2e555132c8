"""What a person does to write a review, a step each; `user` is how (users.py)."""

from users import Keyboard, Pointer
from playwright.sync_api import expect

PUBLISH = "main button[name=act][value=publish]"
WORDS = "국물이 맑고 깊어서 소금을 거의 안 넣었어요."
STATE = "[data-draft-state]"


class Places:
    """Restaurants that nobody has said anything of yet, each given once."""

    # Those of Mapo are what most tests look at.
    DISTRICTS = ("gangnam", "jung", "yongsan", "seongdong", "gwangjin", "dongdaemun", "songpa", "gangdong", "seocho")

    def __init__(self, site):
        self.ids = (
            place["id"]
            for district in self.DISTRICTS
            for place in site.read_json(f"/districts/{district}?kind=restaurant")["places"]
        )

    def fresh(self):
        return next(self.ids)


def has_scripts(user):
    return user.page.locator("html").evaluate("e => matchMedia('(scripting: enabled)').matches")


def rate(user, stars):
    star = user.page.locator(f"main [name=rating][value='{stars}']")
    if not isinstance(user, Keyboard):
        star.check()
        return
    chosen = user.page.locator("main [name=rating]:checked").count()
    user.reach(f"main [name=rating]{':checked' if chosen else ''}")
    # In a group without a chosen one, Tab comes to the first and chooses none.
    if not chosen:
        user.page.keyboard.press("Space")
    for _ in range(5):
        if star.is_checked():
            return
        user.page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows never come to {stars} stars")


def choose_keyword(user, value):
    """Drawn as a chip: the label is what is seen and pressed."""
    if isinstance(user, Keyboard):
        user.tick("keyword", value)
    else:
        user.page.locator(f"label:has(> [name=keyword][value='{value}'])").click()


def choose_photos(user, pictures):
    """Waits until they are there."""
    page = user.page
    before = page.locator(".up").count()
    if isinstance(user, Keyboard):
        user.reach("#photos")
        with page.expect_file_chooser() as chooser:
            page.keyboard.press("Space")
        chooser.value.set_files(pictures)
    else:
        page.set_input_files("#photos", pictures)
    if not has_scripts(user):
        user.press(".field button[name=act][value=upload]")
    expect(page.locator("[name=photo_id]")).to_have_count(before + len(pictures))


def act(user, selector):
    """Something with a photo: scripts do it in place, without them the page comes back."""
    (user.open if has_scripts(user) else user.press)(selector)


def describe(user, number, words):
    """Says what the photo at a place from 1 on shows."""
    field = f".up:nth-child({number}) [name=alt]"
    if isinstance(user, Keyboard):
        user.reach(field)
        user.page.keyboard.press("Control+a")
        user.page.keyboard.insert_text(words)
    else:
        user.page.fill(field, words)


def choose_kind(user, number, kind):
    """Says of what kind the photo at a place from 1 on is. Drawn as a chip: the label is what is seen and pressed."""
    chips = f".up:nth-child({number}) [data-kind]"
    group = f"{chips} input"
    goal = user.page.locator(f"{group}[value='{kind}']")
    if not isinstance(user, Keyboard):
        user.page.locator(f"{chips} label:has(> input[value='{kind}'])").click()
    else:
        user.reach(f"{group}:checked")
        for _ in range(user.page.locator(group).count()):
            if goal.is_checked():
                break
            user.page.keyboard.press("ArrowRight")
    expect(goal).to_be_checked()


def kinds(page):
    return page.locator("[data-kind] input:checked").evaluate_all("all => all.map(e => e.value)")


def alts(page):
    return page.locator("[name=alt]").evaluate_all("all => all.map(e => e.value)")


def begin(user, place):
    user.page.goto(f"/places/{place}/reviews/new")


def be_refused(user):
    """Sends the form and waits for what is wrong with it: scripts show it in place."""
    act(user, PUBLISH)
    expect(user.page.locator(".errsum")).to_be_focused()
    expect(user.page.locator(PUBLISH)).not_to_have_attribute("aria-disabled", "true")


def publish(user):
    """Returns the id of the review that came of it."""
    user.press(PUBLISH)
    user.page.wait_for_url("**/places/*#r*")
    return int(user.page.url.split("#r")[1])


def open_form(open_page, untouched):
    """An empty form on a phone."""
    page = open_page(
        f"/places/{untouched.fresh()}/reviews/new", reader="member", loses_line=True,
        viewport={"width": 390, "height": 844})
    user = Pointer(page)
    user.place = int(page.url.split("/")[-3])
    return user


def saved(page):
    """The draft is on the server."""
    return page.expect_response(lambda answer: answer.url.endswith("/reviews/draft") and answer.status == 204)


def write(form, stars=4, words=WORDS):
    rate(form, stars)
    form.fill("body", words)
