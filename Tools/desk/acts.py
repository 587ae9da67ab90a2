"""The acts of staff in their pages, each compared with the ledger: by one person in one browser, and another in another."""

import hashlib
import os

from house import check
from playwright.sync_api import expect


def agreement(anna, bert, cora, house):
    """A case is opened, upheld, refunded and its pick put right: each by one person in one browser, and another in another."""
    room = next(one["room"] for one in house.json("rooms") if one["status"] == "complete")
    entry = next(one for one in house.json("room", str(room))["members"] if one["user"])
    pick = next(one["pickNumber"] for one in house.json("board", str(room))["picks"] if one["seat"] == entry["seat"])
    page = anna.open(f"/desk?room={room}&pick={pick}")
    page.get_by_label("Claim, in the claimant's words").fill("I clicked, and it hung.")
    page.get_by_role("button", name="Open the case").click()
    anna.give_key()
    page.wait_for_url("**/desk?case=*")
    anna.settle()
    case = page.url.split("=")[1]
    check(house.json("case", "show", case)["case"]["claim"] == "I clicked, and it hung.", "the claim is another in the ledger")
    documents(anna, house, case)
    page.get_by_label("Verdict", exact=True).select_option("upheld")
    page.get_by_label("Reason, in a sentence").fill("The server hung for a minute.")
    page.get_by_role("button", name="Propose this verdict").click()
    expect(page.locator("#toasts")).to_contain_text("proposes the verdict")
    approve(anna, bert, "Verdict")
    check(house.json("case", "show", case)["case"]["resolution"]["verdict"] == "upheld", "the case is not upheld")
    before = house.json("statement", str(entry["user"]))["availableCents"]
    page = cora.open(f"/desk?case={case}")
    page.get_by_label("Dollars").fill("12.50")
    page.get_by_role("button", name="Propose the refund").click()
    cora.give_key()
    expect(page.locator("#toasts")).to_contain_text("a refund of")
    check(house.json("statement", str(entry["user"]))["availableCents"] == before, "money went before anybody approved it")
    approve(cora, bert, "Refund")
    check(house.json("statement", str(entry["user"]))["availableCents"] == before + 1250, "the refund is not in the ledger")
    payment = house.json("case", "show", case)["case"]["payments"][-1]
    check(payment["amountCents"] == 1250 and {payment["firstApprover"], payment["secondApprover"]} == {904, 902},
          f"the ledger names {payment}")
    page = bert.open(f"/desk?case={case}")
    check("$12.50 paid" in page.inner_text("main"), "the case does not show what was paid")
    correction(anna, bert, house, case, room, pick)


def documents(officer, house, case):
    """A document is pinned to the case by the digest of what lies in the file, and goes nowhere."""
    path = os.path.join(house.directory, "recording.txt")
    with open(path, "wb") as file:
        file.write(b"00:00 He clicks.\n")
    page = officer.page
    page.set_input_files("input[name=file]", path)
    page.get_by_label("Description").fill("Recording of the claimant")
    page.get_by_role("button", name="Attach").click()
    expect(page.get_by_role("group", name="Documents")).to_contain_text("Recording of the claimant")
    documents = house.json("case", "show", case)["case"]["documents"]
    check([one["sha256"] for one in documents] == [hashlib.sha256(b"00:00 He clicks.\n").hexdigest()], f"attached: {documents}")


def correction(proposer, other, house, case, room, pick):
    """Two people correct a pick, and all other picks remain."""
    before = house.json("board", str(room))["picks"]
    gone = {one["playerIndex"] for one in before}
    player = next(index for index in range(1000) if index not in gone)
    page = proposer.open(f"/desk?case={case}")
    page.get_by_label("Mode").select_option("substitute")
    page.get_by_label("Replacement player").fill(str(player))
    page.get_by_role("button", name="Propose the correction").click()
    proposer.give_key()
    expect(page.locator("#toasts")).to_contain_text("a correction of pick")
    check(house.json("board", str(room))["picks"] == before, "a pick changed before anybody approved it")
    approve(proposer, other, "Correction of a pick")
    after = house.json("board", str(room))["picks"]
    changed = [one["pickNumber"] for one, was in zip(after, before) if one["playerIndex"] != was["playerIndex"]]
    check(changed == [pick] and after[pick - 1]["playerIndex"] == player and after[pick - 1]["corrected"], f"corrected: {changed}")
    made = house.json("case", "show", case)["case"]["corrections"][-1]
    check(made["mode"] == "substitute" and {made["requestedBy"], made["approvedBy"]} == {901, 902}, f"the ledger names {made}")
    page = other.open(f"/desk?room={room}")
    check(page.locator(".board td.corrected").count() == 1, "the board does not show the correction")


def contests(operator, house):
    """A contest is opened by its terms, and its entries are closed: both are in the ledger, signed."""
    page = operator.open("/operations?view=open")
    page.get_by_label("Title").fill("The <b>Trial</b> Open")
    page.get_by_label("Entry fee in dollars").fill("7.5")
    page.get_by_label("Rake, in percent").fill("12.5")
    page.get_by_label("Maximum entries", exact=True).fill("240")
    page.get_by_label("Maximum entries per user").fill("3")
    page.get_by_label("Speed").select_option("slow")
    page.get_by_label("Prizes, one place or range per line").fill("1,1000\n2-10,50")
    page.get_by_role("button", name="Open the contest").click()
    operator.give_key()
    expect(page.locator("#toasts")).to_contain_text("is open")
    row = page.get_by_role("row", name="The <b>Trial</b> Open")
    number = int(row.locator("td").first.inner_text())
    opened = house.events(f"tournament/{number}")[0]
    terms = {name: opened["body"][name] for name in
             ("title", "entryFee", "rakeBasisPoints", "maxEntries", "maxEntriesPerUser", "preset", "prizes")}
    check(terms == {"title": "The <b>Trial</b> Open", "entryFee": 750, "rakeBasisPoints": 1250, "maxEntries": 240,
                    "maxEntriesPerUser": 3, "preset": "slow",
                    "prizes": [{"firstPlace": 1, "lastPlace": 1, "amount": 100_000}, {"firstPlace": 2, "lastPlace": 10, "amount": 5_000}]},
          f"the ledger has the contest as {terms}")
    check("admin/901" in str(opened.get("actor")), f"the contest was opened by {opened.get('actor')}")
    row.get_by_role("link", name="Close entries").click()
    operator.settle()
    page.get_by_role("button", name="Close entries").click()
    # A contest without entries has no entries to wait for.
    expect(page.get_by_role("row", name="The <b>Trial</b> Open")).to_contain_text("Complete")
    kinds = [event["type"] for event in house.events(f"tournament/{number}")]
    check("EntriesClosed" in kinds, f"the contest's events are {kinds}")


def staff(proposer, other, house):
    """Somebody is appointed: declined once, with the reason on record, then approved; and dismissed by one alone."""
    propose(proposer, house)
    page = other.open("/desk")
    page.get_by_role("row", name="Appointment").get_by_role("link", name="Request").click()
    other.settle()
    page.get_by_label("Reason").fill("Not without a second reader.")
    page.get_by_role("button", name="Decline").click()
    other.give_key()
    expect(page.locator(".stage.declined")).to_be_visible()
    last = house.json("measure", "list")[-1]
    check(last["stage"] == "declined", f"declined: {last}")
    end = house.events(f"measure/{last['measure']}")[-1]
    # The free text can be erased and is stored outside the log; its digest is in the log.
    check(end["type"] == "MeasureDeclined" and "admin/902" in str(end["actor"]) and end["body"]["reasonDigest"], f"the ledger says {end}")
    expect(page.locator("main")).to_contain_text("Not without a second reader.")
    propose(proposer, house)
    approve(proposer, other, "Appointment")
    people = {one["person"]: one["roles"] for one in house.json("staff", "list")}
    check(people.get(906) == "auditor analyst", f"the ledger says {people}")
    page = proposer.open("/operations?view=staff")
    page.get_by_label("Person", exact=True).select_option("906")
    page.locator("form", has=page.get_by_role("button", name="Dismiss")).get_by_label("Reason, in a sentence").fill("The trial is over.")
    page.get_by_role("button", name="Dismiss").click()
    proposer.give_key()
    expect(page.locator("#toasts")).to_contain_text("is no longer staff")
    check(906 not in [one["person"] for one in house.json("staff", "list")], "906 is still staff")


def propose(proposer, house):
    page = proposer.open("/operations?view=staff")
    page.get_by_label("Person's user number").fill("906")
    page.get_by_label("auditor:").check()
    page.get_by_label("analyst:").check()
    page.get_by_label("Public key").fill(house.newcomers_key)
    page.locator("form", has=page.get_by_role("button", name="Propose the appointment")).get_by_label("Reason, in a sentence").fill("We read more.")
    page.get_by_role("button", name="Propose the appointment").click()
    proposer.give_key()
    expect(page.locator("#toasts")).to_contain_text("the appointment of")


def approve(proposer, other, kind):
    """Who proposed cannot approve; somebody else finds it on the desk, and does."""
    page = other.open("/desk")
    page.get_by_role("row", name=kind).get_by_role("link", name="Request").click()
    other.settle()
    mine = proposer.open(page.url.removeprefix(other.house.address))
    check("Another person has to decide" in mine.inner_text("main"), "the proposer is offered to approve")
    page.get_by_role("button", name="Approve").click()
    # The desk was reloaded, so the key that was read before is gone.
    other.give_key()
    expect(page.locator(".stage.approved")).to_be_visible()
