import { expect, test } from 'vitest';
import { createTrustedBrowsers } from './trusted-browsers.ts';

test('a browser is trusted for 30 days, by this account, with this password and this stamp', () => {
  let now = 1_700_000_000_000;
  const browsers = createTrustedBrowsers({ secret: 'a secret', isHttps: true, now: () => now });
  const trust = { account: 'ada', passwordHash: 'hash', stamp: 'stamp' };
  const line = browsers.setCookie(trust);
  expect(line).toMatch(
    /^__Host-keepsake\.trusted\.[\w-]+=[\d.\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const cookie = `other=1; ${line.split(';')[0]}`;
  expect(browsers.isTrusted(cookie, trust)).toBe(true);
  for (const other of [{ account: 'eve' }, { passwordHash: 'new' }, { stamp: 'new' }])
    expect(browsers.isTrusted(cookie, { ...trust, ...other })).toBe(false);
  for (const forged of [null, '', cookie.replace(/=1(\d+\.)/, '=9$1'), `${cookie}x`])
    expect(browsers.isTrusted(forged, trust)).toBe(false);
  now += 30 * 24 * 60 * 60 * 1000 - 1;
  expect(browsers.isTrusted(cookie, trust)).toBe(true);
  now += 1;
  expect(browsers.isTrusted(cookie, trust)).toBe(false);
});
