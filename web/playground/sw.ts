// Keeps the files of the page, so that it works without a network. A new build
// has another version: it is fetched whole, beside the old one, and used once no
// page of the old one is open, so that no page is made of two builds.
declare const VERSION: string;
declare const FILES: string[];

interface Waiting extends Event { waitUntil(work: Promise<unknown>): void }
interface Fetching extends Waiting { request: Request; respondWith(response: Promise<Response>): void }

const ours = `gcf-playground-${VERSION}`;

self.addEventListener('install', (event) => {
  (event as Waiting).waitUntil(caches.open(ours).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))));
});

self.addEventListener('activate', (event) => {
  (event as Waiting).waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith('gcf-playground-') && name !== ours).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event as Fetching;
  if (request.method !== 'GET') return;
  (event as Fetching).respondWith(caches.open(ours)
    .then((cache) => cache.match(request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(request)));
});
