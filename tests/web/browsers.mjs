// Chromium and Firefox, started for tests: without a network and without a graphics card.
import { spawn } from "node:child_process";

import puppeteer from "puppeteer-core";

import { kPatience } from "./hand.mjs";

const kChromium = {
    browser: "chrome",
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader",
           "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
};
const kFirefox = {
    browser: "firefox",
    headless: false, // where it has no WebGL but that of a graphics card
    extraPrefsFirefox: {
        "webgl.force-enabled": true,
        "dom.events.testing.asyncClipboard": true, // a script reads the clipboard without a question to the user
        "app.update.enabled": false,
        "datareporting.policy.dataSubmissionEnabled": false
    }
};

/// The browser whose program this is: { name: "chrome" or "firefox", version, newProfile(), end() }.
export async function startBrowser(program) {
    const options = program.includes("firefox") ? kFirefox : kChromium;
    const screen = options === kFirefox ? await startScreen() : null;
    const browser = await puppeteer.launch({
        ...options,
        executablePath: program,
        protocolTimeout: kPatience,
        env: { ...process.env, ...(screen && { DISPLAY: screen.display }) }
    });
    return {
        name: options.browser,
        version: await browser.version(),

        /// A profile of its own, whose downloads come to the folder `downloads`.
        async newProfile(address, downloads) {
            const context = await browser.createBrowserContext({
                downloadBehavior: { policy: "allow", downloadPath: downloads }
            });
            if (options === kChromium) { // Firefox has a preference for it
                await context.overridePermissions(new URL(address).origin, ["clipboard-read", "clipboard-sanitized-write"]);
            }
            return context;
        },

        async end() {
            await browser.close();
            screen?.server.kill();
        }
    };
}

/// A screen that nobody sees.
async function startScreen() {
    const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1000x24"],
                         { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const number = await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.stdio[3].once("data", resolve);
    });
    return { server, display: ":" + String(number).trim() };
}
