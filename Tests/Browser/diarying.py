"""What a person does to keep a diary, a step each."""

import re

from playwright.sync_api import expect

from posting import read_json

PUT = re.compile(r"/diary/(drafts|entries)/")


def is_put(request):
    return request.method == "PUT"


def type_and_save(page, text):
    with page.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        page.locator("#text").press_sequentially(text)
    expect(page.locator("[data-save-state].is-good")).to_have_count(1)


def entry_of(page):
    return re.search(r"/diary/entries/(\d+)", page.url).group(1)


def text_of(page, entry):
    return read_json(page, f"/diary/entries/{entry}")["text"]
