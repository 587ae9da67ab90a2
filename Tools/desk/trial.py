"""Two people agree on a refund, a correction and an appointment in two browsers; a contest is opened and closed; every view is
held against the command line, and looked at.
"""

import hashlib
import os
import sys

from axe_playwright_python.sync_playwright import Axe
from house import House, Viewer
from playwright.sync_api import expect, sync_playwright

REPORTS = {
    "exposure": [], "ownership": [], "adp": [], "pairs": [], "stacks": [], "clv": [], "construction": [], "byes": [],
    "duplicates": [],
}
FAILURES = []


def check(holds, words):
    if not holds:
        FAILURES.append(words)
        print(f"  FAILED: {words}")


def rows(page):
    """The figures of the first table on a page, by their columns' keys."""
    return page.evaluate("""() => {
        const table = document.querySelector("#scope ~ * table, #scope + * table, table"), keys = [...table.tHead.rows[0].cells].map(th => th.dataset.key);
        return [...table.tBodies[0].rows].map(row => Object.fromEntries([...row.cells].map((cell, at) => [keys[at], cell.dataset.value ?? null])));
    }""")


def reports(analyst, house):
    """Every figure of every report is the command's."""
    for name, options in REPORTS.items():
        told = house.json(name, *options)
        page = analyst.open(f"/reports?report={name}")
        lists = [value for value in told.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        shown = rows(page)
        check(len(shown) == min(len(lists[0]), 250), f"{name}: {len(shown)} rows of {len(lists[0])}")
        for row, expected in zip(shown, lists[0]):
            for key, value in row.items():
                wanted = expected[key]
                if value is None or isinstance(wanted, (list, dict)):
                    continue
                same = abs(float(value) - wanted) < 1e-12 if isinstance(wanted, (int, float)) else value == wanted
                check(same, f"{name}: {key} is {value}, the command says {wanted}")
        scope = page.inner_text("#scope")
        check(f"{told['entries']:,}" in scope and f"{told['position']:,}" in scope, f"{name}: {scope}")
    with analyst.page.expect_download() as kept:
        analyst.page.get_by_role("button", name="SQLite").click()
    with open(kept.value.path(), "rb") as file:
        check(file.read(15) == b"SQLite format 3", "the report is no database")
    page = analyst.open("/reports?report=adp")
    page.get_by_label("Position", exact=True).select_option("QB")
    page.get_by_role("button", name="Show", exact=True).click()
    analyst.settle()
    check("position=QB" in page.url, f"the filter is not in the address: {page.url}")
    check(all(row["position"] == "QB" for row in rows(page)), "others than quarterbacks are listed")


def figures(officer, house):
    """A dispute, audits, a board and everything of a user are the command line's."""
    case = house.json("case", "list")[0]
    room, pick, user = case["room"], case["pickNumber"], case["claimant"]
    told = house.json("dispute", str(room), "--pick", str(pick))
    page = officer.open(f"/desk?room={room}&pick={pick}")
    check(page.inner_text(".ruling .verdict").lower() == told["verdict"], "another verdict than the command's")
    check(page.locator(".reasons > li").count() == len(told["reasons"]), "other reasons than the command's")
    moments = page.evaluate("[...document.querySelectorAll('table tbody tr')].map(row => [...row.cells].map(cell => cell.dataset.value ?? cell.textContent))")
    expected = [[moment["marginToDeadlineMicroseconds"], moment["marginToGraceMicroseconds"], moment["position"]] for moment in told["timeline"]]
    check([[int(part) if part else None for part in row[2:]] for row in moments] == expected, "other moments than the command's")
    with officer.page.expect_download() as kept:
        page.get_by_role("button", name="Evidence").click()
    check(house.json("evidence", "verify", str(kept.value.path()), "--policy", house.policy())["genuine"], "the evidence is not genuine")
    page = officer.open(f"/desk?room={room}&at=pick:50")
    board = house.json("board", str(room), "--at", "pick:50")
    check(page.locator(".board td.filled").count() == len(board["picks"]), "another board than the command's")
    shown = page.evaluate("[...document.querySelectorAll('.board td.filled')].map(cell => cell.dataset.pick + ' ' + cell.title.split(',')[0])")
    check(set(shown) == {f"{one['pickNumber']} {one['playerName']}" for one in board["picks"]}, "other players than the command's")
    page.get_by_role("button", name=f"Audit room {room}").click()
    officer.settle()
    check("keeps every rule" in page.inner_text("#audit"), "the audit of the room")
    page = officer.open(f"/desk?user={user}")
    activity, statement = house.json("activity", str(user)), house.json("statement", str(user))
    for name, count in {**activity["counts"], "available": statement["availableCents"], "held": statement["heldCents"]}.items():
        if name == "picksUnknown" and not count:
            continue
        value = page.get_attribute(f"[data-figure='{name}']", "data-value")
        check(value == str(count), f"user {user}: {name} is {value}, the command says {count}")
    page = officer.open("/desk?view=audit")
    page.get_by_role("button", name="Audit everything").click()
    page.wait_for_selector(".banner.success, .banner.error", timeout=300_000)
    audit = house.json("audit")
    check(("keeps every rule" in page.inner_text("main")) == audit["ok"], "the audit of everything")
    check(f"{audit['size']:,}" in page.inner_text(".banner"), "the audit is of another size")


def agreement(anna, bert, cora, house):
    """A case is opened, upheld, refunded and its pick put right: each by one person in one browser, and another in another."""
    room = next(one["room"] for one in house.json("rooms") if one["status"] == "complete")
    entry = next(one for one in house.json("room", str(room))["members"] if one["user"])
    pick = next(one["pickNumber"] for one in house.json("board", str(room))["picks"] if one["seat"] == entry["seat"])
    page = anna.open(f"/desk?room={room}&pick={pick}")
    page.get_by_label("What is claimed").fill("I clicked, and it hung.")
    page.get_by_role("button", name="Open the case").click()
    anna.give_key()
    page.wait_for_url("**/desk?case=*")
    anna.settle()
    case = page.url.split("=")[1]
    check(house.json("case", "show", case)["case"]["claim"] == "I clicked, and it hung.", "the claim is another in the ledger")
    documents(anna, house, case)
    page.get_by_label("Who was right").select_option("upheld")
    page.get_by_label("Why, in a sentence").fill("The server hung for a minute.")
    page.get_by_role("button", name="Propose this verdict").click()
    expect(page.locator("#toasts")).to_contain_text("proposes that case")
    approve(anna, bert, "Verdict")
    check(house.json("case", "show", case)["case"]["resolution"]["verdict"] == "upheld", "the case is not upheld")
    before = house.json("statement", str(entry["user"]))["availableCents"]
    page = cora.open(f"/desk?case={case}")
    page.get_by_label("Dollars").fill("12.50")
    page.get_by_role("button", name="Propose the refund").click()
    cora.give_key()
    expect(page.locator("#toasts")).to_contain_text("give user")
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
    page.get_by_label("What it is").fill("Recording of the claimant")
    page.get_by_role("button", name="Attach").click()
    expect(page.get_by_role("group", name="Documents")).to_contain_text("Recording of the claimant")
    documents = house.json("case", "show", case)["case"]["documents"]
    check([one["sha256"] for one in documents] == [hashlib.sha256(b"00:00 He clicks.\n").hexdigest()], f"attached: {documents}")


def correction(proposer, other, house, case, room, pick):
    """A pick is put right by two people, and nobody else's is touched."""
    before = house.json("board", str(room))["picks"]
    gone = {one["playerIndex"] for one in before}
    player = next(index for index in range(1000) if index not in gone)
    page = proposer.open(f"/desk?case={case}")
    page.get_by_label("How").select_option("substitute")
    page.get_by_label("Player who is put in").fill(str(player))
    page.get_by_role("button", name="Propose the correction").click()
    proposer.give_key()
    expect(page.locator("#toasts")).to_contain_text("to put pick")
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
    """A contest is opened by its terms, and its entries are closed: both stand in the ledger, signed."""
    page = operator.open("/house?view=open")
    page.get_by_label("Title").fill("The <b>Trial</b> Open")
    page.get_by_label("Entry fee in dollars").fill("7.5")
    page.get_by_label("The house's share, in percent").fill("12.5")
    page.get_by_label("Entries at most").fill("240")
    page.get_by_label("Entries of one user at most").fill("3")
    page.get_by_label("Speed").select_option("slow")
    page.get_by_label("Prizes, a line for a place or some").fill("1,100000\n2-10,5000")
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
    # Of a contest that nobody has entered, no entries are left to wait for.
    expect(page.get_by_role("row", name="The <b>Trial</b> Open")).to_contain_text("Complete")
    kinds = [event["type"] for event in house.events(f"tournament/{number}")]
    check("EntriesClosed" in kinds, f"the contest's events are {kinds}")


def staff(proposer, other, house):
    """Somebody is appointed: declined once, with the reason on record, then approved; and dismissed by one alone."""
    propose(proposer, house)
    page = other.open("/desk")
    page.get_by_role("row", name="Appointment").get_by_role("link", name="Measure").click()
    other.settle()
    page.get_by_label("Why not").fill("Not without a second reader.")
    page.get_by_role("button", name="Decline").click()
    other.give_key()
    expect(page.locator(".stage.declined")).to_be_visible()
    last = house.json("measure", "list")[-1]
    check(last["stage"] == "declined", f"declined: {last}")
    end = house.events(f"measure/{last['measure']}")[-1]
    # The words themselves can be erased, and stand beside the log; their digest in it.
    check(end["type"] == "MeasureDeclined" and "admin/902" in str(end["actor"]) and end["body"]["reasonDigest"], f"the ledger says {end}")
    expect(page.locator("main")).to_contain_text("Not without a second reader.")
    propose(proposer, house)
    approve(proposer, other, "Appointment")
    people = {one["person"]: one["roles"] for one in house.json("staff", "list")}
    check(people.get(906) == "auditor analyst", f"the ledger says {people}")
    page = proposer.open("/house?view=staff")
    page.get_by_label("Person", exact=True).select_option("906")
    page.locator("form", has=page.get_by_role("button", name="Dismiss")).get_by_label("Why, in a sentence").fill("The trial is over.")
    page.get_by_role("button", name="Dismiss").click()
    proposer.give_key()
    expect(page.locator("#toasts")).to_contain_text("acts for the house no more")
    check(906 not in [one["person"] for one in house.json("staff", "list")], "906 still acts for the house")


def propose(proposer, house):
    page = proposer.open("/house?view=staff")
    page.get_by_label("Person's number").fill("906")
    page.get_by_label("auditor:").check()
    page.get_by_label("analyst:").check()
    page.get_by_label("Public key").fill(house.newcomers_key)
    page.locator("form", has=page.get_by_role("button", name="Propose the appointment")).get_by_label("Why, in a sentence").fill("We read more.")
    page.get_by_role("button", name="Propose the appointment").click()
    proposer.give_key()
    expect(page.locator("#toasts")).to_contain_text("for the house")


def approve(proposer, other, kind):
    """Who proposed cannot approve; somebody else finds it on the desk, and does."""
    page = other.open("/desk")
    page.get_by_role("row", name=kind).get_by_role("link", name="Measure").click()
    other.settle()
    mine = proposer.open(page.url.removeprefix(other.house.address))
    check("Somebody else decides" in mine.inner_text("main"), "the proposer is offered to approve")
    page.get_by_role("button", name="Approve").click()
    # The desk was loaded anew, and with it the key has gone that was read before.
    other.give_key()
    expect(page.locator(".stage.approved")).to_be_visible()


def keyboard(officer):
    """From the top of the desk to a room by keys alone."""
    page = officer.open("/desk")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'q'"):
            break
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=1")
    officer.settle()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent === 'Room 1'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**room=1")
    officer.settle()
    check(page.inner_text("h1") == "Room 1", "keys alone do not lead to the room")


VIEWS = {
    901: ["/desk", "/desk?q=1", "/desk?view=cases", "/desk?view=measures", "/desk?measure=1", "/desk?view=unusual", "/desk?view=audit",
          "/desk?view=acts", "/desk?view=staff", "/desk?case=257", "/desk?room=1&at=seq:250", "/desk?room=1&pick=141", "/desk?user=18",
          "/house", "/house?view=open", "/house?view=staff", "/house?view=health"],
    905: ["/reports", "/reports?report=adp", "/reports?report=exposure&by=slot", "/reports?report=duplicates", "/reports?report=construction&by=round"],
}


def views(browser, house, pictures):
    """Every view at both sizes: nothing sticks out, axe finds nothing, and it prints."""
    for size in ((390, 844), (1400, 900)):
        for person, paths in VIEWS.items():
            viewer = Viewer(browser, house, person, size)
            for number, path in enumerate(paths):
                page = viewer.open(path)
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                check(wide <= 0, f"{path} is {wide} pixels wider than {size[0]}")
                found = Axe().run(page).response["violations"]
                for one in found:
                    check(False, f"axe at {path}, {size[0]}: {one['id']}: {one['nodes'][0]['html'][:140]}")
                if pictures:
                    page.screenshot(path=os.path.join(pictures, f"{path.strip('/').replace('/', '-').split('?')[0]}-{number}-{size[0]}.png"))
            viewer.page.emulate_media(media="print")
            check(not viewer.page.is_visible("#top"), "the shell is printed")
            viewer.problems and check(False, f"{viewer.problems}")
            viewer.context.close()


def main(tool, directory, pictures):
    house = House(tool, directory)
    house.serve()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            analyst, officer = Viewer(browser, house, 905), Viewer(browser, house, 901)
            anna, bert, cora = (Viewer(browser, house, person) for person in (901, 902, 904))
            for words, part in [
                ("reports", lambda: reports(analyst, house)), ("figures of the desk", lambda: figures(officer, house)),
                ("keys alone", lambda: keyboard(officer)), ("two people, one refund", lambda: agreement(anna, bert, cora, house)),
                ("a contest, opened and closed", lambda: contests(anna, house)),
                ("an appointment, declined and approved", lambda: staff(anna, bert, house)),
                ("every view", lambda: views(browser, house, pictures)),
            ]:
                print(words)
                part()
            for viewer in (analyst, officer, anna, bert, cora):
                check(not viewer.problems, f"{viewer.problems}")
            browser.close()
    finally:
        house.stop()
    print(f"{len(FAILURES)} failures" if FAILURES else "all in order")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
