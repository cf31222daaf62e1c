import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { begin, byProvider, comeBack, logInThere } from '#tests/support/openid/at-provider.ts';
import { newKey, type TestProvider } from '#tests/support/openid/provider.ts';
import { startWithProvider } from '#tests/support/openid/with-provider.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

let server: TestServer;
let provider: TestProvider;
let newcomer: Awaited<ReturnType<typeof startWithProvider>>['newcomer'];

beforeAll(async () => {
  ({ server, provider, newcomer } = await startWithProvider());
});

beforeEach(async () => {
  provider.beSilent(false);
  provider.changeToken(undefined);
  await provider.start();
});

describe('a provider that is down or silent', () => {
  test.each(['down', 'silent'])(
    '%s: people with a password log in, and whoever wants the provider is told',
    async (how) => {
      await server.restart();
      if (how === 'down') await provider.stop();
      else provider.beSilent(true);
      const waiting = begin(visit(server)).catch((error: unknown) => error);
      const person = await signUp(server, {});
      await expect(person.account.current()).resolves.toMatchObject({ uid: person.uid });
      expect(await waiting).toMatchObject({ message: 'provider-unavailable' });
      if (how === 'down') await provider.start();
      else provider.beSilent(false);
      await expect(begin(visit(server))).resolves.toBeInstanceOf(URL);
    },
  );

  test('one that falls silent in between sends back to the log-in page', async () => {
    const visitor = visit(server);
    const back = await logInThere(await begin(visitor), newcomer().subject);
    provider.beSilent(true);
    expect(await comeBack(visitor, back)).toBe('/login?problem=provider-unavailable');
  });
});

describe('an answer that is not the one asked for', () => {
  test.each<[string, Parameters<TestProvider['changeToken']>[0]]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://id.example.org' })],
    ['an end ten minutes ago', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 })],
    ['a beginning in ten minutes', (claims) => ({ ...claims, nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['another subject than the address', (claims) => ({ ...claims, sub: 'somebody else' })],
  ])('%s is refused', async (_what, change) => {
    provider.changeToken(change);
    expect(await byProvider(visit(server), newcomer().subject)).toBe('/login?problem=provider-refused');
  });

  test('a signature by another key is refused', async () => {
    provider.changeToken((claims) => claims, newKey());
    expect(await byProvider(visit(server), newcomer().subject)).toBe('/login?problem=provider-refused');
    provider.changeToken((claims) => claims);
    expect(await byProvider(visit(server), newcomer().subject)).toBe('/task');
  });

  test('clocks may differ by a minute', async () => {
    provider.changeToken((claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 20 }));
    expect(await byProvider(visit(server), newcomer().subject)).toBe('/task');
  });

  test('another state, another browser, a second use and another issuer beside the code are refused', async () => {
    const expired = '/login?problem=log-in-expired';
    const visitor = visit(server);
    const back = await logInThere(await begin(visitor), newcomer().subject);
    expect(await comeBack(visit(server), back)).toBe(expired);
    const otherState = new URL(back);
    otherState.searchParams.set('state', 'x'.repeat(43));
    const cookies = visitor.cookies();
    expect(await comeBack(visitor, otherState)).toBe(expired);
    const otherIssuer = new URL(back);
    otherIssuer.searchParams.set('iss', 'https://id.example.org');
    expect(await comeBack(visitor, otherIssuer)).toBe('/login?problem=provider-refused');
    expect(await comeBack(visit(server, cookies), back)).toBe(expired);
    const again = await logInThere(await begin(visitor), newcomer().subject);
    const kept = visitor.cookies();
    expect(await comeBack(visitor, again)).toBe('/task');
    expect(visitor.cookies()).not.toHaveProperty('keepsake.openid');
    const replay = visit(server, kept);
    expect(await comeBack(replay, again)).toBe(expired);
    await expect(replay.account.current()).resolves.toBeNull();
  });

  test('nobody is sent to another site, and nothing is told of the secret', async () => {
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])
      await expect(begin(visit(server), { returnTo })).rejects.toThrow('invalid-input');
    expect(server.log()).not.toContain(provider.settings.OIDC_CLIENT_SECRET);
    expect(server.log()).toContain('unexpected JWT claim value');
    expect(server.log()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});
