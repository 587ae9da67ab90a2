"""Screenshots of every page in windows of many kinds: python look.py http://127.0.0.1:3000 FOLDER [KIND or PAGE]...

Run by `look`. The server is one for development with a season on it. Prints what is wider than its window.
"""

import asyncio
import pathlib
import sys

from drafter import Table
from people import Member, Screen, chromium
from playwright.async_api import async_playwright
from states import House

# Width, height, the number of device pixels of one, and what differs.
KINDS = {
    "390": (390, 844, 1, {}), "820": (820, 1180, 1, {}), "1400": (1400, 900, 1, {}), "1920": (1920, 1080, 1, {}),
    "landscape": (844, 390, 1, {}), "zoom": (700, 450, 2, {}), "narrow": (195, 422, 2, {}), "forced": (390, 844, 1, {"forced_colors": "active"}),
    "forced-wide": (1400, 900, 1, {"forced_colors": "active"}), "rtl": (390, 844, 1, {"rtl": True}), "rtl-wide": (1400, 900, 1, {"rtl": True}),
    "print": (794, 1123, 1, {"media": "print"}),
}
# The width on a contact sheet, and how many pictures are next to each other.
SHEETS = {"390": (300, 6), "narrow": (195, 8), "forced": (300, 6), "rtl": (300, 6), "print": (450, 4), "820": (450, 4)}
TALLEST = 2_400


class Tour:
    def __init__(self, base, folder):
        self.house, self.folder = House(base), pathlib.Path(folder)
        self.clara, self.anna = Member(base, "clara"), Member(base, "season anna")

    async def prepare(self):
        """A draft that runs, one that fills, and one that is over."""
        table = await Table(self.house, 12, 18, "A draft").begin()
        self.me = table.slots[4]
        me = dict(room=table.room, seat=table.seats[self.me.user])
        for player in (40, 41, 44):
            self.me.command(kind="addToQueue", player=player, **me)
        for pick in range(1, 30):
            table.pick(pick, pick - 1)
        self.live, self.waiting = table.room, self.me.join(self.house.contest(prizes=[{"firstPlace": 1, "lastPlace": 1, "amount": 900}]))
        ask = self.clara.get
        contests, rooms = ask("/v1/tournaments"), ask("/v1/rooms")
        season = next(one for one in contests if one["title"] == "The Trial Season")["tournament"]
        pool = ask(f"/v1/tournaments/{season}")["pool"]
        over = next(room["room"] for room in rooms if room["tournament"] == season)
        entry = self.anna.get(f"/v1/users/{self.anna.user}/teams")[0]["entry"]
        position = self.anna.get(f"/v1/users/{self.anna.user}/activity")["events"][-1]["position"]
        case, approvals = ask("/v1/cases")[0], ask("/v1/approvals")
        reports = [one["name"] for one in ask("/v1/reports")["reports"]]
        drafting = [(f"live-{tab}", f"/draft/{self.live}#{tab}") for tab in ("players", "queue", "rosters", "board", "info")]
        self.pages = {
            "guest": [("guest-lobby", "/"), ("login", "/login"), ("terms", "/terms"), ("no-room", "/draft/9999"), ("missing", "/nothing/to/see"), ("docs", "/docs")],
            "me": [("lobby", "/"), ("drafts", "/drafts"), *drafting, ("waiting", f"/draft/{self.waiting}"), ("rankings", "/rankings?pool=1"), ("deposit", "/deposit"), ("page", "/page")],
            "anna": [("contest", f"/tournament/{season}"), ("teams", "/teams"), ("team", f"/teams/{entry}"), ("exposure", "/exposure"), ("profile", "/profile"), ("cases", "/cases"),
                     ("record", f"/records/{position}"), ("over", f"/draft/{over}"), ("my-reports", "/reports"), ("my-exposure", "/reports?report=exposure")],
            "clara": [("operations", "/operations"), ("open-contest", "/operations?view=open"), ("pools", "/operations?view=pools"), ("pool", f"/operations?pool={pool}"),
                      ("scores", "/operations?view=scores"), ("prizes", "/operations?view=due"), ("staff", "/operations?view=staff"), ("health", "/operations?view=health"),
                      ("contest-control", f"/operations?contest={season}"), ("room-control", f"/operations?room={self.live}"),
                      ("desk", "/desk"), ("desk-cases", "/desk?view=cases"), ("desk-case", f"/desk?case={case['case']}"), ("approvals", "/desk?view=measures"),
                      ("approval", f"/desk?measure={approvals[0]['measure'] if approvals and 'measure' in approvals[0] else 1}"), ("indicators", "/desk?view=unusual"), ("audit", "/desk?view=audit"),
                      ("actions", "/desk?view=acts"), ("free-text", "/desk?view=words"), ("desk-room", f"/desk?room={self.live}"), ("dispute", f"/desk?room={case['room']}&pick={case.get('pick') or 1}"),
                      ("desk-user", f"/desk?user={self.anna.user}"), ("search", "/desk?q=season")],
            "analyst": [("reports", "/reports"), *[(f"report-{name}", f"/reports?report={name}&user=season+anna") for name in reports], ("all-reports", "/v1/reports.html")],
        }

    async def open(self, browser, who, kind):
        width, height, density, how = KINDS[kind]
        phone = width < 600 or kind == "landscape"
        context = await browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=density, is_mobile=phone, has_touch=phone, reduced_motion="reduce",
            forced_colors=how.get("forced_colors"), bypass_csp=True)
        context.set_default_timeout(60_000)
        page = await context.new_page()
        if how.get("rtl"):
            await context.add_init_script("new MutationObserver(() => { document.documentElement.dir = 'rtl'; }).observe(document, { childList: true });")
        screen = Screen(page, context, who or self.anna)
        if who is self.house.staff:
            await page.goto(who.base + "/login")
            await page.evaluate("token => fetch('/v1/session', { method: 'POST', headers: { Authorization: 'Bearer ' + token } })", who.token)
        elif who:
            await screen.sign_in()
        # On paper there is no button to sign in with.
        if how.get("media"):
            await page.emulate_media(media=how["media"])
        return screen

    async def take(self, browser, kind, only):
        taken = []
        people = {"guest": None, "me": self.me, "anna": self.anna, "clara": self.clara, "analyst": Member(self.house.base, "ada", ["analyst", "officer"])}
        for name, who in people.items():
            pages = [(page, path) for page, path in self.pages[name] if not only or page in only]
            if not pages:
                continue
            if name == "analyst":
                self.house.staff = who
            screen = await self.open(browser, who, kind)
            for page, path in pages:
                await screen.page.goto("about:blank")
                await screen.page.goto(self.house.base + path)
                try:
                    if not path.endswith((".html", "/docs")):
                        await screen.page.wait_for_selector("html[data-ready=true]")
                    await screen.page.wait_for_selector("html:not(:has([aria-busy=true]))", timeout=20_000)
                except Exception as error:  # noqa: BLE001: a page that does not become ready is looked at, too
                    print(f"{page} at {kind}: {str(error)[:100]}")
                await asyncio.sleep(0.5)
                wide, tall = await screen.page.evaluate("[document.documentElement.scrollWidth - document.documentElement.clientWidth, document.documentElement.scrollHeight]")
                if wide > 0:
                    print(f"{page} at {kind}: {wide} wider than its window")
                file = self.folder / f"{kind}-{page}.png"
                width = KINDS[kind][0]
                height = min(TALLEST, max(tall, KINDS[kind][1]))
                await screen.page.screenshot(path=file, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})
                taken.append((page, file, width, height))
            await screen.context.close()
        await self.sheets(browser, kind, taken)

    async def sheets(self, browser, kind, taken):
        """Pictures of many pages in one."""
        width, across = SHEETS.get(kind, (600, 3))
        page = await browser.new_page(viewport={"width": (width + 8) * across, "height": 1_200})
        for number in range(0, len(taken), across * 2):
            some = taken[number:number + across * 2]
            figures = "".join(
                f"<figure style='margin:0 8px 8px 0;width:{width}px;height:{max(width * 9 // 10, 620)}px;overflow:hidden;float:left;border-top:16px solid #fff'><figcaption style='position:absolute;margin-top:-16px;font:12px sans-serif'>{name}</figcaption><img src='file://{file}' width='{width}'></figure>"
                for name, file, _, _ in some)
            sheet = self.folder / f"sheet-{kind}-{number // (across * 2) + 1}"
            sheet.with_suffix(".html").write_text(f"<body style='margin:0;background:#fff'>{figures}")
            await page.goto(f"file://{sheet}.html")
            await page.screenshot(path=f"{sheet}.png", full_page=True)
        await page.close()


async def main(base, folder, *wanted):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        tour = Tour(base, folder)
        await tour.prepare()
        kinds, only = [one for one in wanted if one in KINDS], {one for one in wanted if one not in KINDS}
        for kind in kinds or KINDS:
            await tour.take(browser, kind, only)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
