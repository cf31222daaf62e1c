export type AppPolicies = ReturnType<typeof createAppPolicies>;

/** Hosts that a policy can name with a path: names, and of all addresses this one (CSP 3, section 6.7.2.8). */
const nameable = /^(127\.0\.0\.1|(?=[^:]*[a-z])[a-z\d-]+(\.[a-z\d-]+)*)(:\d+)?$/i;

/**
 * The policies of the app, which allow scripts and styles from its own assets only, and so none that was uploaded, whatever
 * a file may be taken for. The assets are at the host that the browser asked, and at that of the public URL, where a proxy may hide it.
 * A policy cannot name an address with a path, so at one all paths of this origin are allowed.
 */
export function createAppPolicies(publicUrl: URL | undefined) {
  return {
    /** The one Trusted Types policy is that of web/app/trusted-scripts.ts. */
    app: (host: string | undefined): string =>
      `default-src 'self'; script-src ${at(host, '/assets/', '/head.js')}; style-src ${at(host, '/assets/')}; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src ${at(host, '/assets/', '/service-worker.js')}; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default`,

    /**
     * The workers that hash files and read documents compute, and load nothing but the app's scripts. They run WebAssembly; a
     * worker has the policy of its own script, so no page may.
     */
    worker: (host: string | undefined): string =>
      `default-src 'none'; script-src ${at(host, '/assets/')} 'wasm-unsafe-eval'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };

  function at(host: string | undefined, ...paths: string[]): string {
    const hosts = [...new Set([publicUrl?.host, host])].filter((one) => one !== undefined);
    if (hosts.length === 0 || !hosts.every((one) => nameable.test(one))) return `'self'`;
    return hosts.flatMap((one) => paths.map((path) => `${one}${path}`)).join(' ');
  }
}
