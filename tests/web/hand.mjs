// A hand in a page: finds widgets by the names that the window gives them, and waits until the window shows a state.
export const kPatience = 180000; // [ms], against hanging: the machine may be busy

export class Hand {
    constructor(page, frame = page) {
        this.page = page;
        this.frame = frame; // the page itself, or what lies in an iframe
        this.faults = [];
        page.on("console", message => message.type() === "error" && this.faults.push(message.text()));
        page.on("pageerror", error => this.faults.push(String(error)));
    }

    /// The map of widgets and state that the window writes for tests after each frame.
    async look() {
        return this.frame.evaluate(() => {
            try {
                return JSON.parse(FS.readFile("/ui_map", { encoding: "utf8" }));
            } catch {
                return null;
            }
        });
    }

    async wait(what, seen) {
        const end = Date.now() + kPatience;
        for (;;) {
            const map = await this.look();
            if (map && seen(map)) {
                return map;
            }
            if (Date.now() > end) {
                throw new Error("never seen: " + what + "; toasts: " + JSON.stringify(map && map.toasts));
            }
            await this.frame.evaluate(() => new Promise(requestAnimationFrame));
        }
    }

    /// Waits until the window has drawn so many frames more.
    async frames(count = 3) {
        const { drawn } = await this.look();
        await this.wait("frames", map => map.drawn >= drawn + count);
    }

    /// The place of a widget in units of the page: { x, y, width, height }, x and y its centre.
    async find(name) {
        const map = await this.wait(name, seen => name in seen.widgets);
        const ratio = await this.frame.evaluate(() => devicePixelRatio);
        const [x, y, width, height] = map.widgets[name].map(value => value / ratio);
        return { x, y, width, height };
    }

    async click(name, options = {}) {
        const { x, y } = await this.find(name);
        await this.page.mouse.move(x, y);
        await this.frames(2);
        await this.page.mouse.down(options);
        await this.frames(2);
        await this.page.mouse.up(options);
        await this.frames(2);
    }

    /// Presses a key while another one is held: chord("Control", "c").
    async chord(held, key) {
        await this.page.keyboard.down(held);
        await this.page.keyboard.press(key);
        await this.page.keyboard.up(held);
    }
}

export function check(holds, what) {
    if (!holds) {
        throw new Error(what);
    }
}
