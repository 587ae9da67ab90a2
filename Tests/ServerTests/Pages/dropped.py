"""An export that is dropped on a page: python dropped.py http://127.0.0.1:3000 EXPORT.csv [FOLDER]

The page is shown in a frame, in its own looks and with its script, and saved. Screenshots and the saved page (saved.html) go to
FOLDER. Ends with 0 where all is as it should be.
"""

import asyncio
import pathlib
import sys

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium
from playwright.async_api import async_playwright

DROP = """async ([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/csv" }));
  const place = document.querySelector(".drop");
  for (const kind of ["dragover", "drop"]) place.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


class Trial:
    def __init__(self, base, export, folder):
        self.member, self.export, self.folder = Member(base, "dora"), pathlib.Path(export), folder
        self.notes = []

    def expect(self, holds, words):
        if not holds:
            self.notes.append(words)

    async def until(self, screen, script):
        """Waits until a script is true; pages allow no scripts that wait by themselves."""
        for _ in range(1_200):
            if await screen.page.evaluate(script):
                return
            await asyncio.sleep(0.1)
        self.notes.append(f"never true: {script}")

    async def axe(self, screen, where):
        for violation in (await Axe().run(screen.page)).response["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"]][:2]
            self.notes.append(f"{where}: {violation['id']}, {violation['help']}: {nodes}")

    async def shown(self, screen, where):
        """The page in the frame."""
        await screen.page.wait_for_selector("iframe.report")
        handle = await screen.page.query_selector("iframe.report")
        frame = await handle.content_frame()
        await frame.wait_for_selector("h1")
        self.expect(await frame.inner_text("h1") == "My drafts", f"{where}: the frame's heading")
        self.expect("teams" in await frame.inner_text("p.headline"), f"{where}: the headline")
        # Its style and its script work although the policy allows no others.
        self.expect(await frame.evaluate("getComputedStyle(document.querySelector('section')).borderRadius") == "12px", f"{where}: no looks")
        before = await frame.inner_text("section.tabular table tbody tr:first-child td:first-child")
        await frame.click("section.tabular table th:first-child button")
        await frame.click("section.tabular table th:first-child button")
        after = await frame.inner_text("section.tabular table tbody tr:first-child td:first-child")
        self.expect(before != after, f"{where}: a heading does not sort")
        self.expect(await frame.evaluate("self.origin") == "null", f"{where}: the frame has an origin")
        wide = await frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.expect(wide <= 0, f"{where}: {wide} wider than its frame")
        return frame

    async def run(self, browser):
        for size in ((390, 844), (1400, 900)):
            screen = await (await Screen.open(browser, self.member, size)).sign_in()
            where = f"at {size[0]}"
            await screen.go("/page")
            await screen.page.wait_for_selector(".drop")
            await self.axe(screen, f"empty {where}")
            await screen.page.evaluate(DROP, [self.export.name, self.export.read_text()])
            frame = await self.shown(screen, where)
            await self.axe(screen, f"shown {where}")
            if self.folder:
                await screen.page.screenshot(path=f"{self.folder}/dropped-{size[0]}.png", full_page=True)
            async with screen.page.expect_download() as saving:
                await screen.page.click("a[download]")
            saved = await (await saving.value).path()
            text = pathlib.Path(saved).read_text()
            if self.folder:
                pathlib.Path(self.folder, "saved.html").write_text(text)
            self.expect(text.startswith("<!doctype html>") and "My drafts" in text, f"{where}: what is saved is no page")
            self.expect((await saving.value).suggested_filename == self.export.stem + ".html", f"{where}: its name")
            self.expect(not screen.complaints, f"{where}: {screen.complaints[:3]}")
            # The saved page by itself, light and dark, on a screen and on paper.
            for scheme in ("light", "dark"):
                plain = await browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
                page = await plain.new_page()
                await page.goto(pathlib.Path(saved).as_uri() if str(saved).endswith(".html") else "about:blank")
                await page.set_content(text)
                for violation in (await Axe().run(page)).response["violations"]:
                    nodes = [node["html"][:160] for node in violation["nodes"]][:2]
                    self.notes.append(f"saved, {scheme} {where}: {violation['id']}, {violation['help']}: {nodes}")
                if self.folder:
                    await page.screenshot(path=f"{self.folder}/saved-{scheme}-{size[0]}.png")
                await plain.close()
            # A file that is no export is said, and the page before it stays.
            screen.complaints.clear()
            await screen.page.evaluate(DROP, ["list.csv", "name,position,adp\nAnn,WR,1\n"])
            await self.until(screen, "window.heard.some(([, words]) => words.includes('is not a drafter'))")
            self.expect(all("400" in words for words in screen.complaints), f"{where}: {screen.complaints[:3]}")
            await screen.context.close()


async def main(base, export, folder=None):
    async with async_playwright() as playwright:
        # The one without a window complains of how axe talks to frames of a page that is a file.
        browser = await chromium(playwright, whole=True)
        trial = Trial(base, export, folder)
        await trial.run(browser)
        await browser.close()
    print("\n".join(trial.notes))
    return 1 if trial.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:4])))
