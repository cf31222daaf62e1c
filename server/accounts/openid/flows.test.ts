import { expect, test } from 'vitest';
import { openidSeconds } from '#contract/limits.ts';
import { maxSkewMs } from '../clock-skew.ts';
import { createFlows } from './flows.ts';

const wanted = { purpose: 'log-in', returnTo: '/task', sessionId: null } as const;
let time = 1_800_000_000_000;
const flowsWith = (secret: string, isHttps = false) => createFlows({ secret, isHttps, now: () => time });
const flows = flowsWith('a secret of the server');

/** The Cookie header of a browser that got this. */
const sent = (cookie: string) => cookie.split(';')[0] ?? '';

test('a flow is read in the browser that began it, and nothing of it can be told from the cookie', () => {
  const { flow, secrets, cookie } = flows.begin(wanted);
  expect(flows.read(`a=b; ${sent(cookie)}`, secrets.state)).toEqual({ flow, secrets });
  const payload = Buffer.from(sent(cookie).split('=')[1]?.split('.')[0] ?? '', 'base64url').toString();
  for (const secret of Object.values(secrets)) expect(payload + cookie).not.toContain(secret);
  expect(new Set(Object.values(secrets)).size).toBe(3);
});

test('not with the state of another, a cookie of another server or one that was changed, nor without one', () => {
  const { secrets, cookie } = flows.begin(wanted);
  const other = flows.begin(wanted);
  const [payload = '', signature = ''] = sent(cookie).split('=')[1]?.split('.') ?? [];
  const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('/task', '/find')).toString(
    'base64url',
  );
  expect(flows.read(sent(cookie), other.secrets.state)).toBeUndefined();
  expect(flows.read(sent(cookie), null)).toBeUndefined();
  expect(flows.read(null, secrets.state)).toBeUndefined();
  expect(flowsWith('another secret').read(sent(cookie), secrets.state)).toBeUndefined();
  expect(flows.read(`keepsake.openid=${changed}.${signature}`, secrets.state)).toBeUndefined();
  expect(flows.read('keepsake.openid=', secrets.state)).toBeUndefined();
});

test('its time is over after ten minutes, and before it began', () => {
  const { secrets, cookie } = flows.begin(wanted);
  const begunAt = time;
  time = begunAt + openidSeconds * 1000;
  expect(flows.read(sent(cookie), secrets.state)).toBeDefined();
  time += 1;
  expect(flows.read(sent(cookie), secrets.state)).toBeUndefined();
  // Begun on a node whose clock is a little ahead.
  time = begunAt - maxSkewMs;
  expect(flows.read(sent(cookie), secrets.state)).toBeDefined();
  time -= 1;
  expect(flows.read(sent(cookie), secrets.state)).toBeUndefined();
});

test('with https no other site of the domain can set the cookie', () => {
  expect(flowsWith('s', true).begin(wanted).cookie).toMatch(
    /^__Host-keepsake\.openid=\S+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(flows.endCookie()).toMatch(/^keepsake\.openid=; Max-Age=0;/);
});
