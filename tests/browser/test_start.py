"""The command of README opens a page."""

from playwright.sync_api import Page, expect


def test_the_page_opens(page: Page) -> None:
    expect(page.get_by_text("Remi Lens").first).to_be_visible()
