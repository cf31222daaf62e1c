/**
 * Every route that changes something, asked with the owner's valid cookie by every page that is not of this server, and
 * every route that answers with something, read by one. The routes are those of the authorization matrix.
 */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { ownAddress } from '#tests/support/client/own-address.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { contentTypes, foreignPages, preflightMethods } from './foreign-pages.ts';
import { createIdentities, type Identities } from './identities.ts';
import { ownerState } from './owner-state.ts';
import type { Ask } from './row.ts';
import { rows } from './rows.ts';
import { plant } from './things.ts';

type Got = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

describe('the cross-site matrix', () => {
  let server: SharedServer;
  let identities: Identities;
  let sent = 0;
  beforeAll(async () => {
    server = await sharedServer();
    identities = await createIdentities(server);
  });

  test('no other page changes anything: at least 1,600 requests', async () => {
    const begun = sent;
    const things = await plant(identities.owner);
    const before = await ownerState(server, identities.owner);
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(rows).filter(([, { changes }]) => changes)) {
      const tries = foreignPages(server).flatMap(({ what, headers }) =>
        contentTypes.map((type) => ({ what: `${what} as ${type}`, headers: { ...headers, ...typed(type) } })),
      );
      await inTurns(tries, async ({ what, headers }) => {
        const asked = row.ask(things);
        const got = await ask(route, { ...asked, headers: { ...asked.headers, ...headers } });
        const code = got.text === '' ? undefined : (JSON.parse(got.text) as { code?: string }).code;
        if (got.status !== 403 || code !== 'foreign-origin' || got.headers['set-cookie'] !== undefined)
          wrong.push(`${route} by ${what}: ${got.status} ${got.text}`);
        wrong.push(...readable(route, got));
      });
    }
    expect(wrong).toEqual([]);
    expect(await ownerState(server, identities.owner)).toBe(before);
    expect(sent - begun).toBeGreaterThanOrEqual(1600);
  });

  test('the same requests of a page of this server succeed', async () => {
    for (const [route, row] of Object.entries(rows).filter(([, { changes }]) => changes)) {
      const asked = row.ask(await plant(identities.owner));
      const own = { origin: server.baseUrl, 'sec-fetch-site': 'same-origin' };
      const identity = row.endsSession ? await identities.ending('the owner', await plant(identities.owner)) : {};
      const got = await ask(route, { ...asked, headers: { ...asked.headers, ...own, ...identity } });
      const outcome = row.policy['the owner'];
      expect([route, got.status]).toEqual([route, outcome === 'ok' ? row.ok : errors[outcome].status]);
      await identities.tidy();
    }
  });

  test('no other page reads anything, nor may ask to: at least 450 requests', async () => {
    const begun = sent;
    const things = await plant(identities.owner);
    const before = await ownerState(server, identities.owner);
    const wrong: string[] = [];
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const [route, row] of Object.entries(rows)) {
      const asked = row.ask(things);
      const isRead = /^(GET|HEAD|OPTIONS) /.test(route);
      if (isRead) {
        const got = await ask(route, { ...asked, headers: { ...asked.headers, ...headers } });
        wrong.push(...readable(route, got));
        const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
        const upgraded = await ask(route, { ...asked, headers: { ...asked.headers, ...headers, ...upgrade } });
        if (upgraded.status === 101) wrong.push(`${route} became a WebSocket`);
      }
      await inTurns(preflightMethods, async (method) => {
        const wanted = { 'access-control-request-method': method, 'access-control-request-headers': 'content-type' };
        wrong.push(
          ...readable(
            `preflight ${method} ${route}`,
            await ask('OPTIONS ', { path: asked.path, headers: { ...headers, ...wanted } }),
          ),
        );
      });
    }
    expect(wrong).toEqual([]);
    expect(await ownerState(server, identities.owner)).toBe(before);
    expect(sent - begun).toBeGreaterThanOrEqual(450);
  });

  /** Sends these very headers with the owner's cookie, as a browser does; of a stream the head only. */
  function ask(route: string, { path, headers, body }: Ask): Promise<Got> {
    sent += 1;
    const [method = ''] = route.split(' ');
    const identity = { cookie: identities.owner.cookie, 'x-forwarded-for': ownAddress() };
    const { promise, resolve, reject } = Promise.withResolvers<Got>();
    const asked = request(new URL(path, server.baseUrl), { method, headers: { ...identity, ...headers } });
    asked.once('error', reject);
    asked.once('response', (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      if (received['content-type']?.startsWith('text/event-stream')) {
        answer.destroy();
        return resolve({ status, headers: received, text: '' });
      }
      buffer(answer).then((text) => resolve({ status, headers: received, text: text.toString() }), reject);
    });
    asked.end(body);
    return promise;
  }
});

/** What is wrong with the headers of an answer that another site's page must not read. */
function readable(what: string, { headers }: Got): string[] {
  const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const policy = String(headers['content-security-policy']);
  return [
    ...cors.map((name) => `${what} has ${name}`),
    // The icon belongs to no one, and tabs of stored files, which have no origin, show it.
    ...(headers['cross-origin-resource-policy'] === 'same-origin' || what.endsWith('/favicon.ico')
      ? []
      : [`${what} may be embedded`]),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : [`${what} may be sniffed`]),
    ...(/frame-ancestors '(none|self)'/.test(policy) ? [] : [`${what} may be framed: ${policy}`]),
  ];
}

function typed(type: string | undefined): Record<string, string> {
  return type === undefined ? {} : { 'content-type': type };
}

/** A few at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 8) await Promise.all(items.slice(i, i + 8).map(work));
}
