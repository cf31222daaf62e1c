import { beforeAll, describe, expect, test } from 'vitest';
import { maxGuessesByNetwork } from '#contract/limits.ts';
import { logIn, personAt, signUp, visit } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { programWith } from '#tests/support/client/program.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';

/** Below the 5 s after which a stream looks by itself whether its session still holds. */
const endedMs = 4000;

describe('over two nodes', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });

  test('a session holds, and its end on one node is its end, and that of its streams, on the other one', async () => {
    const tookMs: number[] = [];
    for (const [one, other] of [
      [nodes.one, nodes.other],
      [nodes.other, nodes.one],
    ] as const) {
      const here = await signUp(one);
      const there = personAt(other, here);
      const elsewhere = await logIn(other, here);
      const heard = await listenLive(there);
      expect((await there.fetch('/api/folders/root')).status).toBe(200);
      await here.account.logOut();
      const since = performance.now();
      await waitFor(() => heard.ended, { what: 'the end of the session on the other node' });
      tookMs.push(performance.now() - since);
      await waitFor(async () => (await there.fetch('/api/folders/root')).status === 401, { what: 'a refusal there' });
      expect((await elsewhere.fetch('/api/folders/root')).status).toBe(200);
    }
    // Without signals each would wait for the next look; a busy machine may hold up one.
    expect(Math.min(...tookMs)).toBeLessThan(endedMs);
  });

  test('a device that was logged out on one node, or by a new password there, is refused on the other one', async () => {
    const here = await signUp(nodes.one);
    const [first, second] = [await logIn(nodes.other, here), await logIn(nodes.other, here)];
    const statuses = async () => [
      (await first.fetch('/api/folders/root')).status,
      (await second.fetch('/api/folders/root')).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const listed = await here.api.account.sessions.list();
    await here.api.account.sessions.end({ id: listed.find(({ address }) => address === first.address)?.id ?? '' });
    await waitFor(async () => (await statuses()).join() === '401,200', { what: 'the end of the first' });
    await here.api.account.password({ currentPassword: here.password, newPassword: 'a fresh new password' });
    await waitFor(async () => (await statuses()).join() === '401,401', { what: 'the end of the second' });
  });

  test('an app password that was revoked on one node opens nothing on the other one', async () => {
    const ada = await signUp(nodes.one);
    const { id, token } = await ada.api.appPasswords.create({ name: 'Camera' });
    const program = programWith(token, { baseUrl: nodes.other.baseUrl });
    expect((await program.fetch('/api/folders/root')).status).toBe(200);
    await ada.api.appPasswords.revoke({ id });
    expect((await program.fetch('/api/folders/root')).status).toBe(401);
  });

  test('a code of the second step works once, on whichever node', async () => {
    const ada = await signUp(nodes.one);
    const { code, backupCodes } = await turnOnTwoStep(ada);
    for (const typed of [code(), backupCodes[0] ?? '']) {
      const visitors = [nodes.one, nodes.other, nodes.one, nodes.other].map((node) => visit(node));
      for (const { account } of visitors) await account.logIn(ada).catch(() => {});
      const taken = visitors.map(({ account }) => account.takeSecondStep({ code: typed, trust: false }));
      const outcomes = await Promise.allSettled(taken);
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    }
  });

  test('guesses at an account count together', async () => {
    const { email, password } = await signUp(nodes.one);
    const logInFromOneAddress = async (node: { baseUrl: string }, tried: string) =>
      (
        await visit(node).fetch('/api/auth/sign-in/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
          body: JSON.stringify({ email, password: tried }),
        })
      ).status;
    for (let i = 0; i < maxGuessesByNetwork.burst.max; i += 1)
      expect(await logInFromOneAddress(i % 2 ? nodes.one : nodes.other, `guess number ${i}`)).toBe(401);
    for (const node of nodes.nodes) expect(await logInFromOneAddress(node, password)).toBe(429);
  });
});
