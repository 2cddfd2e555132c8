"""Every page somebody can see, by name: what holds for each is tested once for all."""

import pytest

# For whoever comes by.
PUBLIC = {
    "home": "/",
    "district": "/districts/mapo",
    "district map": "/districts/mapo?view=map",
    "places": "/places",
    "places found": "/places?q=냉면",
    "places none": "/places?q=없는가게이름",
    "places near": "/places?near=37.55,126.92",
    "places near somebody unknown": "/places?sort=distance",
    "restaurant": "/places/{restaurant}",
    "bookshop": "/places/{bookshop}",
    "bookshop with hours": "/places/{with_hours}",
    "reviewed place": "/places/{reviewed}",
    "reviews": "/places/{reviewed}/reviews",
    "reviews narrowed": "/places/{reviewed}/reviews?rating=5&photos=1&keyword=1&sort=low",
    "review": "/reviews/{review}",
    "somebody": "/members/{author}",
    "removed review": "/reviews/{removed}",
    "ranking": "/about/ranking",
    "transparency report": "/transparency",
    "pictured place": "/places/{pictured}",
    "photo": "/photos/{photo}",
    "photos of a place": "/places/{pictured}/photos",
    "photos of all places": "/photos",
    "no photos here": "/photos?district=dobong&kind=bookshop",
    "a public card": "/c/{card_link}",
    "public list": "/lists/{public_list}",
    "public list on the map": "/lists/{public_list}?view=map",
    "list by link": "/l/{list_link}",
    "roulette": "/roulette",
    "roulette stopped": "/roulette?from=district&district=mapo&pick={restaurant}",
    "roulette without a match": "/roulette?from=district&type=없는업종",
    "roulette nearby": "/roulette?from=nearby",
    "picked by the roulette": "/roulette/picks/{bookshop}",
    "about": "/about",
    "about the data": "/about/data",
    "about archives": "/about/archive",
    "guidelines": "/about/guidelines",
    "a blocked review": "/reviews/{blocked}",
    "a place with a blocked review": "/places/{half_blocked}",
    "ask to block": "/takedowns/new?target=review:{review}",
    "asked to block": "/takedowns/new?sent=1",
    "confirm a block": "/takedowns/confirm/{takedown}",
    "dead confirmation of a block": "/takedowns/confirm/gone",
    "terms": "/terms",
    "privacy": "/privacy",
    "not found": "/nothing-here",
    "sign-up": "/signup",
    "login": "/login?next=/about",
    "recover": "/recover",
    "recover by code": "/recover/code",
    "choose a password": "/recover/{recover}",
    "dead recovery": "/recover/gone",
    "verify again": "/verify",
    "verify elsewhere": "/verify/{verify}",
    "dead verification": "/verify/gone",
    "dead unlock": "/unlock/gone",
    "mails": "/dev/mail",
    "mail": "/dev/mail/{letter}",
}
# For somebody who just signed up.
NEWCOMER = {
    "signed up": "/signup/sent",
    "verify": "/verify/{verify}",
}
MEMBER = {
    "roulette of one's own": "/roulette?from=district&unvisited=all&pick={restaurant}",
    "roulette of no favourites": "/roulette?from=favourites",
    "settings": "/settings",
    "profile": "/settings/profile",
    "change the address": "/settings/email",
    "change the password": "/settings/password",
    "no reviews of one's own": "/my/reviews",
    "no lists of one's own": "/lists",
    "a month without anything": "/diary/2024-01",
    "no days to list": "/diary/2024-01?view=list",
    "nothing found in the diary": "/diary/search?q=국물",
    "a new entry": "/diary/entries/new",
    "an entry about a place": "/diary/entries/new?on=2024-02-29&place_id={bookshop}&place=국",
    "an empty trash": "/diary/trash",
    "no saved photos": "/saved",
    "no photos of one's own": "/my/photos",
    "save a photo": "/photos/{photo}/save",
    "a photo to save": "/photos/{photo}",
    "photos to save": "/photos",
    "report a card": "/reports/new?target=card:{card}",
    "no favourites of one's own": "/favourites",
    "a place others reviewed": "/places/{reviewed}",
    "sessions": "/settings/sessions",
    "account diary": "/settings/security",
    "confirm the password": "/confirm-password?next=/about",
    "export": "/settings/export",
    "import": "/settings/import",
    "two-factor": "/settings/two-factor",
    "leave": "/settings/delete",
    "standing without a sanction": "/my/standing",
    "report a review": "/reports/new?target=review:{review}",
    "report a photo": "/reports/new?target=photo:{photo}",
    "report somebody": "/reports/new?target=user:{author}",
    "wrong facts": "/suggestions/new?place_id={restaurant}",
    "suggest a bookshop": "/suggestions/new",
    "write a review": "/places/{restaurant}/reviews/new?rating=4",
    "write of a bookshop": "/places/{bookshop}/reviews/new",
    "hours of a place to tell": "/places/{restaurant}/facts/hours",
}
# Whose lists they are; this reader keeps no diary.
LISTER = {
    "an empty album": "/diary/cards",
    "one's own lists": "/lists",
    "one's own list": "/lists/{private_list}",
    "one's own public list": "/lists/{public_list}",
    "places found for a list": "/lists/{private_list}?find=국",
    "edit a list": "/lists/{private_list}/edit",
    "delete a list": "/lists/{private_list}/delete",
    "lists for a place": "/places/{pictured}/lists",
}
# Who keeps places, some under tags of their own.
KEEPER = {
    "favourites": "/favourites",
    "favourites narrowed": "/favourites?tag=누구와-부모님&tag=종류-국물&sort=name",
    "favourites on the map": "/favourites?view=map",
    "favourites with none left": "/favourites?q=없는가게이름&rating=4",
    "a favourite": "/favourites/{restaurant}",
    "let a favourite go": "/favourites/{restaurant}/delete",
    "one's own tags": "/tags",
    "rename a tag": "/tags/rename?from=누구와-부모님",
    "a place one keeps": "/places/{restaurant}",
    "roulette of favourites": "/roulette?from=favourites&tag=누구와-부모님&pick={restaurant}",
    "asked to work on a list": "/lists/{private_list}",
}
# Who wrote the review.
AUTHOR = {
    "a month of the diary": "/diary/2024-02?day=2024-02-29",
    "days of the diary": "/diary/2024-02?view=list",
    "a year of the diary": "/diary/2024",
    "what was found in the diary": "/diary/search?q=국물&from=2024-01-01",
    "an entry": "/diary/entries/{entry}",
    "a card of an entry": "/diary/entries/{entry}/card",
    "a card of a review": "/reviews/{review}/card?look=words&line=한줄",
    "one's own public card": "/cards/{card}",
    "an album": "/diary/cards",
    "an album one by one": "/diary/cards?view=one",
    "an album of public cards": "/diary/cards?shared=1",
    "saved photos": "/saved",
    "a memo of a saved photo": "/photos/{photo}/save",
    "edit an entry": "/diary/entries/{entry}/edit",
    "delete an entry": "/diary/entries/{entry}/delete",
    "earlier texts of an entry": "/diary/entries/{entry}/versions",
    "a trash with something in it": "/diary/trash",
    "empty the trash": "/diary/trash/empty",
    "one's own reviews": "/my/reviews",
    "one's own review": "/reviews/{review}",
    "edit a review": "/reviews/{review}/edit",
    "delete a review": "/reviews/{review}/delete",
    "earlier versions": "/reviews/{review}/versions",
    "a place one reviewed": "/places/{reviewed}",
}
# Who took the photos.
PHOTOGRAPHER = {
    "a review with photos to edit": "/reviews/{album}/edit",
    "one's own photos": "/my/photos",
    "a card with a photo": "/reviews/{album}/card",
}
# Who has said that something is wrong, and of whom somebody said so.
REPORTER = {
    "a review one reported": "/reports/new?target=review:{fine}",
}
SANCTIONED = {
    "standing with sanctions": "/my/standing",
    "appeal": "/appeals/{warning}",
    "an appeal that waits": "/appeals/{appealed}",
    "one's own hidden review": "/reviews/{hidden}",
    "one's own blocked review": "/reviews/{blocked}",
}
SUSPENDED = {
    "standing while suspended": "/my/standing",
    "a place while suspended": "/places/{reviewed}",
    "settings while suspended": "/settings",
}
ADMIN = {
    "administration": "/admin",
    "queue of reports": "/admin/reports",
    "queue narrowed to nothing": "/admin/reports?state=closed&target=place&reason=illegal&assignee=me&q=R-1",
    "queue of taken cases": "/admin/reports?state=taken&sort=newest",
    "a case": "/admin/reports/{case}",
    "a case of a photo": "/admin/reports/{photo_case}",
    "a case of a place": "/admin/reports/{place_case}",
    "a review for staff": "/admin/reviews/{review}",
    "a hidden review for staff": "/admin/reviews/{hidden}",
    "a photo for staff": "/admin/photos/{photo}",
    "a card for staff": "/admin/cards/{card}",
    "appeals": "/admin/appeals",
    "decided appeals": "/admin/appeals?state=decided",
    "blocks for staff": "/admin/takedowns",
    "running blocks": "/admin/takedowns?state=blocked",
    "people": "/admin/users",
    "people found": "/admin/users?q=garam",
    "somebody for staff": "/admin/users/{somebody}",
    "places for staff": "/admin/places",
    "a place for staff": "/admin/places/{restaurant}",
    "a merged place for staff": "/admin/places/{merged}",
    "imports": "/admin/imports",
    "site settings": "/admin/settings",
    "statistics": "/admin/statistics",
    "diagnostics": "/admin/diagnostics",
    "refused mail domains": "/admin/words",
    "refused words": "/admin/words?list=words",
    "refused links": "/admin/words?list=links",
    "review keywords": "/admin/keywords",
    "add a place": "/admin/places/new",
    "a review keyword": "/admin/keywords/{keyword}",
    "background jobs": "/admin/jobs",
    "activity log": "/admin/audit",
    "activity log narrowed": "/admin/audit?action=hide&target=review",
    "two-factor on": "/settings/two-factor",
}
# Whose password was right and who owes the code.
HALF_IN = {
    "login code": "/login/code",
    "login code on paper": "/login/code?with=recovery",
}
GROUPS = {None: PUBLIC, "newcomer": NEWCOMER, "member": MEMBER, "lister": LISTER, "keeper": KEEPER, "author": AUTHOR,
          "photographer": PHOTOGRAPHER, "half_in": HALF_IN, "reporter": REPORTER,
          "sanctioned": SANCTIONED, "suspended": SUSPENDED, "admin": ADMIN}

PAGES = {name: path for pages in GROUPS.values() for name, path in pages.items()}
READERS = {name: reader for reader, pages in GROUPS.items() for name in pages}
# Not found where they say so.
MISSING = {"not found", "removed review", "dead recovery", "dead verification", "dead unlock",
           "dead confirmation of a block"}

each_page = pytest.mark.parametrize("name", PAGES)


def address(name, some, language=None):
    path = PAGES[name].format(**some)
    return path if language is None else f"{path}{'&' if '?' in path else '?'}lang={language}"
