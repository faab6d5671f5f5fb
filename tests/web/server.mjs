// A server of static files below a path, like the server of a project's page.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const types = {
    ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".svg": "image/svg+xml",
    ".json": "application/json", ".png": "image/png", ".webmanifest": "application/manifest+json"
};

/// Serves `folder` below `path` on a port that is free. Gives the address, the way to end it, and what tests change:
/// missing: names that are not found; held: name -> promise that its answer waits for; open: other origins may read;
/// gzip: files are compressed; pages: name -> a page that is not in the folder.
export async function serve(folder, path = "/") {
    const given = { missing: new Set(), held: new Map(), open: false, gzip: false, pages: new Map() };
    const compressed = new Map();
    const server = createServer(async (request, response) => {
        const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
        try {
            if (!name.startsWith(path) || normalize(name) !== name) {
                throw new Error("elsewhere");
            }
            const inside = name.slice(path.length) || "index.html";
            await given.held.get(inside);
            if (given.missing.has(inside)) {
                throw new Error("missing");
            }
            let content = given.pages.get(inside) ?? await readFile(join(folder, inside));
            if (given.gzip && !given.pages.has(inside)) {
                compressed.set(inside, compressed.get(inside) ?? gzipSync(content));
                content = compressed.get(inside);
                response.setHeader("Content-Encoding", "gzip");
            }
            response.writeHead(200, {
                "Content-Type": types[extname(inside)] ?? "application/octet-stream",
                "Content-Length": Buffer.byteLength(content),
                ...(given.open && { "Access-Control-Allow-Origin": "*" })
            });
            response.end(content);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    return Object.assign(given, {
        address: `http://127.0.0.1:${server.address().port}${path}`,
        close() {
            server.close();
            server.closeAllConnections(); // a browser keeps them
        }
    });
}
