"""Photos of the diary on their way: nothing that was chosen gets lost, and what was taken out comes back."""

import re

from playwright.sync_api import expect

from diarying import PUT, entry_of
from photographs import picture
from posting import read_json

UPLOADS = re.compile("/uploads$")
FILES = [picture("red"), picture("green"), picture("blue")]


def on_device(page):
    return page.evaluate("""() => new Promise((done) => {
      const request = indexedDB.open("diary-photos", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("photos", { keyPath: "key" });
      request.onsuccess = () => {
        const count = request.result.transaction("photos").objectStore("photos").count();
        count.onsuccess = () => { request.result.close(); done(count.result); };
      };
    })""")


def until(page, condition, *arguments):
    page.wait_for_function(condition, *arguments)


def until_on_device(page, count):
    for _ in range(100):
        if on_device(page) == count:
            return
        page.wait_for_timeout(50)
    assert on_device(page) == count


def written(diarist, text="사진이 있는 날"):
    """An entry that is stored, in its editor."""
    page = diarist()
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        page.locator("#text").press_sequentially(text)
    page.wait_for_url("**/diary/entries/*/edit")
    return page


def test_who_leaves_while_photos_go_up_is_asked(diarist):
    page = written(diarist)
    page.route(UPLOADS, lambda route: None)
    page.set_input_files("#photos", FILES)
    expect(page.locator(".up progress").first).to_be_visible()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto("/diary")
    assert asked == ["beforeunload"]


def test_a_photo_chosen_on_an_untouched_page_without_a_line_goes_up_later(diarist):
    page = diarist(loses_line=True)
    page.context.set_offline(True)
    page.set_input_files("#photos", FILES[:1])
    expect(page.locator(".up--bad")).to_have_count(1)
    until_on_device(page, 1)
    page.context.set_offline(False)
    expect(page.locator("[data-photos] > [data-id]")).to_have_count(1)
    until_on_device(page, 0)


def test_photos_of_a_page_that_was_left_wait_on_the_device_and_go_up_later(diarist):
    page = written(diarist)
    entry = entry_of(page)
    page.route(UPLOADS, lambda route: None)
    page.set_input_files("#photos", FILES)
    expect(page.locator(".up progress").first).to_be_visible()
    until_on_device(page, 3)
    again = page.context.new_page()
    # As a browser that is killed: nobody is asked.
    page.close(run_before_unload=False)
    again.goto("/diary")
    expect(again.locator("[data-unsent]")).to_contain_text("사진 3장")
    again.locator("[data-unsent] a").click()
    again.wait_for_url(f"**/diary/entries/{entry}/edit")
    expect(again.locator(".up[data-id]")).to_have_count(3)
    until_on_device(again, 0)
    again.locator(".write-foot button[value=done]").click()
    again.wait_for_url(f"**/diary/entries/{entry}")
    assert len(read_json(again, f"/diary/entries/{entry}")["photos"]) == 3


def test_photos_of_an_entry_that_was_never_stored_go_up_later(diarist):
    page = diarist("/diary/entries/new?on=2024-02-28", loses_line=True)
    page.route(re.compile(r"/(uploads$|diary/drafts/)"), lambda route: route.abort())
    page.set_input_files("#photos", FILES[:2])
    until_on_device(page, 2)
    again = page.context.new_page()
    page.close(run_before_unload=False)
    again.goto("/diary")
    again.locator("[data-unsent] a").click()
    again.wait_for_url("**/diary/entries/*/edit")
    expect(again.locator(".up[data-id]")).to_have_count(2)
    assert read_json(again, f"/diary/entries/{entry_of(again)}")["day"] == "2024-02-28"


def test_done_leads_to_the_photo_that_did_not_arrive(diarist):
    page = written(diarist)
    page.set_input_files("#photos", [{"name": "note.jpg", "mimeType": "image/jpeg", "buffer": b"no photo at all"}])
    expect(page.locator(".up--bad")).to_have_count(1)
    address = page.url
    page.locator(".write-foot button[value=done]").click()
    expect(page.locator(".up--bad button:focus")).to_have_count(1)
    assert page.url == address


def test_a_photo_that_was_taken_out_is_put_back(diarist):
    page = written(diarist)
    entry = entry_of(page)
    page.set_input_files("#photos", FILES[:2])
    expect(page.locator(".up[data-id]")).to_have_count(2)
    page.locator("[data-alt]").first.fill("빨간 그릇")
    until_stored(page, entry, 2)
    page.locator(".up button[value^=remove]").first.click()
    until_stored(page, entry, 1)
    assert len(read_json(page, f"/diary/entries/{entry}")["photos"]) == 1
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        page.locator(".toast button").click()
    photos = read_json(page, f"/diary/entries/{entry}")["photos"]
    assert [photo["alt"] for photo in photos] == ["빨간 그릇", ""]


def until_stored(page, entry, photos):
    while len(read_json(page, f"/diary/entries/{entry}")["photos"]) != photos:
        page.wait_for_timeout(50)


def test_a_photo_that_was_taken_out_comes_back_with_the_earlier_text(diarist):
    page = written(diarist)
    entry = entry_of(page)
    page.set_input_files("#photos", FILES[:2])
    expect(page.locator(".up[data-id]")).to_have_count(2)
    until_stored(page, entry, 2)
    page.locator(".up button[value^=remove]").first.click()
    until_stored(page, entry, 1)
    page.goto(f"/diary/entries/{entry}/versions")
    expect(page.locator(".version img")).to_have_count(2)
    with page.expect_navigation():
        page.locator(".version form button").first.click()
    assert len(read_json(page, f"/diary/entries/{entry}")["photos"]) == 2


def test_without_scripts_the_words_of_the_photo_field_stand_on_a_line(diarist):
    page = diarist(java_script_enabled=False, viewport={"width": 390, "height": 844})
    lines = page.locator(".drop > span:not(.hint)").evaluate("span => span.getClientRects().length")
    box = page.locator(".drop > span").first.bounding_box()
    assert box["width"] > 120 and box["height"] < 60, (box, lines)
    chooser = page.locator("#photos").bounding_box()
    assert chooser["width"] > 200
