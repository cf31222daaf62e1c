/**
 * Caches the shell of the app (its page, scripts, styles and fonts), so that it opens at once and without a network.
 * It does not touch what belongs to a user: requests to the API and for content pass it by.
 *
 * A new build is a new worker. It takes over as soon as it has cached everything, and the next page that opens is of the
 * new build; pages that are open find their chunks in the cache of the build before.
 */
declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: every file of the shell, and a name that changes with any of them. */
declare const SHELL: { version: string; files: readonly string[] };

const prefix = 'shell-';
const { version, files } = SHELL;
const own = prefix + version;
const page = '/index.html';
const serverPaths = /^\/(api|content|preview|healthz|readyz)(\/|$)/;
/** Their names change with their content, so a copy is never outdated. */
const isNamedByContent = (path: string) => path.startsWith('/assets/');

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || serverPaths.test(pathname)) return;
  if (isNamedByContent(pathname)) event.respondWith(asset(event));
  else if (files.includes(pathname)) event.respondWith(shellFile(request, pathname));
  else if (request.mode === 'navigate') event.respondWith(shellFile(request, page));
});

async function install(): Promise<void> {
  const cache = await caches.open(own);
  try {
    await Promise.all(files.map((path) => keepFile(cache, path)));
  } catch (error) {
    // Half a build must not pass for the one before this. What is still on its way goes with it.
    await caches.delete(own);
    throw error;
  }
  await self.skipWaiting();
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const cached = isNamedByContent(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
  await cache.put(path, cached ?? (await load(path)));
}

async function load(path: string): Promise<Response> {
  const response = await fetch(path, { cache: isNamedByContent(path) ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${path}.`);
  return response;
}

async function activate(): Promise<void> {
  // Caches are listed in the order in which they were made.
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function shellFile(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(own);
  return (await cache.match(path, { ignoreVary: true })) ?? (await fetch(request));
}

/** Files of this build and the one before. Pictures are not part of the shell: they are cached when first used. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic') event.waitUntil(keep(request, response.clone()));
  return response;
}

/** Caches a response, unless the storage of the browser is full. */
async function keep(request: Request, response: Response): Promise<void> {
  try {
    const cache = await caches.open(own);
    await cache.put(request, response);
  } catch {
    // The next page asks the server again.
  }
}
