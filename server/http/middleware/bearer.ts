/**
 * The token of an Authorization header with the scheme Bearer (RFC 6750, section 2.1), or undefined when it has none.
 * Whatever follows the scheme counts, so that a malformed token is a wrong one.
 */
export function bearerToken(headers: Headers): string | undefined {
  const found = /^bearer(?:\s+(?<token>.*))?$/i.exec(headers.get('authorization') ?? '');
  return found === null ? undefined : (found.groups?.['token'] ?? '');
}
