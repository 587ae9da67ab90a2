"""A page that is open, shown in other windows and modes without another load: nothing may be wider than its window, and nothing
that can be pressed may be cut."""

SIZES = [(390, 844), (1400, 900)]
# The windows that a page is shown in after each of the two: a phone on its side, a tablet, a desktop, a laptop at 200 %.
OTHERS = {390: [(844, 390), (320, 640)], 1400: [(820, 1180), (1920, 1080), (700, 450)]}
# By how much the page is wider than its window, and what can be pressed, but is not whole in it. What is in a box that scrolls
# sideways can be brought in, and a text that is too long ends with an ellipsis.
FIT = """
() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { documentElement: root } = document, width = root.clientWidth, scrolls = element => {
    for (let box = element.parentElement; box && box !== root; box = box.parentElement)
      if (box.scrollWidth > box.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
    return false;
  };
  const cut = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(element => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 1 && (left < -1 || right > width + 1) && element.checkVisibility() && !element.closest(".clip") && !scrolls(element);
  });
  done([root.scrollWidth - width, cut.slice(0, 3).map(element => element.outerHTML.slice(0, 120))]);
})))
"""


async def misfits(page, name, size, folder=None):
    """What is wrong with a page of one of `SIZES`, in words. Screenshots go to FOLDER."""
    found = []

    async def fits(mode):
        wide, cut = await page.evaluate(FIT)
        if folder:
            await page.screenshot(path=f"{folder}/{name}-{mode}.png")
        if wide > 0:
            found.append(f"{name} at {mode} is {wide} wider than its window")
        if cut:
            found.append(f"{name} at {mode} cuts {cut}")

    for width, height in OTHERS[size[0]]:
        await page.set_viewport_size({"width": width, "height": height})
        await fits(f"{width}x{height}")
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.emulate_media(forced_colors="active")
    await fits(f"{size[0]}-forced")
    await page.emulate_media(forced_colors="none")
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await fits(f"{size[0]}-rtl")
    await page.evaluate("document.documentElement.removeAttribute('dir')")
    # Paper is the same from whatever window it is printed.
    if size[0] != 390:
        await page.set_viewport_size({"width": 794, "height": 1123})
        await page.emulate_media(media="print")
        await fits("print")
        await page.emulate_media(media="screen")
        await page.set_viewport_size({"width": size[0], "height": size[1]})
    return found
