/**
 * Registers the service worker, which caches the app so that it opens without a network. Where that is not possible (no
 * secure connection, storage forbidden, no network right now), the app works without it.
 */
export function installWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The page itself loads first.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
  });
}
