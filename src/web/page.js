// Starts the program in the page: reads the address, shows progress while loading, passes files in and out, stores
// preferences, and shows a phone's keyboard.
"use strict";

const asked = new URLSearchParams(location.search);
const embedded = asked.get("embed") === "1";
const kKept = "xpbd-lab:"; // prefix of the files' names in the browser's storage
const kRestored = "xpbd-lab:restored"; // key of the session that is restored after the graphics were lost

const cover = document.getElementById("cover");
const message = document.getElementById("message");
const bar = document.getElementById("bar");
const canvas = document.getElementById("canvas");

function progress(share) {
    const percent = Math.round(100 * Math.min(1, share));
    bar.firstElementChild.style.width = percent + "%";
    bar.setAttribute("aria-valuenow", percent);
}

/// Replaces the window by an explanation of a problem and what the user can do.
function explain(what, remedy) {
    document.body.dataset.state = "failed";
    cover.hidden = false;
    bar.hidden = true;
    message.textContent = what;
    const advice = document.createElement("p");
    advice.textContent = remedy;
    message.after(advice);
}

/// The feature that this browser lacks, and a remedy; null if it has all features.
function lacking() {
    const remedy = "Use a current Chrome, Edge, Firefox or Safari, or download the program for your system.";
    // A module whose function uses an instruction on vectors of 128 bits.
    const vectors = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
                                    253, 15, 253, 98, 11]);
    // A module whose function catches all exceptions.
    const exceptions = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25,
                                       11, 11]);
    if (typeof WebAssembly !== "object" || !WebAssembly.validate(vectors) || !WebAssembly.validate(exceptions)) {
        return ["This browser lacks WebAssembly with SIMD and exceptions.", remedy];
    }
    const probe = document.createElement("canvas").getContext("webgl2");
    if (!probe) {
        return ["This browser gives no WebGL 2.",
                "Switch on hardware acceleration in its settings, update the driver of the graphics card, or " +
                    remedy[0].toLowerCase() + remedy.slice(1)];
    }
    const end = probe.getExtension("WEBGL_lose_context");
    if (end) {
        end.loseContext(); // browsers limit the number of contexts
    }
    return null;
}

/// The program's command line for the page's address.
function words() {
    if (sessionStorage.getItem(kRestored)) {
        FS.writeFile("/opened/restored.json", sessionStorage.getItem(kRestored));
        sessionStorage.removeItem(kRestored);
        return ["/opened/restored.json"];
    }
    if (location.hash.length > 1) {
        return [location.href];
    }
    if (asked.get("lesson")) {
        return ["lesson", asked.get("lesson")];
    }
    return asked.get("scene") ? ["--scene", asked.get("scene")] : [];
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
    for (let i = 0; i < localStorage.length; ++i) {
        const key = localStorage.key(i);
        if (key.startsWith(kKept + "/kept/")) {
            FS.writeFile(key.slice(kKept.length), localStorage.getItem(key));
        }
    }
    FS.chdir("/downloads");
}

/// Downloads a file and reports the progress by told(share).
async function fetchWithProgress(name, told) {
    const response = await fetch(name);
    if (!response.ok) {
        throw new Error(name + ": " + response.status + " " + response.statusText);
    }
    const size = Number(response.headers.get("Content-Length"));
    const encoded = response.headers.get("Content-Encoding");
    // Some servers send another type, with which the browser would not compile the module while it loads.
    const headers = { "Content-Type": "application/wasm" };
    if (!response.body || !size || encoded) {
        return new Response(response.body, { headers });
    }
    let got = 0;
    const counted = response.body.pipeThrough(new TransformStream({
        transform(part, out) {
            got += part.length;
            told(got / size);
            out.enqueue(part);
        }
    }));
    return new Response(counted, { headers });
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

/// Shows a message in front of the window for 15 seconds.
function notice(text) {
    const line = document.getElementById("notice");
    line.textContent = text;
    line.hidden = false;
    line.onclick = () => { line.hidden = true; };
    setTimeout(line.onclick, 15000);
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
            history.replaceState(null, "", location.pathname + location.search + link);
        }
    }, 1500);
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
        if (text) {
            sessionStorage.setItem(kRestored, text);
            save();
        }
        document.body.dataset.state = "restoring";
        message.textContent = "The graphics were reset; restoring ...";
        cover.hidden = false;
    });
    canvas.addEventListener("webglcontextrestored", () => location.reload());
    if (embedded) { // inside a frame, the surrounding page scrolls until the user clicks into the frame
        addEventListener("wheel", event => document.hasFocus() || event.stopImmediatePropagation(),
                         { capture: true, passive: true });
    }
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
    preRun: [() => {
        makeFolders();
        if (embedded) {
            ENV.XPBD_LAB_EMBEDDED = "1";
        }
        if (asked.get("ui_map") === "1") { // for tests: writes the position of every widget
            ENV.XPBD_LAB_UI_MAP = "/ui_map";
        }
    }],
    setStatus(text) {
        const parts = /\((\d+)\/(\d+)\)/.exec(text); // numbers of data files: loaded, total
        if (parts) {
            progress(0.7 + 0.3 * parts[1] / parts[2]);
        }
    },
    instantiateWasm(imports, done) {
        fetchWithProgress("xpbd-lab.wasm", share => progress(0.7 * share))
            .then(response => WebAssembly.instantiateStreaming
                                  ? WebAssembly.instantiateStreaming(response, imports)
                                  : response.arrayBuffer().then(bytes => WebAssembly.instantiate(bytes, imports)))
            .then(result => done(result.instance, result.module))
            .catch(error => explain("The laboratory could not be loaded.", String(error.message || error)));
        return {};
    },
    onRuntimeInitialized() {
        listenForFiles();
        listenForWriting();
        listenForTheEnd();
        canvas.focus();
        let code = callMain(words());
        if (code && location.hash.length > 1) { // the link is incomplete or from a later version
            notice(said.join(" "));
            history.replaceState(null, "", location.pathname + location.search);
            code = callMain(words());
        }
        if (code) {
            explain("The laboratory did not start (" + code + ").", said.join(" "));
            return;
        }
        requestAnimationFrame(() => requestAnimationFrame(() => { // after the first frame is on screen
            performance.mark("running");
            document.body.dataset.state = "running";
            cover.hidden = true;
            if (!embedded) {
                followAddress();
            }
        }));
    },
    print: text => console.log(text),
    printErr(text) {
        said.push(text);
        console.info(text);
    },
    onAbort: what => explain("The laboratory has ended: " + what + ".", "Reload the page.")
};
const said = []; // lines of the program on standard error

const fault = lacking();
if (fault) {
    explain(...fault);
} else {
    const script = document.createElement("script");
    script.src = "xpbd-lab.js";
    script.onerror = () => explain("The laboratory could not be loaded.", "Is the server there?");
    document.body.append(script);
}
