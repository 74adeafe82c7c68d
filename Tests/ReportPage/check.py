"""Uses the page of a report of the console example, as a user does."""

import os
import sys

from browser import Browser

pictures = os.environ.get("BINDING_SCREENSHOTS")


def picture(browser, name):
    if pictures:
        browser.screenshot(os.path.join(pictures, name + ".png"))


def search(browser, text):
    browser.click("input")
    browser.value("document.querySelector('input').select()")
    browser.press("Delete", 46)
    browser.type(text)


with Browser() as browser:
    browser.open(sys.argv[1])
    total = browser.count("g.vertex")
    browser.expect("the graph is there", lambda: total > 20)
    # Boxes as they are drawn, by their corners.
    overlaps = """(() => {
        const boxes = [...document.querySelectorAll("g.vertex > rect")].map(rect => rect.getBoundingClientRect());
        return boxes.some((a, i) => boxes.some((b, j) => i < j
            && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
    })()"""
    browser.expect("nothing lies over something else", lambda: not browser.value(overlaps))
    picture(browser, "graph")

    browser.click("g.vertex", "SignUpViewModel.userName")
    browser.expect("a click shows what is connected", lambda: 1 < browser.count("g.vertex") < total)
    browser.expect("and says with what", lambda: "SignUpViewModel.userName" in browser.text("#graph p"))
    picture(browser, "connected")
    browser.click("button.back")
    browser.expect("all is there again", lambda: browser.count("g.vertex") == total)

    search(browser, "userName")
    browser.expect("a search leaves what has to do with it", lambda: 0 < browser.count("g.vertex") < total)

    browser.click("header button", "Log")
    browser.expect("the log is of that, too", lambda: browser.count("#log > *") > 0)
    browser.expect("all of it", lambda: browser.value(
        "[...document.querySelectorAll('#log > details')].every(e => e.open || e.childElementCount === 1)"))
    browser.click("summary", "userName")
    browser.expect("what followed is opened by a click", lambda: browser.count("#log details[open] > *") > 1)
    picture(browser, "log")
    search(browser, "nothing has this name")
    browser.expect("what is not there is not found", lambda: "Nothing" in browser.text("#log"))
    search(browser, "")
    browser.expect("without a search all is there", lambda: browser.count("#log > *") > 3)

    browser.click("header button", "Timeline")
    browser.expect("the timeline has bars", lambda: browser.count("rect.bar") > 3)
    picture(browser, "timeline")
    browser.click("rect.bar")
    browser.expect("a click on one goes to the log", lambda: browser.value("!document.getElementById('log').hidden"))
    search(browser, "")

    browser.click("header button", "Costs")
    names = "[...document.querySelectorAll('#costs tr td:first-child')].map(e => e.innerText)"
    before = browser.value(names)
    browser.expect("the costs are there", lambda: len(before or []) > 10)
    browser.click("#costs th")
    browser.expect("they are sorted by their names", lambda: browser.value(names) != before)
    picture(browser, "costs")
    browser.click("header button", "Notes")
    browser.expect("there is nothing to note", lambda: "nothing to say" in browser.text("#notes"))
    picture(browser, "notes")
    if browser.errors:
        raise SystemExit("\n".join(browser.errors))
    print("ok: no error is logged")
