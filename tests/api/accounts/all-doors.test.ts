/** All ways into one account, tried together: how many guesses of an hour are checked, and that the owner still gets in. */
import { beforeAll, expect, test } from 'vitest';
import { maxGuessesByDevice, maxGuessesByNetwork, maxGuessesByStrangers, maxLogInsByDevice } from '#contract/limits.ts';
import { logIn, type Person, signUp, type Visitor, visit } from '#tests/support/client/build-account.ts';
import { ownAddress } from '#tests/support/client/own-address.ts';
import { programOf } from '#tests/support/client/program.ts';
import { addPasskey } from '#tests/support/client/software-passkey.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { passForGuesses } from '#tests/support/database/guess-counts.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { type Burglar, type Door, noDoors, randomDoors, type Target, typedDoors } from './doors.ts';

const spanMs = maxGuessesByNetwork.burst.windowMs;
const spansOfHour = maxGuessesByNetwork.hour.windowMs / spanMs;
/** Answers to a guess that was compared with the secret of the account. */
const checkedCodes = ['wrong-credentials', 'wrong-code'];
/** In the order in which they are tried: codes more often, since passwords take a tenth of a second. */
const doors: [string, Door][] = [
  ...Object.entries<Door>(typedDoors),
  ...Array.from({ length: 5 }, (): [string, Door] => ['code of an app', typedDoors['code of an app']]),
];
/** A field or a parameter that carries a secret. */
const secretNames = ['password', 'currentPassword', 'newPassword', 'code', 'token', 'answer', 'passkey'];
const needed = { code: 'second-step-needed' };

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

test('every route that takes a secret is one of the doors', async () => {
  const { paths } = (await (await visit(server).fetch('/api/openapi.json')).json()) as { paths: object };
  const taking = Object.entries(paths).flatMap(([path, operations]: [string, Record<string, object>]) =>
    Object.entries(operations)
      .filter(([method, operation]) => method !== 'parameters' && takesSecret(path, operation))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const ways: Door[] = [...Object.values(typedDoors), ...Object.values(randomDoors)];
  const known = [...ways.flatMap(({ routes }) => routes), ...Object.keys(noDoors)];
  expect(taking.filter((route) => !known.includes(route))).toEqual([]);
  expect(Object.keys(noDoors).filter((route) => !taking.includes(route))).toEqual([]);
});

test('one network without the password checks 10 guesses in 10 minutes and 20 in an hour, over all doors', async () => {
  const target = await makeTarget();
  const from = burglarsOf(visit(server));
  expect(await checkedBySpan(target, spansOfHour, [from])).toEqual([[10], [10], [0], [0], [0], [0]]);
  await expectOwnerIn(target);
});

test('one network that has the password checks as many of codes and passwords together, and 40 in a day', async () => {
  const target = await makeTarget();
  const from = burglarsOf(await firstStep(target.person));
  expect(await checkedBySpan(target, spansOfHour, [from])).toEqual([[10], [10], [0], [0], [0], [0]]);
  expect(total(await checkedBySpan(target, spansOfHour, [from]))).toBe(maxGuessesByNetwork.hour.max);
  expect(await checkedBySpan(target, 1, [from])).toEqual([[0]]);
  await expectOwnerIn(target);
});

test('all networks together check 100 in a day, which may be an hour', async () => {
  const target = await makeTarget();
  const thief = await firstStep(target.person);
  const networks = Array.from({ length: 6 }, () => burglarsOf(thief));
  const spans = await checkedBySpan(target, 3, networks);
  expect(spans).toEqual([Array(6).fill(10), [10, 10, 10, 10, 0, 0], Array(6).fill(0)]);
  expect(total(spans)).toBe(maxGuessesByStrangers.max);
  await expect(logIn(server, target.person)).rejects.toMatchObject({ code: 'too-many-requests' });
  await expectOwnerIn(target);
});

test('whoever sits at a browser of the owner checks 10 in 10 minutes and 60 in an hour, and keeps out nobody else', async () => {
  const target = await makeTarget();
  const { person, code } = target;
  await expect(person.account.logIn(person)).rejects.toMatchObject(needed);
  const spans = await checkedBySpan(target, spansOfHour, [burglarsOf(person)]);
  expect(spans.slice(0, -1).flat()).toEqual(Array(spansOfHour - 1).fill(maxGuessesByDevice.burst.max));
  // The log-in of the owner is one of the 60.
  expect(total(spans)).toBe(maxLogInsByDevice.max - 1);
  const elsewhere = await firstStep(person);
  await expect(elsewhere.account.takeSecondStep({ code: code(), trust: false })).resolves.toBeDefined();
  await expectPasskeyIn(target, person);
});

/** An account with everything that opens one, and a browser that has logged in to it. */
async function makeTarget() {
  const person = await logIn(server, await signUp(server));
  const passkey = await addPasskey(person);
  const { code } = await turnOnTwoStep(person);
  const { url } = await uploadFile(person, { name: 'a.txt', body: Buffer.from('mine') });
  return { person, passkey, code, url, program: await programOf(person) };
}

/** Somebody who typed the right password in a browser of their own. */
async function firstStep(person: Person): Promise<Visitor> {
  const visitor = visit(server);
  await expect(visitor.account.logIn(person)).rejects.toMatchObject(needed);
  return visitor;
}

/** The same browser, each time from another address of one network. */
function burglarsOf(visitor: Visitor): (turn: number) => Burglar {
  const network = ownAddress().replace(/\d+$/, '');
  return (turn) => ({ visitor, address: `${network}${1 + (turn % 200)}` });
}

/** How many guesses each network has checked in each span of ten minutes, one after the other, with all doors tried in turn. */
async function checkedBySpan(target: Target, spans: number, networks: ((turn: number) => Burglar)[]) {
  const checked: number[][] = [];
  for (const burglar of networks) await knockAtRandomDoors(target, burglar(0));
  for (let span = 0; span < spans; span += 1) {
    const bySpan: number[] = [];
    for (const burglar of networks) bySpan.push(await checkedNow(target, burglar));
    checked.push(bySpan);
    await passForGuesses(server, target.person, spanMs);
  }
  for (const burglar of networks) await knockAtRandomDoors(target, burglar(0));
  return checked;
}

/** They let nobody in, and the account has no count for them. */
async function knockAtRandomDoors(target: Target, burglar: Burglar): Promise<void> {
  for (const [name, { knock }] of Object.entries<Door>(randomDoors)) {
    const { status } = await knock(burglar, target);
    expect([name, status < 300, status === 429]).toEqual([name, false, false]);
  }
}

/** Knocks until nothing is checked any more. */
async function checkedNow(target: Target, burglar: (turn: number) => Burglar): Promise<number> {
  let checked = 0;
  for (let turn = 0, refusals = 0; refusals < doors.length; turn += 1) {
    const [name, { knock }] = doors[turn % doors.length] as [string, Door];
    const answer = await knock(burglar(turn), target);
    expect([name, answer.ok]).toEqual([name, false]);
    const isChecked = checkedCodes.includes(((await answer.json()) as { code: string }).code);
    checked += Number(isChecked);
    refusals = isChecked ? 0 : refusals + 1;
  }
  return checked;
}

/** From the browser that is known, with a passkey from any, and with a program. */
async function expectOwnerIn(target: Awaited<ReturnType<typeof makeTarget>>): Promise<void> {
  const { person, code, program } = target;
  await person.account.logOut();
  await expect(person.account.logIn(person)).rejects.toMatchObject(needed);
  await expect(person.account.takeSecondStep({ code: code(), trust: false })).resolves.toMatchObject({
    uid: person.uid,
  });
  await expectPasskeyIn(target, visit(server));
  expect((await program.fetch('/api/folders/root')).status).toBe(200);
}

async function expectPasskeyIn({ passkey, person }: Target, visitor: Visitor): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const asked = await visitor.fetch('/api/auth/passkey-options', { method: 'POST', headers, body: '{}' });
  const { challenge } = (await asked.json()) as { challenge: string };
  const body = JSON.stringify({ answer: passkey.answer(visitor, challenge) });
  expect((await visitor.fetch('/api/auth/passkey', { method: 'POST', headers, body })).status).toBe(200);
  expect(await visitor.account.current()).toMatchObject({ uid: person.uid });
}

function takesSecret(path: string, operation: { requestBody?: unknown; parameters?: { name: string }[] }): boolean {
  if (/^\/api\/(auth|openid)\//.test(path)) return true;
  const fields = JSON.stringify(operation.requestBody ?? {});
  const names = (operation.parameters ?? []).map(({ name }) => name);
  return secretNames.some((name) => names.includes(name) || fields.includes(`"${name}":{`));
}

function total(spans: number[][]): number {
  return spans.flat().reduce((sum, checked) => sum + checked, 0);
}
