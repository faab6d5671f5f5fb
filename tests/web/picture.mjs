// Reads a PNG of 8 bits per channel, the format of a browser's screenshot.
import { inflateSync } from "node:zlib";

/// { width, height, at(x, y) -> [r, g, b] }
export function decode(png) {
    let width = 0, height = 0, channels = 0;
    const parts = [];
    for (let at = 8; at < png.length;) {
        const size = png.readUInt32BE(at);
        const type = png.toString("latin1", at + 4, at + 8);
        const data = png.subarray(at + 8, at + 8 + size);
        if (type === "IHDR") {
            width = data.readUInt32BE(0);
            height = data.readUInt32BE(4);
            channels = { 2: 3, 6: 4 }[data[9]];
            if (data[8] !== 8 || !channels || data[12] !== 0) {
                throw new Error("a PNG of another kind");
            }
        } else if (type === "IDAT") {
            parts.push(data);
        }
        at += size + 12;
    }
    const rows = inflateSync(Buffer.concat(parts));
    const line = width * channels;
    const pixels = Buffer.alloc(line * height);
    for (let y = 0; y < height; ++y) {
        const filter = rows[y * (line + 1)];
        for (let i = 0; i < line; ++i) {
            const left = i >= channels ? pixels[y * line + i - channels] : 0;
            const up = y > 0 ? pixels[(y - 1) * line + i] : 0;
            const corner = i >= channels && y > 0 ? pixels[(y - 1) * line + i - channels] : 0;
            const guess = left + up - corner;
            const near = [left, up, corner].reduce((a, b) => Math.abs(guess - b) < Math.abs(guess - a) ? b : a);
            const predicted = [0, left, up, (left + up) >> 1, near][filter];
            pixels[y * line + i] = rows[y * (line + 1) + 1 + i] + predicted;
        }
    }
    return { width, height, at: (x, y) => [...pixels.subarray(y * line + x * channels, y * line + x * channels + 3)] };
}

/// How many colours a part of a picture has, in steps of 8 per channel, and the share of the most frequent one.
export function colours(picture, { x, y, width, height }) {
    const counts = new Map();
    for (let row = Math.ceil(y); row < y + height - 1; ++row) {
        for (let column = Math.ceil(x); column < x + width - 1; ++column) {
            const key = picture.at(column, row).map(value => value >> 3).join();
            counts.set(key, (counts.get(key) ?? 0) + 1);
        }
    }
    const most = Math.max(...counts.values());
    return { count: counts.size, most: most / [...counts.values()].reduce((a, b) => a + b, 0) };
}
