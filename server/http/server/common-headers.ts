/**
 * Headers of every response, which one that says something else about itself replaces: it is no page, nothing is guessed, and
 * nothing is kept, since almost all of them are personal and short-lived.
 */
export function commonHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
