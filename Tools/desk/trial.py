"""Two people agree on a refund, a correction and an appointment in two browsers; a contest is opened and closed; every view is
held against the command line, and looked at.
"""

import os
import re
import sys

from axe_playwright_python.sync_playwright import Axe
from acts import agreement, contests, staff
from erasures import erase_profile, erase_words
from house import FAILURES, House, Viewer, check
from playwright.sync_api import sync_playwright

REPORTS = {
    "exposure": [], "ownership": [], "adp": [], "pairs": [], "stacks": [], "clv": [], "construction": [], "byes": [],
    "duplicates": [],
}


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
        # A date in place of a position, which means nothing to an analyst.
        check(f"{told['entries']:,}" in scope and re.search(r"as of \d+ \w+ \d{4}", scope), f"{name}: {scope}")
    with analyst.page.expect_download() as kept:
        analyst.page.get_by_role("button", name="SQLite").click()
    with open(kept.value.path(), "rb") as file:
        check(file.read(15) == b"SQLite format 3", "the report is not a database")
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
    check("follows every rule" in page.inner_text("#audit"), "the audit of the room")
    page.get_by_role("button", name=f"Verify the signatures of room {room}").click()
    officer.settle()
    count = sum(house.json("audit", str(room), "--signatures")["checked"].values())
    words = f"{count:,} signature" if count else "No command of this room was signed"
    check(words in page.inner_text("#signatures"), f"the signatures of the room: {page.inner_text('#signatures')}")
    # The first look at a member's data is itself an event of the member's, once a day.
    officer.open(f"/desk?user={user}")
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
    check(("follows every rule" in page.inner_text("main")) == audit["ok"], "the audit of everything")
    check(f"{audit['size']:,}" in page.inner_text(".banner"), "the audit is of another size")


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
          "/desk?view=acts", "/desk?view=words", "/desk?view=words&position=0", "/desk?view=staff", "/desk?case=257", "/desk?room=1&at=seq:250", "/desk?room=1&pick=141", "/desk?user=18",
          "/operations", "/operations?view=open", "/operations?view=staff", "/operations?view=health"],
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
                ("words, read and erased", lambda: erase_words(officer, analyst, house)), ("a profile, erased", lambda: erase_profile(officer, house)),
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
