/** What the app starts besides its page: the worker that hashes files, and the service worker. */
const ownScripts = /^\/(assets\/[\w-]+\.js|service-worker\.js)$/;

type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

/**
 * The one policy that the server allows the app (Trusted Types, W3C): a text becomes the address of a script only if it is
 * one of the app's own, and never HTML or code. Browsers without Trusted Types go by the rest of the
 * Content-Security-Policy.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, pathname } = new URL(url, location.href);
      if (origin !== location.origin || !ownScripts.test(pathname)) throw new TypeError('Not a script of the app');
      return url;
    },
  });
}
