"""Every page a visitor can see, by name: what holds for each is tested once for all."""

import pytest

PAGES = {
    "home": "/",
    "district": "/districts/mapo",
    "district map": "/districts/mapo?view=map",
    "places": "/places",
    "places found": "/places?q=냉면",
    "places none": "/places?q=없는가게이름",
    "places near": "/places?near=37.5563,126.9236",
    "restaurant": "/places/{restaurant}",
    "bookshop": "/places/{bookshop}",
    "bookshop with hours": "/places/{with_hours}",
    "about": "/about",
    "about the data": "/about/data",
    "not found": "/nothing-here",
}

each_page = pytest.mark.parametrize("name", PAGES)


def address(name, some, language=None):
    path = PAGES[name].format(**{key: place["id"] for key, place in some.items()})
    return path if language is None else f"{path}{'&' if '?' in path else '?'}lang={language}"
