"""What gives staff something to decide, and what they decide, by what the forms send."""

import datetime

from people import Person
from posting import ask, post, read_json

WORDS = "자리가 넓고 조용해서 오래 앉아 있었어요."
APPEAL = "다녀온 그대로 적었고 영수증도 있어요. 다시 봐 주세요."
CLAIM = "제 전화번호와 얼굴이 그대로 나와 있으니 가려 주세요. 부탁드려요."


def write(page, place, words=WORDS, stars=4):
    """A review; its id."""
    return ask(page, f"/places/{place}/reviews", rating=stars, body=words)["id"]


def report(page, target, reason="abuse", detail="다른 손님을 나쁘게 말해요."):
    """Reports something, such as `review:12`; the id of its case."""
    return ask(page, "/reports", target=target, reason=reason, detail=detail)["id"]


def sanctions(page):
    """One's own, by the review that is hidden or else by their kind."""
    return {entry["target"] or entry["kind"]: entry["id"] for entry in read_json(page, "/my/standing")["sanctions"]}


def ask_to_block(page, review, person, confirm=True):
    """As somebody without an account; the token of the mail."""
    post(page, "/takedowns", target=f"review:{review}", claim="privacy", name="김하늘", email=person.email, reason=CLAIM,
         entitled=1, asked="claim entitled")
    link = person.letter("takedown-confirm").paths[0]
    if confirm:
        post(page, link)
    return link.split("/")[-1]


def scene(readers, site, some, places):
    """Cases of each kind, somebody with sanctions and appeals, and blocks; the ids by name.

    `places` are seven, of which the last two become one.
    """
    admin, moderator = readers.page("admin"), readers.page("moderator")
    reporter, writer = readers.page("reporter"), readers.page("sanctioned")
    fine, hidden, other, blocked, wanted = [write(writer, place) for place in places[:5]]
    somebody = read_json(writer, f"/reviews/{fine}")["review"]["author"]["id"]
    case = report(reporter, f"review:{fine}")
    photo_case = report(reporter, f"photo:{some['photo']}", "copyright", "제가 찍은 사진이에요.")
    report(reporter, f"user:{some['author']}", "spam", "")
    place_case = ask(reporter, "/suggestions", place_id=some["restaurant"], kind="hours", value="월요일은 쉬어요",
                     source="문에 붙은 안내")["id"]
    post(moderator, f"/admin/reports/{case}/notes", body="비슷한 글이 두 건 더 있어요.")
    post(moderator, f"/admin/reports/{photo_case}/actions", action="take")
    post(admin, f"/admin/reviews/{hidden}/actions", action="hide", reason="abuse", note="욕설이 있어요.")
    post(admin, f"/admin/reviews/{other}/actions", action="hide", reason="spam")
    post(admin, f"/admin/users/{somebody}/actions", action="warn", reason="spam", note="광고 글이 이어져요.")
    mine = sanctions(writer)
    for review in (other, hidden):
        post(writer, f"/appeals/{mine[f'review:{review}']}", text=APPEAL)
    appeal = read_json(moderator, "/admin/appeals")["appeals"][0]["id"]
    post(moderator, f"/admin/appeals/{appeal}", decision="uphold", reason="광고가 맞아요.")
    barred = readers.page("suspended")
    email = readers.people["suspended"].email
    suspended = read_json(admin, f"/admin/users?q={email}")["users"][0]["id"]
    post(admin, f"/admin/users/{suspended}/actions", action="suspend", reason="spam", note="광고만 올렸어요.",
         until=datetime.date.today() + datetime.timedelta(days=365))
    nobody = readers.open("nobody")
    ask_to_block(nobody, blocked, Person.fresh(site))
    takedowns = read_json(admin, "/admin/takedowns")["takedowns"]
    post(admin, f"/admin/takedowns/{takedowns[0]['id']}", decision="block", reason="전화번호가 있어요.")
    ask_to_block(nobody, wanted, Person.fresh(site))
    token = ask_to_block(nobody, fine, Person.fresh(site), confirm=False)
    post(admin, f"/admin/places/{places[-1]}/merge", into=places[-2], reason="같은 가게예요.")
    keyword = read_json(admin, "/admin/keywords")["groups"][0]["keywords"][0]["id"]
    for page in (admin, moderator, reporter, writer, barred, nobody):
        page.context.close()
    return {
        "fine": fine, "case": case, "photo_case": photo_case, "place_case": place_case, "somebody": somebody,
        "hidden": hidden, "warning": mine["warning"], "appealed": mine[f"review:{hidden}"], "blocked": blocked,
        "half_blocked": places[3], "block": takedowns[0]["id"], "takedown": token, "merged": places[-1], "keyword": keyword,
    }


def everything(site, readers):
    """What pages.py names: places of the sample by what is special about them, and what people made of them."""
    restaurants = site.read_json("/districts/mapo?kind=restaurant&sort=name")["places"]
    bookshops = site.read_json("/places?kind=bookshop&sort=name")["places"]
    with_hours = next(
        shop for shop in bookshops if "openingHours" in site.request(f"/places/{shop['id']}")[2].decode()
    )
    places = {"restaurant": restaurants[0], "bookshop": bookshops[0], "with_hours": with_hours}
    reviews = readers.reviews(restaurants[1]["id"], restaurants[2]["id"])
    photos = readers.photos(restaurants[3]["id"])
    lists = readers.lists(restaurants[3]["id"], restaurants[0]["id"], bookshops[0]["id"])
    readers.favourites(restaurants[0]["id"], restaurants[1]["id"], bookshops[0]["id"])
    named = {name: place["id"] for name, place in places.items()}
    named |= readers.links() | reviews | photos | lists
    elsewhere = [place["id"] for place in site.read_json("/districts/nowon?kind=restaurant&sort=name")["places"]]
    return named | scene(readers, site, named, elsewhere[:7])
