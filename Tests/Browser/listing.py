"""What somebody does with lists, by the site's forms."""


def make_list(page, title, visibility="private", note=""):
    """A new list; its path."""
    page.goto("/lists")
    if not page.locator("main details[open]").count():
        page.click("main details summary")
    page.fill("#title", title)
    page.fill("#note", note)
    page.check(f"[name=visibility][value={visibility}]")
    page.click("main form[action='/lists'] button")
    page.wait_for_url("**/lists/*")
    return page.url[page.url.index("/lists/"):]


def put(page, place, *lists):
    """Ticks these lists for a place, and no other."""
    page.goto(f"/places/{place}/lists")
    for box in page.locator("main [name=list]").all():
        box.set_checked(f"/lists/{box.get_attribute('value')}" in lists)
    page.click("main form button")
    page.wait_for_url(f"**/places/{place}")


def order(page):
    """The ids of the places on the list that is shown, from the first to the last."""
    return [int(row.get_attribute("data-place")) for row in page.locator(".entry").all()]
