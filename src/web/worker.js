// Keeps the site's files of one version in the browser, so that the page opens without a network.
"use strict";

const kVersion = "@version@";
const kFiles = [@files@];
const kOurs = "xpbd-lab " + registration.scope + " "; // pages of other folders have caches of their own
const kName = kOurs + kVersion;

addEventListener("install", event => {
    skipWaiting();
    // Past the browser's own cache, which may hold another version of a file without a version in its name.
    const requests = kFiles.map(file => new Request(file, { cache: file.includes("?") ? "default" : "reload" }));
    event.waitUntil(caches.open(kName).then(cache => cache.addAll(requests)));
});

addEventListener("activate", event => {
    event.waitUntil(caches.keys()
        .then(names => Promise.all(names.filter(name => name.startsWith(kOurs) && name !== kName)
                                       .map(name => caches.delete(name))))
        .then(() => clients.claim()));
});

async function kept(request) {
    const cache = await caches.open(kName);
    const found = await cache.match(request);
    if (found) {
        return found;
    }
    const response = await fetch(request);
    if (response.ok && new URL(request.url).search === "?" + kVersion) { // a thumbnail
        cache.put(request, response.clone());
    }
    return response;
}

/// The server's page, which may be of a later version than the files that are kept; without a network the kept one.
async function newest(request) {
    try {
        return await fetch(request);
    } catch (error) {
        const page = new URL(request.url);
        page.search = "";
        const name = page.href === registration.scope ? registration.scope + "index.html" : page.href;
        const found = await caches.open(kName).then(cache => cache.match(name));
        if (found) {
            return found;
        }
        throw error;
    }
}

addEventListener("fetch", event => {
    if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
        event.respondWith(event.request.mode === "navigate" ? newest(event.request) : kept(event.request));
    }
});
