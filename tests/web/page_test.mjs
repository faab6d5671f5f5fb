// The page in a browser, as a user meets it: node page_test.mjs SITE PROGRAM BROWSER [FOLDER [STEPS]]
// SITE: build/web/site. PROGRAM: the native one, which opens what the page saves. BROWSER: the program of Chromium or
// Firefox. FOLDER: for pictures of the page. STEPS: a regular expression; only steps whose names match it run.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { startBrowser } from "./browsers.mjs";
import { guestSteps } from "./guest_steps.mjs";
import { check, Hand, kPatience } from "./hand.mjs";
import { colours, decode } from "./picture.mjs";
import { serve } from "./server.mjs";

const [site, program, browserProgram, pictures = mkdtempSync(join(tmpdir(), "xpbd-lab-page-")), only = ""] =
    process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "xpbd-lab-files-"));
const downloads = join(folder, "downloads");
mkdirSync(pictures, { recursive: true });
mkdirSync(downloads);
const server = await serve(site, "/lecture/notes/xpbd-lab/"); // from a subfolder, as a project's page is
const browser = await startBrowser(browserProgram);
console.log(browser.version);

const kDesk = { width: 1280, height: 720 };
const kSmall = { width: 800, height: 500 }; // without a graphics card pixels cost the most time
const kPhone = { width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/// A page with nothing in it yet.
async function newPage(size) {
    const context = await browser.newProfile(server.address, downloads);
    const page = await context.newPage();
    page.setDefaultTimeout(kPatience);
    await page.setViewport(size);
    return { context, page, hand: new Hand(page) };
}

async function openAddress(address, size = kSmall) {
    const opened = await newPage(size);
    await opened.page.goto(address);
    await opened.page.waitForSelector("body[data-state=running]");
    await opened.hand.wait("its first frames", map => map.drawn >= 3);
    return opened;
}

function open(query, size) {
    return openAddress(server.address + "?ui_map=1" + query, size);
}

/// The file that the page lets the browser download when `act` is done.
async function downloaded(act) {
    const before = readdirSync(downloads);
    await act();
    for (const end = Date.now() + kPatience; Date.now() < end; await setTimeout(100)) {
        // While a download is incomplete, a file of another name is beside it or in its place.
        const files = readdirSync(downloads).filter(name => !before.includes(name)).map(name => join(downloads, name));
        if (files.length === 1 && !/\.(part|crdownload)$/.test(files[0]) && statSync(files[0]).size > 0) {
            return files[0];
        }
    }
    throw new Error("nothing is downloaded");
}

/// What a picture of the page must have: bodies in both panes, and nothing that is wrong.
async function checkPicture(hand, name) {
    const png = Buffer.from(await hand.page.screenshot({ path: join(pictures, name + ".png") }));
    const map = await hand.look();
    check(map.gl_error === 0, name + ": WebGL has the error " + map.gl_error);
    check(map.bad_numbers === 0, name + ": there are numbers that are not finite");
    check(map.odd_texts.length === 0, name + ": odd texts " + map.odd_texts);
    const picture = decode(png);
    check(picture.width === map.window.pixels[0], `${name}: a picture of ${picture.width} pixels`);
    for (const pane of ["A", "B"]) {
        const [x, y, width, height] = map.widgets["view_" + pane];
        const shown = colours(picture, { x: x - width / 2, y: y - height / 2, width, height });
        check(shown.count > 60 && shown.most < 0.6,
              `${name}: pane ${pane} shows ${shown.count} colours, ${Math.round(100 * shown.most)} % one of them`);
    }
}

/// The page that most steps share, one after the other.
let desk = null;
async function ourDesk() {
    if (!desk) {
        desk = await open("", kSmall);
        await desk.hand.click("welcome.start");
    }
    await desk.page.bringToFront();
    return desk;
}

const steps = {
    async "loads and draws within the time of a first visit"() {
        const { context, page, hand } = await open("", kDesk);
        const first = await page.evaluate(() => performance.getEntriesByName("running")[0].startTime);
        console.log(`  the window after ${Math.round(first)} ms`);
        await hand.click("welcome.start");
        await checkPicture(hand, "desktop");
        await context.close();
        return hand.faults;
    },

    async "Iterations is dragged, and PBD stiffens"() {
        const { hand } = await ourDesk();
        const before = (await hand.look()).pane_A.effective_stiffness;
        const { x, y, width } = await hand.find("hint.iterations");
        await hand.page.mouse.move(x, y);
        await hand.frames(2);
        await hand.page.mouse.down();
        await hand.frames(2);
        await hand.page.mouse.move(x + 0.4 * width, y, { steps: 4 });
        await hand.frames(2);
        await hand.page.mouse.up();
        await hand.wait("more iterations", map => map.iterations > 40);
        await hand.wait("a stiffer cloth", map => map.pane_A.effective_stiffness > 1.5 * before);
        return hand.faults;
    },

    async "M toggles the method of a pane, and a step goes on by a frame"() {
        const { page, hand } = await ourDesk();
        const { x, y } = await hand.find("view_A");
        await page.mouse.move(x, y);
        await hand.frames(2);
        await page.keyboard.press("m");
        await hand.wait("XPBD in pane A", map => map.pane_A.method === "xpbd");
        await page.keyboard.press(" ");
        const { frame } = await hand.wait("a pause", map => !map.playing && map.settled);
        await page.keyboard.press(".");
        await hand.wait("the next frame", map => map.frame === frame + 1);
        return hand.faults;
    },

    async "a screenshot is downloaded, and the native program reaches the same state"() {
        const { hand } = await ourDesk();
        const { frame, hash } = await hand.look();
        const picture = await downloaded(() => hand.click("rail.shot"));
        const said = execFileSync(program, ["run", picture, "--frames", String(frame), "--hash", "--quiet"],
                                  { encoding: "utf8" });
        check(said.includes(hash), `the page has ${hash}, this system ${said}`);
        return hand.faults;
    },

    async "the session is copied as text, and pasted"() {
        const { page, hand } = await ourDesk();
        await hand.chord("Control", "c");
        await hand.frames(3);
        const text = await page.evaluate(() => navigator.clipboard.readText());
        check(JSON.parse(text).format === "xpbd-lab", "what is copied is no session: " + text.slice(0, 80));
        await page.evaluate(other => navigator.clipboard.writeText(other),
                            text.replace(/"method": ?"xpbd"/, '"method": "hpbd"'));
        await hand.chord("Control", "v");
        await hand.wait("what was pasted", map => [map.pane_A.method, map.pane_B.method].includes("hpbd"));
        return hand.faults;
    },

    async "the address is a link, and opens the same"() {
        const { page, hand } = await ourDesk();
        const before = await hand.look();
        const { x, y } = await hand.find("view_B");
        await page.mouse.move(x, y);
        await hand.frames(2);
        await page.keyboard.press("m");
        const now = await hand.wait("another method in pane B",
                                    map => map.settled && map.pane_B.method !== before.pane_B.method);
        await page.waitForFunction(() => location.hash.startsWith("#s1.") && location.hash === textOf("xpbd_link"));
        const address = await page.evaluate(() => location.href);
        check(address.length < 2000, "the link has " + address.length + " characters");
        const { context, hand: other } = await openAddress(address);
        // The page replays the edits up to the frame of the link: only then do the sliders show the last values.
        const map = await other.wait("the frame of the link", seen => seen.settled && seen.frame === now.frame);
        check(map.hash === now.hash, `the link's state has the hash ${map.hash} instead of ${now.hash}`);
        for (const pane of ["pane_A", "pane_B"]) {
            check(map[pane].method === now[pane].method, "another method in " + pane + " than in the link");
        }
        check(map.iterations === now.iterations, `${map.iterations} iterations instead of ${now.iterations}`);
        await context.close();
        return [...hand.faults, ...other.faults];
    },

    async "a link that is cut says so, and the default session opens"() {
        const { context, page, hand } = await openAddress(server.address + "?ui_map=1#s1.eNqrVkrLz");
        const line = await page.$eval("#notice", element => element.textContent);
        check(line.includes("link"), "it says: " + line);
        check((await hand.look()).scene === "cloth", "another scene");
        await context.close();
        return hand.faults;
    },

    async "a session is dropped on the page, and one is chosen"() {
        const { page, hand } = await ourDesk();
        const session = join(folder, "session.json");
        const text = JSON.stringify({ format: "xpbd-lab", version: 1, scene: { name: "pendulum" },
                                      panes: [{ method: "pbd" }, { method: "xpbd" }] });
        await page.evaluate(content => {
            const data = new DataTransfer();
            data.items.add(new File([content], "pendulum.json", { type: "application/json" }));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }, text);
        await hand.wait("the pendulum", map => map.scene === "pendulum");
        writeFileSync(session, text.replace('"pendulum"', '"rope_hanging"'));
        const chooser = page.waitForFileChooser();
        await hand.frames(3); // the browser is told to hand it over
        await hand.chord("Control", "o");
        await hand.frames(3);
        await page.mouse.click(400, 200); // where the frame was slow, the browser waits for one more press
        await (await chooser).accept([session]);
        await hand.wait("the rope", map => map.scene === "rope_hanging");
        return hand.faults;
    },

    async "a film of the page is a download"() {
        const { page, hand } = await ourDesk();
        await page.keyboard.press("F9");
        await hand.wait("the film", map => map.recording);
        await hand.frames(5);
        const film = await downloaded(() => page.keyboard.press("F9"));
        check(readFileSync(film).subarray(0, 4).toString("hex") === "1a45dfa3", "the film is no WebM file");
        return hand.faults;
    },

    async "lost graphics come back, with what was on screen"() {
        const { page, hand } = await ourDesk();
        if ((await hand.look()).playing) {
            await page.keyboard.press(" ");
        }
        const before = await hand.wait("a pause", map => !map.playing && !map.busy && map.settled);
        const reloaded = page.waitForNavigation();
        await page.evaluate(() => {
            window.lost = document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
            window.lost.loseContext();
        });
        await page.waitForSelector("body[data-state=restoring]");
        await page.evaluate(() => window.lost.restoreContext());
        await reloaded;
        await page.waitForSelector("body[data-state=running]");
        const after = await hand.wait("the same frame", map => map.frame === before.frame && !map.busy);
        check(after.hash === before.hash && after.scene === before.scene, "another state than before");
        return hand.faults;
    },

    async "preferences are there after a reload"() {
        const { context, page, hand } = await ourDesk();
        check((await hand.look()).panels_pinned[0] === false, "the scene's panel is pinned from the start");
        await page.keyboard.press("F2");
        await hand.click("pin_scene");
        await hand.wait("the pin", map => map.panels_pinned[0]);
        await page.reload();
        await page.waitForSelector("body[data-state=running]");
        const map = await hand.wait("the window again", seen => seen.frame > 0);
        check(map.panels_pinned[0], "the pin is forgotten");
        check(!map.first_start, "the sheet of controls comes again");
        await context.close();
        return hand.faults;
    },

    async "a lesson opens by its address, and is answered"() {
        const { context, hand } = await open("&lesson=iterations", kDesk);
        check((await hand.look()).lesson === "iterations", "the lesson is not open");
        await hand.click("lesson.choice.2");
        await hand.wait("the measured answer", map => "lesson.next" in map.widgets && !("lesson.progress" in map.widgets));
        await hand.page.screenshot({ path: join(pictures, "lesson.png") });
        await context.close();
        return hand.faults;
    },

    async "a phone: one pane above the other, and a finger orbits"() {
        const { context, page, hand } = await open("", kPhone);
        await hand.page.screenshot({ path: join(pictures, "phone_welcome.png") });
        const welcome = await hand.find("welcome.start");
        await page.touchscreen.tap(welcome.x, welcome.y);
        await hand.wait("the window", map => !map.first_start);
        await hand.frames(5);
        await checkPicture(hand, "phone");
        const a = await hand.find("view_A"), b = await hand.find("view_B");
        check(b.y > a.y + 0.9 * a.height && Math.abs(a.x - b.x) < 2, "the panes are not above each other");
        for (const name of ["rail.scene", "rail.gallery", "rail.shot", "rail.A", "hint.iterations", "hint.stretch_compliance"]) {
            const target = await hand.find(name);
            check(Math.min(target.width, target.height) >= 40, name + " is too small for a finger");
        }
        await page.touchscreen.tap((await hand.find("rail.A")).x, (await hand.find("rail.A")).y);
        await hand.wait("the sheet of the methods", map => "close_methods" in map.widgets);
        await hand.frames(5);
        await page.screenshot({ path: join(pictures, "phone_sheet.png") });
        await context.close();
        return hand.faults;
    },

    async "a finger adds a ball and drags it into the cloth"() {
        const { context, page, hand } = await open("", { ...kPhone, deviceScaleFactor: 1 });
        await hand.click("welcome.start");
        const tap = async name => {
            const { x, y } = await hand.find(name);
            await page.touchscreen.tap(x, y);
            await hand.frames(3);
        };
        await tap("rail.things");
        await hand.wait("the menu", map => "menu.add.ball" in map.widgets);
        await page.screenshot({ path: join(pictures, "phone_add.png") });
        await tap("menu.add.ball");
        await hand.wait("the ball", map => "collider.0_A" in map.widgets);
        const ballOf = session => session.scene.things[0].sphere;
        const session = async () => JSON.parse(await page.evaluate(() => textOf("xpbd_session")));
        const before = ballOf(await session());
        const { x, y } = await hand.find("collider.0_A");
        const finger = await page.touchscreen.touchStart(x, y);
        for (let i = 1; i <= 8; ++i) {
            await finger.move(x - 6 * i, y - 4 * i);
            await hand.frames(1);
        }
        await page.screenshot({ path: join(pictures, "phone_drag.png") });
        await finger.end();
        let after = before;
        for (const end = Date.now() + kPatience; `${after}` === `${before}` && Date.now() < end;) {
            await hand.frames(2);
            after = ballOf(await session());
        }
        check(Math.hypot(...[0, 1, 2].map(i => after[i] - before[i])) > 0.02, `the ball has not moved: ${after}`);
        check(after[3] === before[3], "a drag has changed its size");
        await context.close();
        return hand.faults;
    },

    async "two fingers zoom and pan"() {
        const { context, page, hand } = await open("", { ...kPhone, deviceScaleFactor: 1 });
        await hand.click("welcome.start");
        const camera = async () => JSON.parse(await page.evaluate(() => textOf("xpbd_session"))).camera;
        const { x, y } = await hand.find("view_A");
        const left = await page.touchscreen.touchStart(x - 30, y), right = await page.touchscreen.touchStart(x + 30, y);
        const begin = await camera();
        for (let apart = 35; apart <= 60; apart += 5) { // in small steps, each of which is too little to pan
            await left.move(x - apart, y);
            await right.move(x + apart, y);
        }
        await hand.frames(3);
        const near = await camera();
        check(near.distance < 0.8 * begin.distance, `fingers apart: from ${begin.distance} m to ${near.distance} m`);
        check(near.pivot[1] === begin.pivot[1], "fingers apart pan");
        for (let down = 15; down <= 60; down += 15) {
            await left.move(x - 60, y + down);
            await right.move(x + 60, y + down);
        }
        await hand.frames(3);
        const higher = await camera();
        const risen = higher.pivot[1] - near.pivot[1]; // the picture follows the fingers down, so the camera rises
        check(risen > 0.02 * near.distance, `fingers down: the camera rises by ${risen} m`);
        check(Math.abs(higher.distance / near.distance - 1) < 0.1, "fingers down zoom");
        await left.end();
        await right.end();
        await context.close();
        return hand.faults;
    },

    async "a phone's keyboard comes for a text box, and writes into it"() {
        const { context, page, hand } = await open("", { ...kPhone, deviceScaleFactor: 1 });
        await hand.click("welcome.start");
        const tap = async name => {
            const { x, y } = await hand.find(name);
            const finger = await page.touchscreen.touchStart(x, y);
            await page.evaluate(async () => { // as long as a tap lasts: hand.frames() may take as long as a long press
                for (let i = 0; i < 4; ++i) {
                    await new Promise(requestAnimationFrame);
                }
            });
            await finger.end();
            await hand.frames(3);
        };
        const writing = () => page.evaluate(() => document.activeElement.id === "writing");
        await tap("rail.gallery");
        await hand.wait("the gallery", map => map.typing);
        check(!await writing(), "the keyboard hides what a panel shows");
        await tap("picker.filter");
        await hand.frames(3);
        check(await writing(), "no keyboard for a text box");
        for (const sign of "pendulux") {
            await page.keyboard.sendCharacter(sign);
        }
        await page.evaluate(() => { // a phone's keyboard deletes characters so, without a key event
            const line = document.getElementById("writing");
            line.value = line.value.slice(0, -1);
            line.dispatchEvent(new InputEvent("input"));
        });
        await page.keyboard.sendCharacter("m");
        await hand.frames(6);
        await page.keyboard.press("Enter");
        await hand.wait("what was written", map => map.scene === "pendulum");
        await hand.wait("the end of writing", map => !map.typing);
        check(!await writing(), "the keyboard stays");
        await context.close();
        return hand.faults;
    },

    async "a browser without WebGL 2, or without SIMD, is told so"() {
        const faults = [];
        for (const [lack, what, remedy] of [
            [() => { HTMLCanvasElement.prototype.getContext = () => null; }, "WebGL 2", "hardware acceleration"],
            [() => { WebAssembly.validate = () => false; }, "SIMD", "current Chrome"]]) {
            const { context, page, hand } = await newPage(kSmall);
            const asked = [];
            page.on("requestfinished", request => asked.push(new URL(request.url()).pathname));
            await page.evaluateOnNewDocument(lack);
            await page.goto(server.address);
            await page.waitForSelector("body[data-state=failed]");
            const [message, advice] = await page.$$eval("#state p", all => all.map(element => element.textContent));
            check(message.includes(what) && advice.includes(remedy), `it says: ${message} ${advice}`);
            check(!asked.some(path => /xpbd-lab\.(wasm|data)$/.test(path)), "the program is fetched all the same");
            faults.push(...hand.faults);
            await context.close();
        }
        return faults;
    },

    async "in a frame of lecture notes: panes, sliders, and the measured values"() {
        const { context, page } = await newPage({ width: 860, height: 560 });
        const address = server.address + "index.html?embed=1&scene=cloth&ui_map=1";
        await page.goto(server.address + "examples.html");
        await page.setContent(`<iframe src="${address}" width="800" height="450"></iframe>`);
        const frame = await (await page.waitForSelector("iframe")).contentFrame();
        await frame.waitForSelector("body[data-state=running]");
        const hand = new Hand(page, frame);
        const map = await hand.wait("the tenth frame", seen => seen.frame >= 10);
        check(map.presentation && "present.iterations" in map.widgets && "present.stretch_compliance" in map.widgets, "no sliders");
        check(!("present.leave" in map.widgets), "there is a way out of the frame");
        await page.screenshot({ path: join(pictures, "frame.png") });
        await context.close();
        return hand.faults;
    },

    ...guestSteps({ server, browser, site, program, pictures, kSmall, kPhone, newPage, open, openAddress })
};

let failed = 0;
for (const [name, step] of Object.entries(steps).filter(([name]) => RegExp(only).test(name))) {
    const begin = Date.now();
    try {
        const faults = await step();
        check(faults.length === 0, "the console has errors: " + faults.join("; "));
        const lacks = faults.lacks ? `; skipped: ${faults.lacks}` : "";
        console.log(`ok    ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)${lacks}`);
    } catch (error) {
        failed = 1;
        console.log(`FAILS ${name}: ${error.message}`);
    }
}
await browser.close();
server.close();
process.exit(failed);
