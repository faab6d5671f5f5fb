// A server of static files below a path, like the server of a project's page.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

/// Serves `folder` below `path` on a port that is free. Gives the address and the way to end it.
export async function serve(folder, path = "/") {
    const server = createServer(async (request, response) => {
        const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
        try {
            if (!name.startsWith(path) || normalize(name) !== name) {
                throw new Error("elsewhere");
            }
            const inside = name.slice(path.length) || "index.html";
            const content = await readFile(join(folder, inside));
            response.writeHead(200, {
                "Content-Type": types[extname(inside)] ?? "application/octet-stream",
                "Content-Length": content.length
            });
            response.end(content);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
    return { address: `http://127.0.0.1:${server.address().port}${path}`, close: () => server.close() };
}
