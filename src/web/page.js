// Starts the program in the page: loads its files, reads the address, passes files in and out, stores preferences, shows
// a phone's keyboard, and is a good guest in a frame of another page.
"use strict";
document.body.dataset.state = "loading";

const asked = new URLSearchParams(location.search);
const embedded = asked.get("embed") === "1";
const framed = embedded || window.parent !== window;
const kKept = "xpbd-lab:"; // prefix of the files' names in the browser's storage
const kRestored = "xpbd-lab:restored"; // key of the session that is restored after the graphics were lost
/// Keys of the address that are the page's own; every other key is a parameter of the program.
const kOwnKeys = ["scene", "lesson", "embed", "paused", "theme", "lang", "ui_map", "sw"];
/// Keys that mail programs and networks append to links that are sent through them.
const kForeignKeys = /^(utm_\w+|fbclid|gclid|msclkid)$/;

const root = document.documentElement;
const cover = document.getElementById("cover");
const message = document.getElementById("message");
const bar = document.getElementById("bar");
const canvas = document.getElementById("canvas");

/// A storage of the browser; null where it is forbidden: by the user, or in a frame with `sandbox`.
function storage(name) {
    try {
        window[name].getItem("");
        return window[name];
    } catch {
        return null;
    }
}
const kept = storage("localStorage"), keptForReload = storage("sessionStorage");

/// Changes the page's address without loading it. Browsers forbid that in a frame with `sandbox`.
function setAddress(address) {
    try {
        history.replaceState(null, "", address);
    } catch (error) {
        console.info(error.message);
    }
}

/// Replaces the window by an explanation of a problem and what the user can do.
function explain(what, remedy, again = false) {
    if (document.body.dataset.state === "failed") {
        return; // the first problem is often the cause of the others
    }
    document.body.dataset.state = "failed";
    cover.hidden = false;
    bar.hidden = true;
    message.textContent = what;
    const advice = document.createElement("p");
    advice.textContent = remedy;
    message.after(advice);
    if (again) {
        const button = document.createElement("button");
        button.className = "button";
        button.textContent = "Try again";
        button.onclick = () => location.reload();
        advice.after(button);
    }
}

function explainLoading(error) {
    // A frame with `sandbox` has no origin, so that every server is a foreign one.
    const sandboxed = "The page around this frame gives it no origin (sandbox without allow-same-origin), and the server " +
                      "may not let such a frame read its files (Access-Control-Allow-Origin).";
    const remedy = self.origin === "null" ? sandboxed
                   : navigator.onLine === false ? "This device is offline."
                                                : "If it fails again, the file is missing on the server.";
    explain("The laboratory could not be loaded: " + error.message + ".", remedy, true);
}

/// Shows a line in front of the window for 15 seconds, after one that is still there.
function notice(text) {
    const line = document.getElementById("notice");
    line.firstElementChild.textContent = line.hidden ? text : line.firstElementChild.textContent + " " + text;
    line.hidden = false;
    line.lastElementChild.onclick = () => { line.hidden = true; };
    clearTimeout(notice.end);
    notice.end = setTimeout(line.lastElementChild.onclick, 15000);
}

/// Shows a text that the user can copy by hand.
function showText(title, text) {
    const dialog = document.getElementById("text");
    const box = dialog.querySelector("textarea");
    document.getElementById("text-title").textContent = title;
    box.value = text;
    dialog.onclose = () => canvas.focus({ preventScroll: true });
    dialog.showModal();
    box.focus();
    box.select();
}

const kRemedy = "Use a current Chrome, Edge, Firefox or Safari, or download the program for your system.";

/// Whether this browser can compile the program.
function compiles() {
    // A module whose function uses an instruction on vectors of 128 bits.
    const vectors = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
                                    253, 15, 253, 98, 11]);
    // A module whose function catches all exceptions.
    const exceptions = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25,
                                       11, 11]);
    return typeof WebAssembly === "object" && WebAssembly.validate(vectors) && WebAssembly.validate(exceptions);
}

/// Whether this browser draws with WebGL 2.
function draws() {
    const probe = document.createElement("canvas").getContext("webgl2");
    const end = probe && probe.getExtension("WEBGL_lose_context");
    if (end) {
        end.loseContext(); // browsers limit the number of contexts
    }
    return !!probe;
}

/// Parameters of the program in the address, as [key, value].
function settings() {
    const given = [...asked].filter(([key]) => !kOwnKeys.includes(key) && !kForeignKeys.test(key));
    if (asked.has("theme")) {
        given.push(["look.theme", asked.get("theme")]);
    }
    return given.sort(([a], [b]) => (b === "panes") - (a === "panes")); // a pane must exist before its parameters are set
}

/// What the page itself finds wrong in its address.
function faultsOfAddress() {
    const faults = [];
    if (asked.has("paused") && !/^[01]$/.test(asked.get("paused"))) {
        faults.push(`paused=${asked.get("paused")}: "paused" is 0 or 1`);
    }
    if (asked.has("lang") && !/^en\b/i.test(asked.get("lang"))) {
        faults.push(`lang=${asked.get("lang")}: the laboratory has English only, "lang" is en`);
    }
    const unread = settings().map(([key]) => key).filter(key => asked.get("lesson") && !key.startsWith("look."));
    if (unread.length > 0) {
        faults.push("a lesson brings its own parameters; not read: " + unread.join(", "));
    }
    return faults;
}

/// Command lines for the page's address: the first one that the program takes counts.
function commandLines() {
    if (keptForReload && keptForReload.getItem(kRestored)) {
        FS.writeFile("/opened/restored.json", keptForReload.getItem(kRestored));
        keptForReload.removeItem(kRestored);
        return [["/opened/restored.json"], []];
    }
    const lines = [[]];
    const set = given => given.flatMap(([key, value]) => ["--set", key + "=" + value]);
    if (asked.get("lesson")) {
        lines.unshift(["lesson", asked.get("lesson"), ...set(settings().filter(([key]) => key.startsWith("look.")))]);
    } else if (asked.get("scene") || settings().length > 0) {
        lines.unshift([...(asked.get("scene") ? ["--scene", asked.get("scene")] : []), ...set(settings())]);
    }
    if (location.hash.length > 1) {
        lines.unshift([location.href]);
    }
    return lines;
}

/// The address without what the program did not take.
function plainAddress() {
    const left = new URLSearchParams([...asked].filter(([key]) => ["embed", "ui_map", "sw"].includes(key)));
    return location.pathname + (String(left) && "?" + left);
}

/// Starts the program. Null if it runs, else its last message. What it did not understand is shown.
function startProgram() {
    const faults = [];
    for (const words of commandLines()) {
        said.length = 0;
        const code = callMain(words);
        if (!code) {
            const notes = said.filter(line => line.includes("note: --set"));
            const all = [...faults, ...notes, ...faultsOfAddress()];
            if (all.length > 0) {
                notice(all.map(line => line.replace(/^xpbd-lab: (note: )?(--set )?|; `xpbd-lab [^`]*`[^;]*/g, "")).join(". ") + ".");
            }
            if (faults.length > 0) {
                setAddress(plainAddress());
            }
            return null;
        }
        faults.push(said.join(" ") || "The program ended with the code " + code + ".");
    }
    return faults.pop();
}

/// Caches WebGL state that the renderer queries many times per frame, because each query waits for the browser's
/// graphics process.
function rememberState(gl) {
    const state = new Map([[gl.SCISSOR_BOX, Int32Array.of(0, 0, canvas.width, canvas.height)]]);
    const remember = (call, names, initial, values = (...given) => given) => {
        names.forEach((name, i) => initial && state.set(name, initial[i]));
        const original = gl[call].bind(gl);
        gl[call] = (...given) => {
            values(...given).forEach((value, i) => state.set(names[i], value));
            original(...given);
        };
    };
    const factors = [gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA];
    const equations = [gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA];
    remember("scissor", [gl.SCISSOR_BOX], null, (...box) => [Int32Array.of(...box)]);
    remember("blendFunc", factors, null, (source, target) => [source, target, source, target]);
    remember("blendFuncSeparate", factors, [gl.ONE, gl.ZERO, gl.ONE, gl.ZERO]);
    remember("blendEquation", equations, null, equation => [equation, equation]);
    remember("blendEquationSeparate", equations, [gl.FUNC_ADD, gl.FUNC_ADD]);
    const ask = gl.getParameter.bind(gl);
    gl.getParameter = name => state.has(name) ? state.get(name) : ask(name);
}

function makeFolders() {
    for (const folder of ["/kept", "/kept/xpbd-lab", "/downloads", "/opened"]) {
        FS.mkdir(folder);
    }
    for (let i = 0; kept && i < kept.length; ++i) {
        const key = kept.key(i);
        if (key.startsWith(kKept + "/kept/")) {
            FS.writeFile(key.slice(kKept.length), kept.getItem(key));
        }
    }
    FS.chdir("/downloads");
}

/// Sizes of the files before compression [bytes]. The headers of a compressed file have only its compressed size.
const kBytes = /^{/.test(root.dataset.bytes) ? JSON.parse(root.dataset.bytes) : {};
const got = {}; // bytes that have come, by file
const givingUp = new AbortController();

function count(name, bytes) {
    got[name] = (got[name] || 0) + bytes;
    const sum = values => Object.values(values).reduce((a, b) => a + b, 0);
    const percent = Math.min(100, Math.floor(100 * sum(got) / (sum(kBytes) || Infinity)));
    bar.firstElementChild.style.width = percent + "%";
    bar.setAttribute("aria-valuenow", percent);
    if (percent === 100) {
        message.textContent = "Starting ...";
    }
}

/// Fetches a file of the site and returns the result of `read`. The address has the version, so that no cache mixes releases.
async function fetchCounted(name, type, read) {
    try {
        const response = await fetch(name + "?" + root.dataset.version, { signal: givingUp.signal });
        if (!response.ok) {
            throw new Error(response.status + " " + response.statusText);
        }
        const counted = new TransformStream({
            transform(part, out) {
                count(name, part.length);
                out.enqueue(part);
            }
        });
        // Some servers send another type, with which the browser would not compile the module while it loads.
        const made = await read(new Response(response.body.pipeThrough(counted), { headers: { "Content-Type": type } }));
        if (kBytes[name] && got[name] !== kBytes[name]) {
            throw new Error(`${got[name]} bytes came instead of ${kBytes[name]}`);
        }
        return made;
    } catch (error) {
        throw new Error(name + ": " + error.message);
    }
}

/// Fetches everything at once. Resolves when the program's script may run: it needs the data at its start.
function load() {
    const script = document.createElement("script");
    script.src = "xpbd-lab.js?" + root.dataset.version;
    const early = Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: script.src });
    document.head.append(early);
    script.onload = () => count("xpbd-lab.js", kBytes["xpbd-lab.js"] || 0);
    script.onerror = () => explainLoading(new Error("xpbd-lab.js did not come"));

    const compile = response => WebAssembly.compileStreaming ? WebAssembly.compileStreaming(response)
                                                             : response.arrayBuffer().then(WebAssembly.compile);
    const module = fetchCounted("xpbd-lab.wasm", "application/wasm", compile);
    Module.instantiateWasm = (imports, done) => {
        module.then(ready => WebAssembly.instantiate(ready, imports).then(instance => done(instance, ready)))
            .catch(explainLoading);
        return {};
    };
    module.catch(explainLoading);
    fetchCounted("xpbd-lab.data", "application/octet-stream", response => response.arrayBuffer()).then(data => {
        Module.getPreloadedPackage = () => data;
        document.body.append(script);
    }).catch(explainLoading);
}

let coming = null; // names of the thumbnails that are being fetched; null until their list is there

/// Fetches all thumbnails at the first call, when the picker opens. Returns true until the thumbnail of this name is in
/// the program's files, or has failed; the program then draws it.
function wantThumbnail(name) {
    if (!wantThumbnail.begun) {
        wantThumbnail.begun = true;
        const fetched = name => fetch("thumbnails/" + name + "?" + root.dataset.version)
            .then(response => response.ok ? response : Promise.reject(new Error(response.status)));
        fetched("list.json").then(list => list.json()).then(names => {
            coming = new Set(names);
            FS.mkdirTree("/assets/thumbnails");
            return Promise.all(names.map(one => fetched(one)
                .then(response => response.arrayBuffer())
                .then(bytes => FS.writeFile("/assets/thumbnails/" + one, new Uint8Array(bytes)))
                .catch(error => console.info("thumbnail " + one + ": " + error.message))
                .then(() => coming.delete(one))));
        }).catch(error => {
            coming = new Set();
            console.info("thumbnails: " + error.message);
        });
    }
    return coming === null || coming.has(name);
}

async function openFiles(files) {
    let first = null;
    for (const file of files) {
        const path = "/opened/" + file.name.replace(/[/\\]/g, "_");
        FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
        if (!first || /\.(json|xpbd|png)$/i.test(file.name)) {
            first = path;
        }
    }
    if (first) {
        Module.ccall("xpbd_open_file", null, ["string"], [first]);
    }
}

function listenForFiles() {
    addEventListener("dragover", event => event.preventDefault());
    addEventListener("drop", event => {
        event.preventDefault();
        openFiles([...event.dataTransfer.files]);
    });
    const chooser = document.getElementById("file");
    chooser.addEventListener("change", () => {
        openFiles([...chooser.files]);
        chooser.value = "";
    });
    addEventListener("paste", event => {
        const text = event.clipboardData && event.clipboardData.getData("text/plain");
        if (text) {
            Module.ccall("xpbd_set_clipboard", null, ["string"], [text]);
        }
    });
}

/// Shows a phone's keyboard by focusing a hidden input. Text typed there is sent to the window's text box.
function listenForWriting() {
    const kKeep = "  "; // text in the input, so that Backspace has something to delete
    const line = document.getElementById("writing");
    let typing = false, known = kKeep;
    let lifted = -Infinity; // time of the last touchend
    // True if the user has tapped a text box, or has tapped twice, which opens one. False for a text box that got the focus
    // because its panel has opened.
    let asked = false;
    const begin = () => {
        line.value = known = kKeep;
        line.focus({ preventScroll: true });
    };
    addEventListener("mousedown", () => { asked = false; }, true);
    Module.onTyping = on => {
        typing = on;
        if (on && asked) {
            begin();
        } else if (document.activeElement === line) {
            canvas.focus();
        }
    };
    canvas.addEventListener("touchend", event => {
        const inBox = canvas.style.cursor === "text";
        asked = inBox || event.timeStamp - lifted < 500;
        lifted = event.timeStamp;
        if (inBox) { // some phones open the keyboard only during the touch event, not a frame later
            begin();
        }
    });
    line.addEventListener("input", () => { // a word under composition is replaced as a whole
        const before = [...known], now = [...line.value];
        const same = before.findIndex((sign, i) => sign !== now[i]);
        const kept = same < 0 ? before.length : same;
        before.slice(kept).forEach(() => Module.ccall("xpbd_press_backspace", null, [], []));
        now.slice(kept).forEach(sign => Module.ccall("xpbd_type", null, ["number"], [sign.codePointAt(0)]));
        known = line.value;
        if (known.length < kKeep.length) {
            line.value = known = kKeep;
        }
    });
}

function textOf(call) {
    const text = Module.ccall(call, "number", [], []);
    const copy = text ? UTF8ToString(text) : "";
    Module._free(text);
    return copy;
}

/// Keeps the page's address a link to the current session, once the session differs from the one that was opened.
function followAddress() {
    let known = textOf("xpbd_link");
    setInterval(() => {
        const link = document.hidden ? known : textOf("xpbd_link");
        if (link && link !== known) {
            known = link;
            setAddress(plainAddress() + link);
        }
    }, 1500);
    addEventListener("hashchange", () => location.reload()); // the user has put another link into the address
}

function listenForTheEnd() {
    const save = () => Module.ccall("xpbd_save", null, [], []);
    addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", () => document.hidden && save());
    addEventListener("beforeunload", event => {
        if (Module.ccall("xpbd_would_lose", "number", [], [])) {
            event.preventDefault();
            event.returnValue = "";
        }
    });
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    canvas.addEventListener("webglcontextlost", event => {
        // Reloads the page with the current session, because all data of the graphics card is lost.
        event.preventDefault();
        const text = textOf("xpbd_session");
        if (text && keptForReload) {
            keptForReload.setItem(kRestored, text);
            save();
        }
        document.body.dataset.state = "restoring";
        message.textContent = "The graphics were reset; restoring ...";
        cover.hidden = false;
    });
    canvas.addEventListener("webglcontextrestored", () => location.reload());
}

/// The program's summary of its window; null before the first frame.
function summary() {
    const text = textOf("xpbd_summary");
    return text ? JSON.parse(text) : null;
}

function act(id) {
    return Module.ccall("xpbd_act", "number", ["string"], [id]);
}

/// Pauses at the start, if the address has paused=1 or the user's system reduces motion.
function holdStill() {
    const still = asked.has("paused") ? asked.get("paused") === "1"
                                      : matchMedia("(prefers-reduced-motion: reduce)").matches;
    const now = summary();
    if (still && now && now.playing) {
        act("play");
        if (location.hash.length < 2 && !asked.get("lesson")) { // a link has a frame of its own
            act("restart"); // frames have run before the window was there
        }
    }
}

/// Updates what the page shows of the window: its theme, the text for screen readers (methods and readouts), and the bar
/// above the panes of an embedded page.
function followWindow() {
    const [told, title, play] = ["told", "title", "play"].map(id => document.getElementById(id));
    let lastTold = -Infinity;
    const follow = () => {
        const now = document.hidden ? null : summary();
        if (!now) {
            return;
        }
        if (told.textContent !== now.told && performance.now() - lastTold > 1900) { // time to read it aloud
            told.textContent = now.told;
            lastTold = performance.now();
        }
        if (root.dataset.theme !== now.theme) {
            root.dataset.theme = now.theme;
            document.querySelector("meta[name=theme-color]").content =
                getComputedStyle(root).getPropertyValue("--panel").trim();
        }
        canvas.setAttribute("aria-label", now.title + ": a simulation. F1 lists the keys.");
        title.textContent = now.title;
        if (play.dataset.playing !== String(now.playing)) {
            play.dataset.playing = now.playing;
            play.title = now.playing ? "Pause" : "Play";
            play.setAttribute("aria-label", play.title);
        }
    };
    follow();
    setInterval(follow, 500);
    return follow;
}

/// Connects the bar above the panes of an embedded page. follow: shows the window's state in it.
function connectStrip(follow) {
    for (const action of ["play", "restart"]) {
        document.getElementById(action).addEventListener("click", () => {
            act(action);
            requestAnimationFrame(() => requestAnimationFrame(follow)); // after the program's next frame
        });
    }
    const open = document.getElementById("open");
    const aim = () => {
        const lesson = asked.get("lesson") ? "?lesson=" + encodeURIComponent(asked.get("lesson")) : "";
        open.href = location.pathname + (lesson || textOf("xpbd_link"));
    };
    for (const event of ["pointerdown", "focus", "click"]) {
        open.addEventListener(event, aim);
    }
}

/// Leaves wheel, keys and focus to the page around the frame until the user clicks into the frame.
function beGuest() {
    let clicked = false;
    addEventListener("pointerdown", () => { clicked = true; }, true);
    addEventListener("wheel", event => clicked && document.hasFocus() || event.stopImmediatePropagation(),
                     { capture: true, passive: true });
    addEventListener("keydown", event => { // the program has consumed an Esc that ends the typing of a value
        if (event.key === "Escape" && !event.defaultPrevented && window.parent !== window) {
            document.activeElement.blur();
            window.parent.focus();
        }
    });
}

/// Stops the frames while the canvas is scrolled out of view. All frames of one site share a thread: six that draw without
/// a graphics card leave the notes too few turns to scroll by keys.
function restOutOfView() {
    const seen = new IntersectionObserver(changes => {
        Module.ccall("xpbd_rest", null, ["number"], [changes.at(-1).isIntersecting ? 0 : 1]);
    });
    seen.observe(canvas);
}

/// Fits the page into what a phone's keyboard leaves, where the browser does not do it.
function followKeyboard() {
    const seen = window.visualViewport;
    const fit = () => {
        const covered = Math.abs(seen.scale - 1) < 0.01 && seen.height < innerHeight - 1;
        document.body.style.height = covered ? seen.height + "px" : "";
        if (covered) {
            scrollTo(0, 0);
        }
    };
    if (seen) {
        seen.addEventListener("resize", fit);
    }
}

/// Keeps the site's files in the browser, so that the page opens without a network.
function keepSite() {
    if (framed || !kept || !navigator.serviceWorker || asked.get("ui_map") === "1" && asked.get("sw") !== "1") {
        return;
    }
    const returns = navigator.serviceWorker.controller !== null;
    // Without update() Chromium looks for a new release only when the worker has been idle for half a minute.
    navigator.serviceWorker.register("worker.js").then(registration => returns && registration.update())
        .catch(error => console.info(error.message));
}

const getContext = canvas.getContext.bind(canvas);
canvas.getContext = (...kind) => {
    const first = !canvas.gl;
    canvas.gl = getContext(...kind);
    if (first && canvas.gl) {
        rememberState(canvas.gl);
    }
    return canvas.gl;
};

var Module = {
    canvas: canvas,
    noInitialRun: true,
    notice: notice,
    showText: showText,
    wantThumbnail: wantThumbnail,
    preRun: [() => {
        makeFolders();
        if (embedded) {
            ENV.XPBD_LAB_EMBEDDED = "1";
        }
        if (matchMedia("(pointer: coarse)").matches) {
            ENV.XPBD_LAB_FINGERS = "1";
        }
        if (asked.get("ui_map") === "1") { // for tests: writes the position of every widget
            ENV.XPBD_LAB_UI_MAP = "/ui_map";
        }
    }],
    onRuntimeInitialized() {
        listenForFiles();
        listenForWriting();
        listenForTheEnd();
        const failed = startProgram();
        if (failed) {
            explain("The laboratory did not start.", failed);
            return;
        }
        if (framed) {
            beGuest(); // after the program listens: its keys come first
        }
        followKeyboard();
        requestAnimationFrame(() => requestAnimationFrame(() => { // after the first frame is on screen
            performance.mark("running");
            document.body.dataset.state = "running";
            cover.hidden = true;
            begin();
        }));
    },
    print: text => console.log(text),
    printErr(text) {
        said.push(text);
        console.info(text);
    },
    onAbort: what => explain("The laboratory has ended: " + what + ".", "Reload the page.", true)
};
const said = []; // lines of the program on standard error

/// What follows the first frame.
function begin() {
    if (framed) {
        restOutOfView();
    } else {
        canvas.focus({ preventScroll: true });
    }
    holdStill();
    const follow = followWindow();
    if (embedded) {
        connectStrip(follow);
    } else {
        followAddress();
    }
    if (!kept) {
        const lack = "This browser keeps nothing for this page: preferences last until it is closed.";
        framed ? console.info(lack) : notice(lack);
    }
    keepSite();
}

if (embedded) {
    root.dataset.embed = "";
    document.getElementById("strip").hidden = false;
}
if (asked.has("theme") ? asked.get("theme") === "light" : embedded) { // as the program does
    root.dataset.theme = "light";
}
for (const part of ["strip", "notice", "text"]) { // keys there are not the program's
    for (const event of ["keydown", "keyup"]) {
        document.getElementById(part).addEventListener(event, pressed => {
            if (part !== "strip" || pressed.key !== "Escape") {
                pressed.stopPropagation();
            }
        });
    }
}
if (!compiles()) {
    explain("This browser lacks WebAssembly with SIMD and exceptions.", kRemedy);
} else {
    load(); // before the question for WebGL, which takes a tenth of a second
    if (!draws()) {
        explain("This browser gives no WebGL 2.",
                "Switch on hardware acceleration in its settings, update the driver of the graphics card, or " +
                    kRemedy[0].toLowerCase() + kRemedy.slice(1));
        givingUp.abort();
    }
}
