/** What a browser sends on behalf of a page that is not of this server. */
export type ForeignPage = { what: string; headers: Record<string, string> };

/** Every origin that a page near or far may have; without one, as browsers leave it out of some navigations. */
export function foreignPages({ port }: { port: number }): ForeignPage[] {
  const evil = 'https://evil.example';
  const of = (what: string, origin: string, site = 'cross-site') => ({
    what,
    headers: { origin, 'sec-fetch-site': site, referer: origin === 'null' ? `${evil}/page` : `${origin}/page` },
  });
  return [
    of('another site', evil),
    of('a sandboxed frame', 'null'),
    of('a sub-domain', `http://sub.127.0.0.1.example:${port}`, 'same-site'),
    of('a name that begins like this one', `http://127.0.0.1:${port}.evil.example`),
    of('another port', `http://127.0.0.1:${port === 65_535 ? 1 : port + 1}`, 'same-site'),
    of('the same address by another scheme', `https://127.0.0.1:${port}`),
    of('the same server by another name', `http://localhost:${port}`),
    of('a page of no server', 'file://'),
    of('no address', 'http://'),
    { what: 'a page that hides its origin', headers: { 'sec-fetch-site': 'cross-site' } },
    { what: 'an old browser that tells nothing', headers: {} },
    { what: 'an old browser with a referrer of here', headers: { referer: `http://127.0.0.1:${port}/` } },
    {
      what: 'a page that forges what it can',
      headers: { ...of('', evil).headers, host: `127.0.0.1:${port}`, 'x-forwarded-host': 'evil.example' },
    },
  ];
}

/** The content types that a form sends, and those of scripts after a preflight. */
export const contentTypes = [
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/json',
];

/** What a page may ask with: forms and links, or a script that had its preflight answered. */
export const preflightMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
