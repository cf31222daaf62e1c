/** What people change of their accounts: password, address, name and picture. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmAddress, takeBackAddress } from '#client/address-links.ts';
import { addressLinkSeconds, maxAddressChanges, maxGuessesByDevice } from '#contract/limits.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { query } from '#tests/support/database/query.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const newPassword = 'a fresh new password';
const folder = '/api/folders/root';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({ env: { SMTP_URL: mailServer.url } });
});

describe('a changed password', () => {
  test('logs out every other device, ends reset links, and is told by mail', async () => {
    const ada = await signUp(server);
    const phone = await logIn(server, ada);
    const program = await programOf(ada);
    await mailServer.nextMail(ada.email, 'app password');
    await visit(server).account.requestReset(ada);
    const resetLink = linkIn((await mailServer.nextMail(ada.email, 'Set a new')).text);
    const change = { currentPassword: ada.password, newPassword };
    await expect(ada.api.account.password({ ...change, newPassword: 'password1' })).rejects.toMatchObject({
      code: 'password-too-common',
    });
    await expect(ada.api.account.password({ ...change, currentPassword: 'wrong' })).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    await expect(program.api.account.password(change)).rejects.toMatchObject({ code: 'session-needed' });
    await ada.api.account.password(change);

    expect([(await ada.fetch(folder)).status, (await phone.fetch(folder)).status]).toEqual([200, 401]);
    // App passwords continue unless they are to be revoked.
    expect((await program.fetch(folder)).status).toBe(200);
    const token = new URL(resetLink).pathname.split('/').at(-1) ?? '';
    await expect(visit(server).account.resetPassword({ token, newPassword })).rejects.toMatchObject({
      code: 'reset-link-ended',
    });
    await expect(logIn(server, ada)).rejects.toMatchObject({ code: 'wrong-credentials' });
    const mail = await mailServer.nextMail(ada.email);
    expect(mail.subject).toBe('Your Keepsake password was changed');
    // The same lines in both forms; what stands on a line of its own and leads here is a link.
    const forgot = `http://localhost:${server.port}/forgot`;
    expect(mail.headers.find(({ key }) => key === 'content-type')?.value).toMatch(/^multipart\/alternative/);
    expect(mail.text?.split('\n')).toContain(forgot);
    expect(mail.html).toContain(`<a href="${forgot}">${forgot}</a>`);
    for (const line of (mail.text ?? '').split('\n').filter((text) => text !== '' && text !== forgot))
      expect(mail.html).toContain(line.replaceAll(`'`, '&#39;'));
    expect(mail.html).not.toMatch(/<img|<script|src=/);
    expect(mail.raw).not.toMatch(/quoted-printable|base64/);

    await ada.api.account.password({
      currentPassword: newPassword,
      newPassword: ada.password,
      revokeAppPasswords: true,
    });
    expect((await program.fetch(folder)).status).toBe(401);
    await expect(logIn(server, ada)).resolves.toBeDefined();
  });

  test('leaves the browser known; guesses at the current one count like those at the log-in', async () => {
    const ada = await logIn(server, await signUp(server));
    await ada.api.account.password({ currentPassword: ada.password, newPassword });
    for (let i = 0; i < maxGuessesByDevice.burst.max; i += 1)
      await expect(ada.api.account.password({ currentPassword: `guess ${i}`, newPassword })).rejects.toMatchObject({
        code: 'wrong-credentials',
      });
    const refused = { code: 'too-many-requests' };
    await expect(ada.api.account.password({ currentPassword: newPassword, newPassword })).rejects.toMatchObject(
      refused,
    );
    await expect(ada.account.logIn({ ...ada, password: newPassword })).rejects.toMatchObject(refused);
    // The guesses were those of the known browser: others can still log in.
    await expect(logIn(server, { ...ada, password: newPassword })).resolves.toBeDefined();
  });
});

describe('a new address', () => {
  test('is that of the account when it is confirmed, and everything goes on with it', async () => {
    const ada = await logIn(server, await signUp(server));
    const wanted = `New.${ada.email.toUpperCase()}`;
    const newEmail = wanted.toLowerCase();
    await ada.api.account.address.request({ email: ` ${wanted} ` });
    expect((await ada.api.account.profile.get()).addressChange).toMatchObject({ email: newEmail });
    const token = tokenIn((await mailServer.nextMail(newEmail, 'Confirm your new')).text, '/address/confirm');
    const told = await mailServer.nextMail(ada.email, 'wants to change');
    expect(told.text).toContain(newEmail);
    await expect(logIn(server, { ...ada, email: newEmail })).rejects.toMatchObject({ code: 'wrong-credentials' });
    // Opening the page of the link changes nothing; only its button does.
    expect((await visit(server).fetch('/address/confirm')).status).toBe(200);
    expect((await ada.account.current())?.email).toBe(ada.email);

    expect(await confirmAddress(visit(server).server, token)).toEqual({ email: newEmail });
    expect((await mailServer.nextMail(ada.email)).subject).toBe('The address of your Keepsake account was changed');
    await expect(confirmAddress(visit(server).server, token)).rejects.toMatchObject({ code: 'address-link-ended' });
    expect((await ada.account.current())?.email).toBe(newEmail);
    await expect(logIn(server, ada)).rejects.toMatchObject({ code: 'wrong-credentials' });
    // The browser is known still: what strangers use up is not its own.
    const guess = { email: newEmail, password: 'a wrong one' };
    for (let i = 0; i < maxGuessesByDevice.burst.max; i += 1) await ada.account.logIn(guess).catch(() => {});
    await expect(ada.account.logIn({ ...ada, email: newEmail })).rejects.toMatchObject({ code: 'too-many-requests' });
    await expect(logIn(server, { ...ada, email: newEmail })).resolves.toBeDefined();
    // Nobody else gets the old one while it can be taken back.
    await expect(visit(server).account.signUp(ada)).rejects.toMatchObject({ code: 'address-taken' });
  });

  test('is taken back by the old one for 7 days, with all that gave access', async () => {
    const ada = await signUp(server);
    const program = await programOf(ada);
    const first = await changeTo(ada, `b-${ada.email}`);
    await changeTo(ada, `c-${ada.email}`);
    expect(await takeBackAddress(visit(server).server, first.takeBack)).toEqual({ email: ada.email });
    expect([(await ada.fetch(folder)).status, (await program.fetch(folder)).status]).toEqual([401, 401]);
    await expect(logIn(server, ada)).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(takeBackAddress(visit(server).server, first.takeBack)).rejects.toMatchObject({
      code: 'address-link-ended',
    });
    const mail = await mailServer.nextMail(ada.email, 'has its address back');
    expect(linkIn(mail.text)).toMatch(/\/forgot$/);
    await visit(server).account.requestReset(ada);
    const link = linkIn((await mailServer.nextMail(ada.email, 'Set a new')).text);
    await visit(server).account.resetPassword({ token: new URL(link).pathname.split('/').at(-1) ?? '', newPassword });
    const again = await logIn(server, { email: ada.email, password: newPassword });
    const kinds = (await again.api.account.events({})).events.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual([
      expect.stringMatching(/log-in|new-device/),
      'password-reset',
      'address-taken-back',
    ]);
  });

  test('is taken back with those after it, also when the clock was set back between them', async () => {
    const ada = await signUp(server);
    const first = await changeTo(ada, `b-${ada.email}`);
    const minute = 60 * 1000;
    await query(server, `update address_changes set created_at = created_at + ${minute} where account = '${ada.uid}'`);
    const second = await changeTo(ada, `c-${ada.email}`);
    await takeBackAddress(visit(server).server, first.takeBack);
    await expect(takeBackAddress(visit(server).server, second.takeBack)).rejects.toMatchObject({
      code: 'address-link-ended',
    });
  });

  test('that was not confirmed ends with a new password: somebody else may have asked for it', async () => {
    const ada = await signUp(server);
    const ended = { code: 'address-link-ended' };
    const askFor = async (newEmail: string) => {
      await ada.api.account.address.request({ email: newEmail });
      return tokenIn((await mailServer.nextMail(newEmail, 'Confirm your new')).text, '/address/confirm');
    };
    const first = await askFor(`x-${ada.email}`);
    await ada.api.account.password({ currentPassword: ada.password, newPassword });
    await expect(confirmAddress(visit(server).server, first)).rejects.toMatchObject(ended);
    const second = await askFor(`y-${ada.email}`);
    await visit(server).account.requestReset(ada);
    const link = linkIn((await mailServer.nextMail(ada.email, 'Set a new')).text);
    await visit(server).account.resetPassword({ token: new URL(link).pathname.split('/').at(-1) ?? '', newPassword });
    await expect(confirmAddress(visit(server).server, second)).rejects.toMatchObject(ended);
  });

  test('that was not confirmed ends when it is cancelled, replaced or late, and can be taken back as well', async () => {
    const ada = await signUp(server);
    const [one, other] = [await ask(ada, `1-${ada.email}`), await ask(ada, `2-${ada.email}`)];
    const ended = { code: 'address-link-ended', status: 400 };
    await expect(confirmAddress(visit(server).server, one.confirm)).rejects.toMatchObject(ended);
    await ada.api.account.address.cancel();
    expect((await ada.api.account.profile.get()).addressChange).toBeNull();
    await expect(confirmAddress(visit(server).server, other.confirm)).rejects.toMatchObject(ended);
    const late = await ask(ada, `3-${ada.email}`);
    const day = addressLinkSeconds * 1000;
    await query(server, `update address_changes set created_at = created_at - ${day} where account = '${ada.uid}'`);
    await expect(confirmAddress(visit(server).server, late.confirm)).rejects.toMatchObject(ended);
    expect((await ada.account.current())?.email).toBe(ada.email);
    await query(server, `update address_changes set created_at = created_at - ${6 * day} where account = '${ada.uid}'`);
    await expect(takeBackAddress(visit(server).server, late.takeBack)).rejects.toMatchObject(ended);
    const last = await ask(ada, `4-${ada.email}`);
    await takeBackAddress(visit(server).server, last.takeBack);
    expect(await ada.account.current()).toBeNull();
  });

  test('tells nobody who has an account, and has a limit', async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await ada.api.account.address.request({ email: bob.email });
    const mail = await mailServer.nextMail(bob.email);
    expect([mail.subject, mail.text]).toEqual([
      'Your address already has a Keepsake account',
      expect.not.stringContaining('#'),
    ]);
    expect((await ada.api.account.profile.get()).addressChange).toMatchObject({ email: bob.email });
    for (const email of ['nonsense', 'a@b', 'ädä@example.org', `${'a'.repeat(300)}@b`])
      await expect(ada.api.account.address.request({ email })).rejects.toMatchObject({ code: 'email-invalid' });
    await expect(ada.api.account.address.request({ email: ada.email.toUpperCase() })).rejects.toMatchObject({
      code: 'address-unchanged',
    });
    for (let i = 1; i < maxAddressChanges.max; i += 1) await ask(ada, `${i}-${ada.email}`);
    await expect(ada.api.account.address.request({ email: `6-${ada.email}` })).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    await query(server, `update session set "confirmedAt" = 1 where "userId" = '${bob.uid}'`);
    await visit(server).account.logOut();
    const request = bob.api.account.address.request({ email: `new-${bob.email}` });
    await expect(request).rejects.toMatchObject({ code: 'confirmation-needed' });
  });
});

test('a name and a picture are the own ones of a person', async () => {
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const none = { email: ada.email, name: null, pictureAt: null, addressChange: null };
  expect(await ada.api.account.profile.get()).toMatchObject(none);
  await ada.api.account.profile.setName({ name: ' Ada  Lovelace ' });
  for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)])
    await expect(ada.api.account.profile.setName({ name })).rejects.toMatchObject({ code: 'invalid-input' });

  const picture = (init?: RequestInit) => ada.fetch('/api/account/picture', init);
  expect((await picture()).status).toBe(404);
  const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#a33' } });
  const withPlace = await photo
    .withExif({ IFD0: { Copyright: 'canary' } })
    .jpeg()
    .toBuffer();
  expect((await picture({ method: 'PUT', body: 'no picture' })).status).toBe(422);
  expect((await picture({ method: 'PUT', body: new Uint8Array(withPlace) })).status).toBe(204);
  const answer = await picture();
  const drawn = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 512, height: 384 });
  expect(drawn.includes('canary')).toBe(false);
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'image/webp',
    'private, no-cache',
  ]);
  const etag = answer.headers.get('etag') ?? '';
  expect((await picture({ headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(await ada.api.account.profile.get()).toMatchObject({ name: 'Ada  Lovelace', pictureAt: expect.any(Number) });
  expect((await bob.fetch('/api/account/picture')).status).toBe(404);

  await ada.api.account.profile.removePicture();
  await ada.api.account.profile.setName({ name: null });
  expect((await picture()).status).toBe(404);
  expect(await ada.api.account.profile.get()).toMatchObject(none);
});

async function ask(person: Person, email: string): Promise<{ confirm: string; takeBack: string }> {
  await person.api.account.address.request({ email });
  const toNew = await mailServer.nextMail(email, 'Confirm your new');
  const toOld = await mailServer.nextMail((await person.account.current())?.email ?? '', 'wants to change');
  return { confirm: tokenIn(toNew.text, '/address/confirm'), takeBack: tokenIn(toOld.text, '/address/take-back') };
}

async function changeTo(person: Person, email: string) {
  const tokens = await ask(person, email);
  await confirmAddress(visit(server).server, tokens.confirm);
  return tokens;
}

/** The token in the link to a page, after its #: no server and no log sees it. */
function tokenIn(text: string | undefined, page: string): string {
  const { origin, pathname, hash } = new URL(linkIn(text));
  expect([origin, pathname]).toEqual([`http://localhost:${server.port}`, page]);
  return hash.slice(1);
}

function linkIn(text = ''): string {
  return /^https?:\S+$/m.exec(text)?.[0] ?? '';
}
