import { beforeAll, describe, expect, test } from 'vitest';
import { backupCodeCount, confirmedSeconds, maxBackupCodeLists, maxGuessesByNetwork } from '#contract/limits.ts';
import { logIn, type Person, signUp, type Visitor, visit } from '#tests/support/client/build-account.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { query } from '#tests/support/database/query.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const needed = { code: 'second-step-needed', status: 403 };
const wrong = { code: 'wrong-code', status: 401 };
const over = { code: 'second-step-over', status: 401 };

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('two-step login', () => {
  test('counts from the first right code on, and asks every log-in after it', async () => {
    const person = await signUp(server);
    const { secret } = await person.api.account.twoStep.begin();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expect(person.api.account.twoStep.turnOn({ code: '000000' })).rejects.toMatchObject(wrong);
    await logIn(server, person);
    expect(await person.api.account.twoStep.get()).toEqual({ since: null, backupCodes: 0 });
    const { code, backupCodes } = await turnOnTwoStep(person);
    expect(new Set(backupCodes).size).toBe(backupCodeCount);
    expect(await person.api.account.twoStep.get()).toMatchObject({
      since: expect.any(Number),
      backupCodes: backupCodeCount,
    });
    await expect(person.api.account.twoStep.begin()).rejects.toMatchObject({ code: 'two-step-is-on', status: 409 });
    const stored = await query(server, `select * from two_steps where account = '${person.uid}'`);
    expect(JSON.stringify(stored)).not.toContain(secret);

    const visitor = await firstStep(person);
    expect(await visitor.account.current()).toBeNull();
    await expect(visitor.api.folders.get({ id: 'root' })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(visitor.account.takeSecondStep({ code: '000000', trust: false })).rejects.toMatchObject(wrong);
    await expect(visitor.account.takeSecondStep({ code: code(), trust: false })).resolves.toMatchObject({
      uid: person.uid,
    });
    expect(await visitor.account.current()).toMatchObject({ uid: person.uid });
    expect(visitor.cookie).not.toContain('second-step');
  });

  test('takes a code once, also of many at once, and a first step for one log-in', async () => {
    const person = await signUp(server);
    const { code } = await turnOnTwoStep(person);
    const visitors = await Promise.all(Array.from({ length: 5 }, () => firstStep(person)));
    const pending = new Map(visitors.map((visitor) => [visitor, visitor.cookies()]));
    const now = code();
    const outcomes = await Promise.allSettled(
      visitors.map(({ account }) => account.takeSecondStep({ code: now, trust: false })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(wrong);
    const winner = visitors[outcomes.findIndex(({ status }) => status === 'fulfilled')] as Visitor;
    expect(await winner.account.current()).toMatchObject({ uid: person.uid });
    // An earlier code than the last counts no more, although its time is not over.
    const late = await firstStep(person);
    await expect(late.account.takeSecondStep({ code: code(-1), trust: false })).rejects.toMatchObject(wrong);
    await expect(late.account.takeSecondStep({ code: code(1), trust: false })).resolves.toBeDefined();
    // The first step of the winner is over, although a code of now would count again.
    await query(server, `update two_steps set last_step = 0 where account = '${person.uid}'`);
    const again = { code: now, trust: false };
    const replay = visit(server, { ...winner.cookies(), ...pending.get(winner) });
    await expect(replay.account.takeSecondStep(again)).rejects.toMatchObject(over);
  });

  test('takes each backup code once, and none of before when there are new ones', async () => {
    const person = await signUp(server);
    const { backupCodes } = await turnOnTwoStep(person);
    const [one = '', two = ''] = backupCodes;
    const visitors = await Promise.all(Array.from({ length: 3 }, () => firstStep(person)));
    const outcomes = await Promise.allSettled(
      visitors.map(({ account }) =>
        account.takeSecondStep({ code: one.toLowerCase().replace('-', ' '), trust: false }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(await person.api.account.twoStep.get()).toMatchObject({ backupCodes: backupCodeCount - 1 });
    const { events } = await person.api.account.events({});
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['two-step-on', 'backup-code-used']));
    const { backupCodes: fresh } = await person.api.account.twoStep.makeBackupCodes();
    const visitor = await firstStep(person);
    await expect(visitor.account.takeSecondStep({ code: two, trust: false })).rejects.toMatchObject(wrong);
    await expect(visitor.account.takeSecondStep({ code: fresh[0] ?? '', trust: false })).resolves.toBeDefined();
  });

  test('no one has codes made again and again', async () => {
    const person = await signUp(server);
    const { makeBackupCodes } = person.api.account.twoStep;
    for (let i = 0; i <= maxBackupCodeLists.max; i += 1)
      await expect(makeBackupCodes()).rejects.toMatchObject({ code: 'two-step-is-off' });
    await turnOnTwoStep(person);
    const key = `backup-codes:${person.uid}`;
    const [row] = await query(server, `select count from attempts where key = '${key}'`);
    expect(row).toEqual({ count: 1 });
    await query(server, `update attempts set count = ${maxBackupCodeLists.max} where key = '${key}'`);
    await expect(makeBackupCodes()).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('is turned off, and codes replaced, only by who just typed the password', async () => {
    const person = await signUp(server);
    await turnOnTwoStep(person);
    await query(server, `update session set "confirmedAt" = "confirmedAt" - ${(confirmedSeconds + 5) * 1000}`);
    // Has the server forget what it remembers of sessions.
    await logIn(server, await signUp(server));
    const { twoStep, confirm } = person.api.account;
    for (const call of [twoStep.turnOff, twoStep.makeBackupCodes, twoStep.begin])
      await expect(call()).rejects.toMatchObject({ code: 'confirmation-needed' });
    await expect(logIn(server, person)).rejects.toMatchObject(needed);
    await confirm({ password: person.password });
    await twoStep.turnOff();
    await expect(logIn(server, person)).resolves.toBeDefined();
    expect(await query(server, `select * from backup_codes where account = '${person.uid}'`)).toEqual([]);
    await expect(twoStep.turnOff()).rejects.toMatchObject({ code: 'two-step-is-off' });
  });
});

describe('a browser that is trusted', () => {
  test('is not asked again, until two-step login is turned off, or the password is replaced', async () => {
    const person = await signUp(server);
    const { code } = await turnOnTwoStep(person);
    const browser = await firstStep(person);
    await browser.account.takeSecondStep({ code: code(), trust: true });
    await browser.account.logOut();
    await expect(browser.account.logIn(person)).resolves.toMatchObject({ uid: person.uid });
    const other = await signUp(server);
    await turnOnTwoStep(other);
    await expect(browser.account.logIn(other)).rejects.toMatchObject(needed);
    await expect(logIn(server, person)).rejects.toMatchObject(needed);

    await person.api.account.twoStep.turnOff();
    await turnOnTwoStep(person);
    await expect(browser.account.logIn(person)).rejects.toMatchObject(needed);
  });

  test('is trusted with this password only, and so is a second step that began before a new one', async () => {
    const person = await signUp(server);
    const { code } = await turnOnTwoStep(person);
    const browser = await firstStep(person);
    await browser.account.takeSecondStep({ code: code(), trust: true });
    const begun = await firstStep(person);
    const { password } = await signUp(server, { password: 'another good password' });
    const [other] = await query(server, `select password from account order by "createdAt" desc limit 1`);
    await query(
      server,
      `update account set password = '${String(other?.['password'])}' where "userId" = '${person.uid}'`,
    );
    await expect(browser.account.logIn({ ...person, password })).rejects.toMatchObject(needed);
    await expect(begun.account.takeSecondStep({ code: code(1), trust: false })).rejects.toMatchObject(over);
  });
});

describe('guesses of codes', () => {
  test('count with those of passwords, whose right one ends no count, and lock out no known browser', async () => {
    const owner = await logIn(server, await signUp(server));
    const { code, backupCodes } = await turnOnTwoStep(owner);
    const stranger = visit(server);
    const { burst } = maxGuessesByNetwork;
    for (let i = 0; i < burst.max; i += 1) {
      if (i % 5 === 0) await expect(stranger.account.logIn(owner)).rejects.toMatchObject(needed);
      const guess = i % 2 === 0 ? '000000' : '00000-00000';
      await expect(stranger.account.takeSecondStep({ code: guess, trust: false })).rejects.toMatchObject(wrong);
    }
    const refused = { code: 'too-many-requests', status: 429 };
    for (const right of [code(), backupCodes[0] ?? ''])
      await expect(stranger.account.takeSecondStep({ code: right, trust: false })).rejects.toMatchObject(refused);
    await expect(stranger.account.logIn(owner)).rejects.toMatchObject(refused);
    await owner.account.logOut();
    await expect(owner.account.logIn(owner)).rejects.toMatchObject(needed);
    await expect(owner.account.takeSecondStep({ code: code(), trust: false })).resolves.toMatchObject({
      uid: owner.uid,
    });
    const { events } = await owner.api.account.events({});
    const failed = events.find(({ kind }) => kind === 'second-step-failed');
    expect(failed?.address).toBe(stranger.address);
  });

  test('at a secret that whoever guesses was shown are none: a right one gives back no guess at a password', async () => {
    const owner = await logIn(server, await signUp(server));
    const guessPassword = () => owner.api.account.confirm({ password: 'a wrong guess' });
    const { max } = maxGuessesByNetwork.burst;
    for (let i = 1; i < max; i += 1) await expect(guessPassword()).rejects.toMatchObject({ code: 'wrong-credentials' });
    await turnOnTwoStep(owner);
    await expect(guessPassword()).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(guessPassword()).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('need a first step', async () => {
    const person = await signUp(server);
    const { code } = await turnOnTwoStep(person);
    await expect(visit(server).account.takeSecondStep({ code: code(), trust: false })).rejects.toMatchObject(over);
    const late = await firstStep(person);
    await query(server, `update challenges set ends_at = 1 where account = '${person.uid}'`);
    await expect(late.account.takeSecondStep({ code: code(), trust: false })).rejects.toMatchObject(over);
  });
});

/** Somebody who typed the right password. */
async function firstStep(person: Person): Promise<Visitor> {
  const visitor = visit(server);
  await expect(visitor.account.logIn(person)).rejects.toMatchObject(needed);
  return visitor;
}
