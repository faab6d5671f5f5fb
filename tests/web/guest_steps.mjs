// Steps of page_test.mjs for the page as a guest: in lecture notes, without its files, on a phone, behind a link.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

import { check, Hand, kPatience } from "./hand.mjs";
import { serve } from "./server.mjs";

const kAxe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const kNotes = "notes.html";

export function guestSteps({ server, browser, site, program, pictures, kSmall, kPhone, newPage, open, openAddress }) {
    const isChromium = browser.version.startsWith("Chrome");

    /// Lecture notes, 3000 px high, with frames at 300, 1300 and 2300 px. more: attributes; query: more of the address.
    function notes(scenes, { more = "", query = "" } = {}) {
        const frame = (scene, i) => `<iframe src="index.html?embed=1&scene=${scene}&ui_map=1${query}" width="760" height="420"
            title="${scene}" style="position: absolute; left: 20px; top: ${300 + 1000 * i}px" ${more}></iframe>`;
        server.pages.set(kNotes, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title>
            <meta name="viewport" content="width=device-width">
            <body style="height: 3000px; margin: 0"><a id="before" href="#before">before</a>${scenes.map(frame).join("")}
            <a id="after" href="#after" style="position: absolute; top: 2900px">after</a>`);
        return server.address + kNotes;
    }

    async function openNotes(scenes, { hasTouch = false, query = "" } = {}) {
        const opened = await newPage({ width: 800, height: 800, hasTouch });
        const { page } = opened;
        await page.goto(notes(scenes, { query }));
        const hands = [];
        for (const element of await page.$$("iframe")) {
            const frame = await element.contentFrame();
            await frame.waitForSelector("body[data-state=running]");
            hands.push(new Hand(page, frame));
        }
        await hands[0].wait("its first frames", map => map.drawn >= 3); // the others are out of view
        return { ...opened, hands };
    }

    const scrolled = page => page.evaluate(() => scrollY);
    /// Does `act` until the notes scroll, then puts them back: a busy browser drops turns of the wheel.
    async function scrolls(page, act) {
        for (const end = Date.now() + kPatience; Date.now() < end;) {
            await act();
            if (await page.waitForFunction(() => scrollY > 0, { timeout: 10000 }).catch(() => false)) {
                await page.evaluate(() => new Promise(resolve => { // scrolling may go on for a while
                    let still = 0;
                    const back = () => {
                        still = scrollY === 0 ? still + 1 : 0;
                        scrollTo(0, 0);
                        still > 20 ? resolve() : requestAnimationFrame(back);
                    };
                    back();
                }));
                return;
            }
        }
        throw new Error("the notes do not scroll");
    }
    const distance = async hand => JSON.parse(await hand.frame.evaluate(() => textOf("xpbd_session"))).camera.distance;
    /// The middle of a widget of the first frame, in units of the notes, with the notes where they are now.
    async function placeIn(page, hand, name) {
        const widget = await hand.find(name);
        const canvas = await hand.frame.evaluate(() => canvas.getBoundingClientRect().top);
        const frame = await page.$eval("iframe", element => element.getBoundingClientRect().toJSON());
        return { ...widget, x: frame.x + widget.x, y: frame.y + canvas + widget.y };
    }

    /// What `find` gives as soon as it gives something.
    async function waitFor(what, find) {
        for (const end = Date.now() + kPatience; Date.now() < end; await setTimeout(50)) {
            const found = await find();
            if (found) {
                return found;
            }
        }
        throw new Error("never seen: " + what);
    }

    /// Waits until the page says that it has failed, or that it runs.
    async function stateOf(page) {
        await page.waitForSelector("body[data-state=failed], body[data-state=running]");
        return page.evaluate(() => ({ state: document.body.dataset.state, text: document.getElementById("card").innerText }));
    }

    async function checkAccessible(page, what) {
        await page.evaluate(await readFile(kAxe, "utf8"));
        const found = await page.evaluate(async () => {
            const { violations } = await axe.run(document, { iframes: false });
            return violations.filter(one => ["serious", "critical"].includes(one.impact))
                .map(one => one.id + ": " + one.nodes.map(node => node.target + " " + node.failureSummary).join("; "));
        });
        check(found.length === 0, what + " is not accessible: " + found.join("\n"));
    }

    return {
        async "notes with three frames stay where they are, and scroll by wheel and keys until a click"() {
            // Paused: Chromium drops keys that scroll while a page draws few frames per second.
            const { context, page, hands } = await openNotes(["cloth", "rope_hanging", "pendulum"], { query: "&paused=1" });
            check(await scrolled(page) === 0, "the notes have scrolled by " + await scrolled(page));
            check(await page.evaluate(() => document.activeElement === document.body), "a frame has taken the focus");
            await page.screenshot({ path: join(pictures, "notes.png") });

            const [hand] = hands;
            const body = await placeIn(page, hand, "view_A");
            const before = await distance(hand);
            await page.mouse.move(body.x, body.y);
            await scrolls(page, () => page.mouse.wheel({ deltaY: 100 }));
            await scrolls(page, () => page.keyboard.press(" "));
            check(!(await hand.look()).playing, "Space has gone to the frame");
            check(await distance(hand) === before, "the wheel has gone to the frame");

            await page.mouse.click(body.x, body.y);
            await hand.frames(3);
            await page.mouse.wheel({ deltaY: 100 });
            await hand.frames(4);
            check(await distance(hand) > before, "after a click the wheel does not zoom");
            check(await scrolled(page) === 0, "after a click the wheel scrolls the notes");

            const zoomed = await distance(hand);
            await page.mouse.click(400, 150); // above the frame
            await page.waitForFunction(() => document.activeElement === document.body);
            await page.mouse.move(body.x, body.y);
            await scrolls(page, () => page.mouse.wheel({ deltaY: 100 }));
            check(await distance(hand) === zoomed, "after a click beside it the frame takes the wheel");
            await context.close();
            return hands[0].faults;
        },

        async "a frame out of view rests, and goes on when it is scrolled to"() {
            const { context, page, hands } = await openNotes(["cloth", "rope_hanging", "pendulum"]);
            const [first, , last] = hands;
            await page.screenshot({ path: join(pictures, "notes_playing.png") });
            const rests = async (hand, other) => { // while the other one draws
                const { drawn } = await hand.look();
                await other.frames(20);
                return (await hand.look()).drawn === drawn;
            };
            await waitFor("the last frame at rest", () => rests(last, first));
            const { frame } = await last.look();
            await page.evaluate(() => scrollTo(0, 2200));
            await last.wait("the last frame in motion", map => map.playing && map.frame >= frame + 10);
            await waitFor("the first frame at rest", () => rests(first, last));
            await context.close();
            return first.faults; // all hands see the same console
        },

        async "Tab and Esc leave a frame, and its bar plays, restarts and opens the laboratory"() {
            const { context, page, hands: [hand] } = await openNotes(["cloth"]);
            const focus = () => hand.frame.evaluate(() => document.hasFocus() && document.activeElement.id);
            await page.focus("#before");
            const seen = [];
            for (let i = 0; i < 6 && !await page.$eval("#after", link => link === document.activeElement); ++i) {
                await page.keyboard.press("Tab");
                seen.push(await focus());
            }
            check(["play", "restart", "open", "canvas"].every(id => seen.includes(id)), "Tab goes through " + seen);
            check(await page.$eval("#after", link => link === document.activeElement), "Tab does not leave: " + seen);
            await page.evaluate(() => scrollTo(0, 0));

            const press = async id => (await hand.frame.$("#" + id)).click();
            check(await hand.frame.$eval("#title", title => title.textContent) === "Hanging cloth", "another title");
            await press("play");
            await hand.wait("a pause", map => !map.playing);
            await hand.frame.waitForSelector("#play[aria-label=Play]");

            const body = await placeIn(page, hand, "view_A");
            await page.mouse.click(body.x, body.y);
            await hand.frame.waitForFunction(() => document.hasFocus());
            await page.keyboard.press("Escape");
            await hand.frame.waitForFunction(() => !document.hasFocus());
            await scrolls(page, () => page.keyboard.press("PageDown"));

            await press("restart");
            await hand.wait("the start", map => map.frame === 0);
            await (await hand.frame.$("#play")).focus();
            await page.keyboard.press(" "); // on the button: once, not also in the window
            await hand.wait("it plays", map => map.playing && map.frame > 5);
            for (const target of await hand.frame.$$("#strip button, #strip a")) {
                const { width, height } = await target.boundingBox();
                check(Math.min(width, height) >= 40, `a target of ${width} x ${height}`);
            }
            await press("play");
            const { hash, frame } = await hand.wait("a pause", map => !map.playing && map.settled);
            await (await hand.frame.$("#open")).hover();
            await page.mouse.down(); // the address is that of this moment
            const address = await hand.frame.$eval("#open", link => link.href);
            await page.mouse.up();
            const tab = await waitFor("another tab", async () => (await context.pages()).find(one => one !== page));
            await tab.waitForSelector("body[data-state=running]");
            check(await tab.evaluate(() => location.hash.startsWith("#s1.") && !location.search.includes("embed")),
                  "opened as " + address);
            await tab.close();
            const { context: other, hand: full } = await openAddress(address.replace("#", "?ui_map=1#"));
            const map = await full.wait("the frame of the link", seen => seen.settled && seen.frame === frame);
            check(map.hash === hash, "the laboratory opens another state");
            await other.close();
            await context.close();
            return hand.faults;
        },

        async "a swipe beside the body scrolls the notes; on the body or a slider it is the frame's"() {
            if (!isChromium) {
                return Object.assign([], { lacks: "Firefox's remote control scrolls no page by touch" });
            }
            const { context, page, hands: [hand] } = await openNotes(["cloth"], { hasTouch: true });
            const swipe = async (x, y, dx, dy) => {
                const finger = await page.touchscreen.touchStart(x, y);
                for (let i = 1; i <= 8; ++i) {
                    await finger.move(x + dx * i / 8, y + dy * i / 8);
                    await hand.frames(1);
                }
                await finger.end();
                await hand.frames(3);
            };
            const body = await placeIn(page, hand, "view_A");
            await swipe(body.x, body.y, 0, -80);
            check(await scrolled(page) === 0, "a swipe on the body scrolls the notes by " + await scrolled(page));
            const { iterations } = await hand.look();
            const slider = await placeIn(page, hand, "present.iterations");
            await swipe(slider.x, slider.y, slider.width / 4, 0);
            await hand.wait("another number of iterations", map => map.iterations !== iterations);
            check(await scrolled(page) === 0, "a drag of a slider scrolls the notes");
            await swipe(body.x - 0.45 * body.width, body.y + 0.3 * body.height, 0, -120);
            await page.waitForFunction(() => scrollY > 0);
            await context.close();
            return hand.faults;
        },

        async "a frame in a sandbox starts where the server allows it, and else says what it lacks"() {
            const faults = [];
            for (const allowed of [true, false]) {
                server.open = allowed;
                const { context, page } = await newPage({ width: 800, height: 800 });
                const said = [];
                page.on("console", message => said.push(message.text()));
                await page.goto(notes(["cloth"], { more: 'sandbox="allow-scripts"' }));
                const frame = await (await page.waitForSelector("iframe")).contentFrame();
                const { state, text } = await stateOf(frame);
                check(state === (allowed ? "running" : "failed"), `a sandbox, allowed: ${allowed}: ${state}: ${text}`);
                if (allowed) {
                    const hand = new Hand(page, frame);
                    await hand.wait("it plays", map => map.frame > 2);
                    check(await frame.$eval("#notice", notice => notice.hidden), "a notice in a frame");
                    check(said.some(line => line.includes("keeps nothing")), "the console says: " + said);
                    faults.push(...hand.faults);
                } else {
                    check(text.includes("allow-same-origin"), "it says: " + text);
                }
                await context.close();
            }
            server.open = false;
            return faults;
        },

        async "a page without storage starts and says so"() {
            const { context, page, hand } = await newPage(kSmall);
            await page.evaluateOnNewDocument(() => {
                for (const name of ["localStorage", "sessionStorage"]) {
                    Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
                }
            });
            await page.goto(server.address + "?ui_map=1");
            check((await stateOf(page)).state === "running", "it does not start");
            const line = await page.$eval("#notice", element => element.innerText);
            check(line.includes("keeps nothing"), "it says: " + line);
            await context.close();
            return hand.faults;
        },

        async "a missing file is named, and another try starts the page"() {
            for (const name of ["page.js", "xpbd-lab.js", "xpbd-lab.wasm", "xpbd-lab.data"]) {
                const { context, page } = await newPage(kSmall);
                server.missing.add(name);
                await page.goto(server.address);
                const { state, text } = await stateOf(page);
                server.missing.clear();
                check(state === "failed" && text.includes(name), `without ${name} it is ${state}: ${text}`);
                if (name === "xpbd-lab.wasm") {
                    await page.screenshot({ path: join(pictures, "missing.png") });
                }
                if (name !== "page.js") {
                    await Promise.all([page.waitForNavigation(), page.click("#state button")]);
                    check((await stateOf(page)).state === "running", "another try without success");
                }
                await context.close();
            }
            const { context, page, hand } = await newPage(kSmall); // what is cut on its way is no program either
            const whole = await readFile(join(site, "xpbd-lab.data"));
            server.pages.set("xpbd-lab.data", whole.subarray(0, 1000));
            await page.goto(server.address);
            const { state, text } = await stateOf(page);
            server.pages.delete("xpbd-lab.data");
            check(state === "failed" && text.includes("1000 bytes"), "a part of the data: " + text);
            await context.close();
            return hand.faults;
        },

        async "thumbnails come when the picker opens, and a missing one is drawn"() {
            const { context, page, hand } = await open("");
            const asked = [];
            page.on("response", response => asked.push([new URL(response.url()).pathname, response.status()]));
            const names = JSON.parse(await readFile(join(site, "thumbnails", "list.json"), "utf8"));
            server.missing.add("thumbnails/" + names[0]);
            check(!await page.evaluate(name => FS.analyzePath("/assets/thumbnails/" + name).exists, names[1]),
                  "thumbnails are there from the start");
            await hand.click("welcome.start");
            await hand.click("rail.gallery");
            await page.waitForFunction(name => FS.analyzePath("/assets/thumbnails/" + name).exists, {}, names[1]);
            await page.waitForFunction(() => coming && coming.size === 0);
            server.missing.clear();
            check(asked.filter(([path]) => path.endsWith(".png")).length === names.length, "not one by one: " + asked);
            check((await stateOf(page)).state === "running", "a missing thumbnail ends the page");
            await context.close();
            return hand.faults.filter(fault => !fault.includes("404"));
        },

        async "without JavaScript the page says that it needs it"() {
            const { context, page, hand } = await newPage(kSmall);
            try {
                await page.setJavaScriptEnabled(false);
            } catch (error) {
                await context.close();
                return Object.assign([], { lacks: "this browser cannot be told: " + error.message.split("\n")[0] });
            }
            await page.goto(server.address);
            await page.screenshot({ path: join(pictures, "no_script.png") });
            const top = await page.evaluate(() => {
                const { x, y, width, height } = document.querySelector("#card noscript p").getBoundingClientRect();
                return document.elementFromPoint(x + width / 2, y + height / 2).textContent;
            });
            check(top.includes("needs JavaScript"), "in front is: " + top);
            await context.close();
            return hand.faults;
        },

        async "the bar counts every byte, and a first visit is small"() {
            const { context, page, hand } = await newPage(kSmall);
            server.gzip = true;
            let bytes = 0, session = null;
            if (isChromium) {
                session = await page.createCDPSession();
                await session.send("Network.enable");
                await session.send("Network.emulateNetworkConditions",
                                   { offline: false, latency: 40, downloadThroughput: 1.25e6, uploadThroughput: 1.25e6 });
                session.on("Network.loadingFinished", event => { bytes += event.encodedDataLength; });
            }
            await page.evaluateOnNewDocument(() => {
                window.shares = [];
                new MutationObserver(() => {
                    const bar = document.getElementById("bar");
                    bar && window.shares.push(Number(bar.getAttribute("aria-valuenow")));
                }).observe(document, { subtree: true, attributes: true, attributeFilter: ["aria-valuenow"] });
            });
            await page.goto(server.address);
            await page.waitForSelector("body[data-state=running]");
            server.gzip = false;
            const shares = await page.evaluate(() => window.shares);
            check(shares.every((share, i) => i === 0 || share >= shares[i - 1]), "the bar goes back: " + shares);
            check(shares[0] < 30 && shares.at(-1) === 100 && new Set(shares).size > 5, "the bar shows " + shares);
            const [picture, running] = await page.evaluate(() => [
                performance.getEntriesByType("resource").find(file => file.name.includes("cloth.svg")).responseEnd,
                performance.getEntriesByName("running")[0].startTime]);
            if (!isChromium) {
                console.log(`  the picture after ${Math.round(picture)} ms, the window after ${Math.round(running)} ms`);
                await context.close();
                return Object.assign(hand.faults, { lacks: "10 Mbit/s, which only Chromium simulates" });
            }
            console.log(`  at 10 Mbit/s: the picture after ${Math.round(picture)} ms, the window after ` +
                        `${Math.round(running)} ms, ${(bytes / 1e6).toFixed(2)} MB`);
            check(bytes > 1e6 && bytes < 2.4e6, bytes + " bytes");
            await context.close();
            return hand.faults;
        },

        async "a person can write an address, and what is wrong in it is said"() {
            const faults = [];
            for (const [query, holds] of [
                ["&scene=rope_tip&a.method=xpbd&b.iterations=80&paused=1&theme=light&lang=en",
                 (map, now) => map.scene === "rope_tip" && map.pane_A.method === "xpbd" && !map.playing && map.frame === 0 &&
                               now.told.includes("80 iterations") && now.theme === "light" && !map.first_start],
                ["&gravity=0,-1.62,0&scene.mass=2&utm_source=mail",
                 (map, now) => map.scene === "cloth" && now.session.includes("-1.62") && map.playing],
                ["&panes=3&c.method=pbd", (map, now) => now.told.includes("Pane C: PBD")],
                ["&lesson=iterations&theme=light", (map, now) => map.lesson === "iterations" && now.theme === "light"]]) {
                const { context, page, hand } = await open(query);
                const map = await hand.wait("the state",
                                            seen => seen.playing ? seen.frame > 0 : seen.frame === 0 && seen.settled);
                const now = await page.evaluate(() => ({ ...summary(), session: textOf("xpbd_session") }));
                const line = await page.$eval("#notice", notice => notice.hidden ? "" : notice.innerText);
                check(holds(map, now) && line === "", query + " gives " + JSON.stringify(now) + " " + line);
                faults.push(...hand.faults);
                await context.close();
            }
            for (const [query, ...texts] of [
                ["&scene=clot", "cloth"], ["&lesson=iteration", "iterations"], ["&scene=mesh", "file"],
                ["&scene=custom", "needs"], ["&a.iteratons=3", "a.iterations"], ["&scene=rope_tip&a.method=no", "xpbd"],
                ["&unheard=1", "unheard"], ["&a.nosuch=1", "a.nosuch"], ["&lesson=lambda&theme=blue", "look.theme"],
                ["&scene=pendulum&paused=2", "paused"], ["&scene=pendulum&lang=de", "lang=de", "English"],
                ["&lesson=iterations&gravity=0", "not read: gravity"]]) {
                const { context, page, hand } = await open(query);
                const line = await page.$eval("#notice", notice => notice.innerText);
                check(texts.every(text => line.includes(text)), query + " says: " + line);
                check(!/xpbd-lab|--|`/.test(line), query + " speaks of a command line: " + line);
                const { scene } = await hand.look();
                check(scene === (query.includes("pendulum") ? "pendulum" : "cloth"), query + " opens " + scene);
                faults.push(...hand.faults);
                await context.close();
            }
            return faults;
        },

        async "back, forward, reload and another link in the address"() {
            const { context, page, hand } = await open("&scene=pendulum&paused=1");
            // Firefox restores a page without the events that Puppeteer's goBack() waits for.
            const go = async (by, name) => {
                await page.evaluate(way => { setTimeout(() => history.go(way)); }, by);
                await waitFor(name, () => page.evaluate(() => location.href).then(href => href.includes(name), () => false));
            };
            await page.goto(server.address + "examples.html");
            await go(-1, "pendulum");
            await page.waitForSelector("body[data-state=running]");
            await hand.wait("the pendulum", map => map.scene === "pendulum");
            await go(1, "examples.html");
            await go(-1, "pendulum");
            await page.waitForSelector("body[data-state=running]");
            const anew = async act => {
                await page.evaluate(() => { window.old = true; });
                await page.evaluate(act);
                await waitFor("the page anew", () => page.evaluate(
                    () => !window.old && document.body.dataset.state === "running").catch(() => false));
            };
            await anew("setTimeout(() => location.reload())");
            await hand.wait("the pendulum again", map => map.scene === "pendulum" && !map.playing);
            const { context: other, page: rope } = await open("&scene=rope_hanging&paused=1");
            const link = await rope.evaluate(() => textOf("xpbd_link"));
            await other.close();
            await anew(`setTimeout(() => { location.hash = ${JSON.stringify(link)}; })`);
            await hand.wait("the rope of the link", map => map.scene === "rope_hanging");
            await context.close();
            return hand.faults;
        },

        async "a link shows its scene at once and computes its frame behind a bar, to the bit"() {
            const faults = [];
            for (const frame of [0, 300, 3000]) {
                const session = { format: "xpbd-lab", version: 1, frame, scene: { name: "cloth" },
                                  panes: [{ method: "pbd" }, { method: "xpbd" }] };
                const link = "#s1." + deflateSync(JSON.stringify(session)).toString("base64url");
                const { context, page, hand } = await openAddress(server.address + "?ui_map=1" + link);
                const first = await hand.look();
                check(first.scene === "cloth" && !first.first_start, "the first picture is of " + first.scene);
                if (frame === 3000) {
                    await hand.wait("a bar", map => map.busy && "job.progress" in map.widgets);
                    await page.screenshot({ path: join(pictures, "link_bar.png") });
                }
                if (frame === 0) {
                    await hand.wait("it plays", map => map.playing && map.frame > 3);
                } else {
                    const map = await hand.wait("the frame of the link", seen => seen.frame === frame && !seen.busy &&
                                                                                 !seen.playing && seen.settled);
                    const said = execFileSync(program, ["run", link, "--frames", String(frame), "--hash", "--quiet"],
                                              { encoding: "utf8" });
                    check(said.includes(map.hash), `at frame ${frame} the page has ${map.hash}, this system ${said}`);
                }
                faults.push(...hand.faults);
                await context.close();
            }
            return faults;
        },

        async "a narrow phone and a wide one show the panes and the bar of a frame"() {
            const faults = [];
            for (const [width, height] of [[320, 568], [844, 390]]) {
                const size = { width, height, deviceScaleFactor: 1, hasTouch: true, isMobile: isChromium };
                for (const query of ["", "&embed=1&scene=cloth"]) {
                    const { context, page, hand } = await open(query, size);
                    if (!query) {
                        const { x, y } = await hand.find("welcome.start");
                        await page.touchscreen.tap(x, y);
                        await hand.wait("the window", map => !map.first_start);
                        await hand.frames(5);
                    }
                    await page.screenshot({ path: join(pictures, `phone_${width}${query && "_frame"}.png`) });
                    const { window: { pixels } } = await hand.look();
                    check(pixels[0] === width && pixels[1] === height - (query ? 40 : 0), `${pixels} on ${width} x ${height}`);
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                    check(wide <= width, `the page is ${wide} px wide`);
                    const cut = await page.$$eval("#strip > *", parts => parts.filter(
                        part => part.offsetParent && part.getBoundingClientRect().right > innerWidth + 0.5)
                        .map(part => `${part.id} at ${part.getBoundingClientRect().right} of ${innerWidth}`));
                    check(cut.length === 0, "cut: " + cut);
                    const { widgets } = await hand.look();
                    const ends = Object.entries(widgets).filter(([name]) => /^(rail|menu)\./.test(name))
                        .map(([name, [x, , w]]) => [name, x - w / 2, x + w / 2]).sort((a, b) => a[1] - b[1]);
                    for (const part of ["rail", "menu"]) {
                        const row = ends.filter(([name]) => name.startsWith(part));
                        const over = row.filter(([, left, right], i) => left < 0 || right > width || width < height &&
                                                                       i > 0 && left < row[i - 1][2] - 1);
                        check((row.length >= 7) === !query && over.length === 0, "cut or covered: " + over);
                    }
                    faults.push(...hand.faults);
                    await context.close();
                }
            }
            return faults;
        },

        async "a phone's keyboard leaves the window what it does not cover"() {
            const { context, page, hand } = await open("", { ...kPhone, deviceScaleFactor: 1 });
            const full = (await hand.look()).window.pixels[1];
            await page.evaluate(() => { // as a phone does that does not resize the page
                Object.defineProperty(visualViewport, "height", { get: () => 500, configurable: true });
                visualViewport.dispatchEvent(new Event("resize"));
            });
            await hand.wait("a window above the keyboard", map => map.window.pixels[1] === 500);
            await page.evaluate(() => {
                delete visualViewport.height;
                visualViewport.dispatchEvent(new Event("resize"));
            });
            await hand.wait("the whole window", map => map.window.pixels[1] === full);
            await context.close();
            return hand.faults;
        },

        async "the page opens without a network after a first visit"() {
            const own = await serve(site, "/lab/");
            const { context, page, hand } = await newPage(kSmall);
            await page.goto(own.address + "?ui_map=1&sw=1");
            await page.waitForSelector("body[data-state=running]");
            const works = await page.evaluate(() => "serviceWorker" in navigator &&
                                              navigator.serviceWorker.ready.then(ready => !!ready.active));
            if (!works) {
                await context.close();
                own.close();
                return Object.assign([], { lacks: "this profile has no service workers" });
            }
            await page.waitForFunction(() => caches.keys().then(names => names.length === 1));
            own.close();
            await page.goto(own.address + "index.html?ui_map=1&sw=1&scene=pendulum");
            await page.waitForSelector("body[data-state=running]");
            await hand.wait("the pendulum", map => map.scene === "pendulum");
            await context.close();
            return hand.faults.filter(fault => !/worker|ERR_CONNECTION|NetworkError|network/i.test(fault));
        },

        async "a new release replaces the one that the browser keeps"() {
            const own = await serve(site, "/lab/");
            const { context, page, hand } = await newPage(kSmall);
            const visit = async () => {
                await page.goto(own.address + "?ui_map=1&sw=1");
                await page.waitForSelector("body[data-state=running]");
                return page.evaluate(() => document.documentElement.dataset.version);
            };
            const keeps = version => page.waitForFunction(
                wanted => caches.keys().then(names => names.length === 1 && names[0].endsWith(" " + wanted)), {}, version);
            const old = await visit();
            if (!await page.evaluate(() => "serviceWorker" in navigator)) {
                await context.close();
                own.close();
                return Object.assign([], { lacks: "this profile has no service workers" });
            }
            await keeps(old);
            const next = [...old].reverse().join("");
            for (const name of ["index.html", "worker.js"]) { // the only files with the version in them
                const text = await readFile(join(site, name), "utf8");
                check(text.includes(old), name + " has no version");
                own.pages.set(name, text.replaceAll(old, next));
            }
            check(await visit() === next, "the server's page is not shown");
            await keeps(next);
            own.close();
            check(await visit() === next, "another page without a network");
            await hand.wait("it plays", map => map.frame > 2);
            await context.close();
            return hand.faults.filter(fault => !/worker|ERR_CONNECTION|NetworkError|network/i.test(fault));
        },

        async "frames and tests keep no site in the browser"() {
            const { context, page, hands } = await openNotes(["cloth"]);
            const of = target => target.evaluate(() => "serviceWorker" in navigator
                                                     ? navigator.serviceWorker.getRegistrations().then(all => all.length) : 0);
            check(await of(hands[0].frame) === 0 && await of(page) === 0, "a frame registers a service worker");
            await context.close();
            return hands[0].faults;
        },

        async "what is measured is told to screen readers, and a text can be copied by hand"() {
            const { context, page, hand } = await open("&scene=cloth");
            await page.waitForFunction(() => document.getElementById("told").textContent.includes("running"));
            await page.keyboard.press(" ");
            await page.waitForFunction(() => /paused.*Pane A: PBD.*sag/i.test(document.getElementById("told").textContent));
            check(await page.$eval("#canvas", canvas => canvas.getAttribute("aria-label").includes("Hanging cloth")),
                  "the canvas has no name");
            await page.evaluate(() => Module.showText("The link", "abc"));
            const { playing } = await hand.look();
            await page.keyboard.press(" ");
            await hand.frames(3);
            check((await hand.look()).playing === playing, "Space goes through the card");
            check(await page.evaluate(() => String(getSelection()) === "abc" ||
                                      document.activeElement.value.slice(document.activeElement.selectionStart) === "abc"),
                  "the text is not selected");
            await page.keyboard.press("Escape");
            await page.waitForFunction(() => !document.getElementById("text").open);
            check(await page.evaluate(() => document.activeElement.id === "canvas"), "the focus does not come back");
            await context.close();
            return hand.faults;
        },

        async "who wants no motion gets a pause"() {
            const { context, page, hand } = await newPage(kSmall);
            try {
                await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
            } catch (error) {
                await context.close();
                return Object.assign([], { lacks: "this browser cannot be told: " + error.message.split("\n")[0] });
            }
            await page.goto(server.address + "?ui_map=1&scene=cloth");
            await page.waitForSelector("body[data-state=running]");
            await hand.wait("a pause at the start", map => !map.playing && map.frame === 0);
            await context.close();
            return hand.faults;
        },

        async "a link to a scene has a title and a picture for a preview, and leads on"() {
            const text = await readFile(join(site, "scene", "rope_tip.html"), "utf8");
            for (const part of ['og:title" content="Rope with a heavy tip"', 'og:image" content="../pictures/rope_tip.png"',
                                'rel="canonical" href="../index.html?scene=rope_tip"']) {
                check(text.includes(part), "scene/rope_tip.html lacks " + part);
            }
            const { context, page, hand } = await newPage(kSmall);
            await page.goto(server.address + "scene/rope_tip.html?ui_map=1&paused=1");
            await page.waitForSelector("body[data-state=running]");
            const map = await hand.wait("the rope", seen => seen.scene === "rope_tip" && !seen.playing);
            check(!map.first_start, "the welcome is over a scene");
            await page.goto(server.address + "lesson/lambda.html?ui_map=1");
            await page.waitForSelector("body[data-state=running]");
            await hand.wait("the lesson", seen => seen.lesson === "lambda");
            await context.close();
            return hand.faults;
        },

        async "axe finds nothing serious: loading, running, in a frame, examples, a scene's page"() {
            const faults = [];
            let arrive = null;
            for (const theme of ["dark", "light"]) {
                const { context, page, hand } = await newPage(kSmall); // another profile has nothing in its cache
                server.held.set("xpbd-lab.wasm", new Promise(resolve => { arrive = resolve; }));
                await page.goto(server.address + "?scene=cloth&theme=" + theme, { waitUntil: "domcontentloaded" });
                check(await page.evaluate(() => document.body.dataset.state) === "loading", "it does not wait for a file");
                await page.waitForSelector("#bar[aria-valuenow]:not([aria-valuenow='0'])");
                await page.waitForFunction(() => document.querySelector("#card img").naturalWidth > 0);
                await page.screenshot({ path: join(pictures, `loading_${theme}.png`) });
                await checkAccessible(page, "the loading page, " + theme);
                server.held.clear();
                arrive();
                await page.waitForSelector("body[data-state=running]");
                await page.evaluate(() => Module.notice("A notice"));
                await checkAccessible(page, "the running page, " + theme);
                await page.evaluate(() => Module.showText("A title", "a text"));
                await page.screenshot({ path: join(pictures, `card_${theme}.png`) });
                await checkAccessible(page, "the card with a text, " + theme);
                await page.goto(server.address + "?embed=1&scene=cloth&theme=" + theme);
                await page.waitForSelector("body[data-state=running]");
                await page.waitForSelector(`html[data-theme=${theme}]`);
                await checkAccessible(page, "a frame's page, " + theme);
                faults.push(...hand.faults);
                await context.close();
            }
            const { context, page, hand } = await newPage(kSmall);
            server.pages.set("scene/plain.html", (await readFile(join(site, "scene", "cloth.html"), "utf8"))
                                               .replace(/<script>[^]*?<\/script>/, "")); // it would lead on
            await page.goto(server.address + "scene/plain.html");
            await checkAccessible(page, "a scene's page");
            // The last page: Firefox reports the loading of its frames as an error if the page is left.
            await page.goto(server.address + "examples.html", { waitUntil: "domcontentloaded" });
            await checkAccessible(page, "examples.html");
            faults.push(...hand.faults);
            await context.close();
            return faults;
        },

        async "examples.html has six frames, and each line can be copied"() {
            const { context, page, hand } = await newPage({ width: 900, height: 700 });
            await page.goto(server.address + "examples.html", { waitUntil: "domcontentloaded" });
            const frames = await page.$$eval("iframe", all => all.map(one => one.getAttribute("src")));
            check(frames.length === 6, frames.length + " frames");
            const buttons = await page.$$("button.copy");
            check(buttons.length === 6, buttons.length + " buttons");
            for (const [i, button] of buttons.entries()) {
                await button.click();
                await page.waitForFunction(text => document.getElementById("copied").textContent.includes(text), {},
                                           String(i + 1));
                const text = await page.evaluate(() => navigator.clipboard.readText());
                const src = await page.evaluate(line => {
                    const frame = new DOMParser().parseFromString(line, "text/html").querySelector("iframe");
                    return frame && frame.getAttribute("src");
                }, text);
                check(src && src.endsWith(frames[i]) && src.startsWith("http"), "copied: " + text);
            }
            await page.screenshot({ path: join(pictures, "examples.png") });
            await context.close();
            return hand.faults;
        }
    };
}
