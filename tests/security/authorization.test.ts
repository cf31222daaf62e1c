/**
 * Every route, asked by every kind of principal about the owner's things. The routes are read off the router and the
 * contract: one without a row in `*-rows.ts` fails here, and so does a row without a route.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { createIdentities, type Identities } from './identities.ts';
import { ownerState } from './owner-state.ts';
import { ended, type Outcome, type PrincipalName, principals } from './policies.ts';
import { documentedEndpoints, routerEntries } from './router-table.ts';
import type { Row } from './row.ts';
import { rows, table } from './rows.ts';
import { type Answer, requests, send } from './send.ts';
import { absent, plant, type Things, withinFolder } from './things.ts';

/** They belong to nobody, to another account, or to what lies beside the owner's things. */
const outsiders: PrincipalName[] = [...ended, 'an administrator', 'a stranger', 'a program for another folder'];

describe('the authorization matrix', () => {
  let server: SharedServer;
  let identities: Identities;
  beforeAll(async () => {
    server = await sharedServer();
    identities = await createIdentities(server);
  });

  test('every route has its row, and every row its route', () => {
    const [served, described] = [routerEntries(), documentedEndpoints()];
    const hints = [
      ...served.filter((entry) => !(entry in table)).map((entry) => `The router serves ${entry}: ${howToAdd}`),
      ...described.filter((route) => !(route in rows)).map((route) => `The contract has ${route}: ${howToAdd}`),
      ...Object.keys(table).flatMap((entry) => (served.includes(entry) ? [] : [`The router has no ${entry}.`])),
      ...Object.keys(rows).flatMap((route) =>
        described.includes(route.split(' #')[0] ?? '') || undescribed.includes(route)
          ? []
          : [`The contract has no ${route}: remove its row.`],
      ),
    ];
    expect(hints).toEqual([]);
  });

  test('who has no right is refused, learns nothing and changes nothing: at least 1,100 requests', async () => {
    const begun = requests();
    const { secrets, ...things } = await plant(identities.owner);
    const [mark = ''] = secrets;
    const nothing = absent();
    await identities.of('a program for the folder', things);
    const before = await ownerState(server, identities.owner);
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(rows)) {
      const refused = principals.filter((name) => !hasRight(row, name));
      await Promise.all(
        refused.map(async (name) => {
          const answer = await ask(route, row, name, things);
          const outcome = row.policy[name];
          wrong.push(...differences(`${route} by ${name}`, answer, outcome, row));
          if (row.discloses) return;
          const told = toldBy(answer);
          const known = isOfOwner(name) ? [mark] : [...secrets, identities.owner.uid, identities.owner.email];
          for (const secret of outcome === 'ok' || outsiders.includes(name) ? known : secrets)
            if (told.includes(secret)) wrong.push(`${route} tells ${name} of ${secret}: ${told}`);
          if (!outsiders.includes(name)) return;
          const other = await ask(route, row, name, nothing);
          if (comparable(answer) !== comparable(other))
            wrong.push(`${route} by ${name}: ${comparable(answer)} differs from ${comparable(other)}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
    expect(await ownerState(server, identities.owner)).toBe(before);
    expect(requests() - begun).toBeGreaterThanOrEqual(1100);
  });

  test('who has the right succeeds: at least 150 requests', async () => {
    const begun = requests();
    const wrong: string[] = [];
    const shared = await plant(identities.owner);
    for (const [route, row] of Object.entries(rows)) {
      const allowed = principals.filter((each) => hasRight(row, each));
      await Promise.all(
        allowed.map(async (name) => {
          const things = row.changes ? await plant(identities.owner) : shared;
          const seen = name === 'a program for the folder' ? withinFolder(things) : things;
          wrong.push(...differences(`${route} by ${name}`, await ask(route, row, name, seen), 'ok', row));
        }),
      );
      await identities.tidy();
    }
    expect(wrong).toEqual([]);
    expect(requests() - begun).toBeGreaterThanOrEqual(150);
  });

  async function ask(route: string, row: Row, name: PrincipalName, things: Things): Promise<Answer> {
    const identity = row.endsSession ? await identities.ending(name, things) : await identities.of(name, things);
    const [method = ''] = route.split(' ');
    return await send(server, method, row.ask(things), { origin: server.baseUrl, ...identity });
  }
});

/** What the web app, load balancers and mistaken addresses ask, which the contract does not describe. */
const undescribed = [
  'GET /api/{unknown}',
  'GET /content/{unknown}',
  'GET /preview/{unknown}',
  'GET /assets/{file}',
  'GET /favicon.ico',
  'GET /{page}',
  'POST /{page}',
  'OPTIONS /',
];

const howToAdd = 'add its row to the table in tests/security that says how to ask it and what each principal gets.';

/** Whether the owner's things are theirs, or theirs to administer. */
function hasRight(row: Row, name: PrincipalName): boolean {
  if (row.policy[name] !== 'ok') return false;
  return !outsiders.includes(name) || (row.administers === true && name === 'an administrator');
}

function isOfOwner(name: PrincipalName): boolean {
  return name === 'a program for another folder' || !outsiders.includes(name);
}

/** What an answer tells, in its head and its body. */
function toldBy({ headers, text }: Answer): string {
  return `${JSON.stringify([...headers])} ${text}`;
}

function differences(what: string, { status, code, text }: Answer, outcome: Outcome, row: Row): string[] {
  const wanted = outcome === 'ok' ? [row.ok, undefined] : [errors[outcome].status, outcome];
  const isSame = status === wanted[0] && (text === '' || outcome === 'ok' || code === outcome);
  return isSame ? [] : [`${what}: ${status} ${text.slice(0, 200)} instead of ${wanted.join(' ')}`];
}

/** Without what is new in every answer: ids, times and challenges. */
function comparable({ status, text }: Answer): string {
  return `${status} ${text
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    .replaceAll(/"challenge":"[\w-]{43}"/g, 'challenge')
    // An archive of the account has its events, one more each time.
    .replaceAll(/"size":\d+,"files"/g, '"size","files"')
    .replaceAll(/\d{13}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')}`;
}
