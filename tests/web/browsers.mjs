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
    headless: false, // headless Firefox has WebGL only with a graphics card
    extraPrefsFirefox: {
        "webgl.force-enabled": true,
        "dom.events.testing.asyncClipboard": true, // a script reads the clipboard without a question to the user
        "app.update.enabled": false,
        "datareporting.policy.dataSubmissionEnabled": false
    }
};

/// The browser whose program this is.
export async function startBrowser(program) {
    const options = program.includes("firefox") ? kFirefox : kChromium;
    const browser = await puppeteer.launch({
        ...options,
        executablePath: program,
        protocolTimeout: kPatience,
        env: { ...process.env, ...(options === kFirefox && { DISPLAY: await startScreen(), MOZ_ENABLE_WAYLAND: "0" }) }
    });
    return {
        version: await browser.version(),
        close: () => browser.close(),

        /// A profile of a user who visits `site` for the first time; downloads go to the folder `downloads`.
        async newProfile(site, downloads) {
            const profile = await browser.createBrowserContext({
                downloadBehavior: { policy: "allow", downloadPath: downloads }
            });
            if (options === kChromium) { // Firefox has a preference for it
                await profile.overridePermissions(new URL(site).origin,
                                                  ["clipboard-read", "clipboard-sanitized-write"]);
            }
            return profile;
        }
    };
}

/// Starts a virtual screen that lives as long as this process, and returns its name.
async function startScreen() {
    const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1000x24"],
                         { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    process.once("exit", () => server.kill());
    const number = await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.stdio[3].once("data", resolve);
    });
    return ":" + String(number).trim();
}
