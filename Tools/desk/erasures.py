"""The desk's pages read and erase the free text outside the ledger, and the ledger keeps its digests."""

from house import check
from playwright.sync_api import expect


def erase_words(officer, analyst, house):
    """An officer reads the free text of an event, by way of its author, and erases it; no other person can."""
    case = next(one for one in house.json("case", "list") if one["claim"] == "I clicked, and it hung.")
    opened = house.events(f"case/{case['case']}")[0]
    page = officer.open(f"/desk?user={case['claimant']}")
    page.get_by_role("group", name="Activity").get_by_role("link", name=str(opened["position"]), exact=True).click()
    officer.settle()
    check(page.url.endswith(f"view=words&position={opened['position']}"), f"the activity leads to {page.url}")
    expect(page.get_by_role("group", name="Free text")).to_contain_text("I clicked, and it hung.")
    expect(page.locator("main")).to_contain_text("DisputeOpened")
    page.get_by_role("button", name="Erase this text …").click()
    page.get_by_role("button", name="Keep it").click()
    check("I clicked" in house.cli("words", "show", str(opened["position"])), "who keeps the words loses them")
    page.get_by_role("button", name="Erase this text …").click()
    page.get_by_role("button", name="Erase permanently").click()
    expect(page.locator("#toasts")).to_contain_text("The text is erased.")
    expect(page.get_by_role("group", name="Free text")).to_contain_text("Erased")
    check(page.get_by_role("button", name="Erase this text …").count() == 0, "erased words can be erased again")
    check(house.json("words", "show", str(opened["position"]))["words"][0]["standing"] == "erased", "the words are still there")
    check(house.events(f"case/{case['case']}")[0] == opened, "the ledger says something else of the claim now")
    page = analyst.open("/desk?view=words")
    check("for officers" in page.inner_text("main") or "The desk is for staff" in page.inner_text("main"), "an analyst is offered to read words")


def erase_profile(officer, house):
    """A user's identity is erased on the user's page; for a user who still has money, the page reports that instead."""
    users = {one["user"] for room in house.json("rooms")[:3] for one in house.json("room", str(room["room"]))["members"] if one["user"]}
    rich = next(user for user in sorted(users) if house.json("statement", str(user))["availableCents"])
    page = officer.open(f"/desk?user={rich}")
    page.get_by_role("button", name="Erase the profile …").click()
    page.get_by_role("button", name="Erase permanently").click()
    expect(page.locator("dialog .banner.error")).to_contain_text("withdraw")
    officer.problems = [words for words in officer.problems if "409" not in words]
    poor = 77_001
    page = officer.open(f"/desk?user={poor}")
    page.get_by_role("button", name="Erase the profile …").click()
    page.get_by_role("button", name="Erase permanently").click()
    expect(page.locator("#toasts")).to_contain_text(f"The profile of user {poor} and")
