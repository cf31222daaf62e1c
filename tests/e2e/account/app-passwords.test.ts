import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

test('an app password is made, shown once, used by a program, and taken back', async () => {
  const { newPage, server } = await signedIn({ permissions: ['clipboard-write'] });
  const page = await newPage('/dashboard/devices');
  const section = page.getByRole('region', { name: 'App passwords' });
  await section.getByText('An app password can do everything you can, until you revoke it').waitFor();
  await section.getByRole('button', { name: 'Create app password' }).click();
  await section.getByText('Give it a name.').waitFor();
  expect(await section.getByRole('listitem').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');

  await section.getByLabel('Program name').fill('Phone');
  await page.keyboard.press('Enter');
  await section.getByRole('button', { name: 'Copy' }).click();
  await section.getByRole('button', { name: 'Copied' }).waitFor();
  const create = section.getByRole('button', { name: 'Create app password' });
  // The list is read after the password is shown.
  await expect.poll(() => create.isDisabled()).toBe(false);
  await section.getByLabel('Program name').fill('Laptop');
  await page.keyboard.press('Enter');
  const notice = section.getByRole('status').filter({ hasText: 'App password for Laptop' });
  await notice.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  const token = (await notice.locator('code').textContent()) ?? '';
  expect(token.length).toBeGreaterThan(20);
  const row = section.getByRole('listitem').filter({ hasText: 'Laptop' });
  await row.getByText('never used').waitFor();

  const asProgram = () =>
    fetch(`${server.baseUrl}/api/folders/root/children`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asProgram()).status).toBe(200);
  const isNoted = async () => {
    await page.reload();
    await row.waitFor();
    return await row.getByText('last used').isVisible();
  };
  await waitFor(isNoted, { what: 'the use to be noted' });
  expect(await page.getByText(token).count()).toBe(0);

  await row.getByRole('button', { name: 'Revoke Laptop' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await asProgram()).status).toBe(401);

  // While it is made, its button keeps the focus and takes no further press.
  const call = await holdRequests(page, '**/api/app-passwords');
  await expect.poll(() => create.isDisabled()).toBe(false);
  await section.getByLabel('Program name').fill('Tablet');
  await create.focus();
  await page.keyboard.press('Enter');
  await call.arrived;
  await expect.poll(() => create.isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await section.getByLabel('Program name').press('Enter');
  await create.focus();
  call.release();
  await expect.poll(() => create.isDisabled()).toBe(false);
  expect(await create.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await section.getByRole('listitem').filter({ hasText: 'Tablet' }).count()).toBe(1);
});

test('one that is shown stays when an older one of its name is taken back, and goes with itself', async () => {
  const { newPage, person } = await signedIn();
  await person.api.appPasswords.create({ name: 'Laptop', access: 'read', folderId: null, expiresAt: null });
  const page = await newPage('/dashboard/devices');
  const rows = page.getByRole('region', { name: 'App passwords' }).getByRole('listitem');
  const older = rows.filter({ hasText: 'read only' });
  await older.waitFor();
  await page.getByLabel('Program name').fill('Laptop');
  await page.keyboard.press('Enter');
  const notice = page.getByText('It is shown only once.');
  await notice.waitFor();
  await older.getByRole('button', { name: 'Revoke Laptop' }).click();
  await older.waitFor({ state: 'detached' });
  expect(await notice.count()).toBe(1);
  await rows.getByRole('button', { name: 'Revoke Laptop' }).click();
  await notice.waitFor({ state: 'detached' });
});

test('one that was taken back elsewhere meanwhile is gone when it is taken back here', async () => {
  const { newPage, person, expectError } = await signedIn();
  const { id } = await person.api.appPasswords.create({
    name: 'Phone',
    access: 'read',
    folderId: null,
    expiresAt: null,
  });
  const page = await newPage('/dashboard/devices');
  const revoke = page.getByRole('button', { name: 'Revoke Phone' });
  await revoke.waitFor();
  await person.api.appPasswords.revoke({ id });
  expectError(/404/);
  await revoke.click();
  await page.getByRole('alert').getByText('This app password does not exist.').waitFor();
  await revoke.waitFor({ state: 'detached' });
});

test('the button of one that could not be taken back keeps the focus', async () => {
  const { newPage, person, expectError } = await signedIn();
  expectError(/500/);
  await person.api.appPasswords.create({ name: 'Phone', access: 'read', folderId: null, expiresAt: null });
  const page = await newPage('/dashboard/devices');
  const revoke = page.getByRole('button', { name: 'Revoke Phone' });
  const json = { code: 'internal-error', message: 'Something went wrong on the server.' };
  await page.route('**/api/app-passwords/*', (route) => route.fulfill({ status: 500, json }));
  await revoke.press('Enter');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => revoke.isDisabled()).toBe(false);
  expect(await revoke.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('what cannot be read or done is said, and read again by a button or once online; an ended session leads to the log-in', async () => {
  const { newPage, person, context, expectUnreachable, expectError } = await signedIn();
  expectUnreachable();
  expectError(/401/);
  await person.api.appPasswords.create({ name: 'Phone', access: 'read', folderId: null, expiresAt: null });
  const calls = '**/api/app-passwords';
  await context.route(calls, (route) => route.abort());
  const page = await newPage('/dashboard/devices');
  const failure = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
  const phone = page.getByRole('button', { name: 'Revoke Phone' });
  await failure.waitFor();
  await context.unroute(calls);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await phone.waitFor();
  expect(await failure.count()).toBe(0);

  await context.route(calls, (route) => route.abort());
  await page.reload();
  await failure.waitFor();
  await context.unroute(calls);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await phone.waitFor();

  await context.route(calls, (route) => route.abort());
  await page.getByLabel('Program name').fill('Laptop');
  await page.keyboard.press('Enter');
  await failure.waitFor();
  expect(await failure.getByRole('button').count()).toBe(0);
  await context.unroute(calls);
  await person.account.logOut();
  const create = page.getByRole('button', { name: 'Create app password' });
  await expect.poll(() => create.isDisabled()).toBe(false);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await page.getByText('Your session has ended.').waitFor();
});

test('the server room asks for the password calmly, and again when asked to', async () => {
  const { newPage, expectError } = await signedIn();
  expectError(/403/);
  const page = await newPage();
  const json = { code: 'confirmation-needed', message: 'Confirm that it is still you.' };
  await page.route('**/api/admin/server', (route) => route.fulfill({ status: 403, json }));
  await page.goto('/people/server');
  const dialog = page.getByRole('dialog', { name: 'Type your password again' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('status').getByText('This page needs your password.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Type it' }).click();
  await dialog.waitFor();
});

test('a password that is found right after its dialog was closed answers the next one', async () => {
  const { person, server, newPage, expectError } = await signedIn();
  await query(server, `update session set "confirmedAt" = 1 where "userId" = '${person.uid}'`);
  expectError(/403/);
  const page = await newPage('/dashboard/devices');
  const password = page
    .getByRole('dialog', { name: 'Type your password again' })
    .getByLabel('Password', { exact: true });
  const create = page.getByRole('button', { name: 'Create app password' });
  const confirming = await holdRequests(page, '**/api/account/confirm');
  await page.getByLabel('Program name').fill('Laptop');
  await create.click();
  await password.fill(person.password);
  await page.keyboard.press('Enter');
  await confirming.arrived;
  await page.keyboard.press('Escape');
  await page.getByText('Nothing was changed, because your password was not typed.').waitFor();
  await create.click();
  await password.waitFor();
  confirming.release();
  await page.getByText('It is shown only once.').waitFor();
  await password.waitFor({ state: 'detached' });
});

test('who logged in a while ago types the password again, at once or after a mistake, or leaves everything as it is', async () => {
  const { person, server, newPage, expectError } = await signedIn();
  await query(server, `update session set "confirmedAt" = 1 where "userId" = '${person.uid}'`);
  expectError(/403/);
  expectError(/401/);
  const page = await newPage('/dashboard/devices');
  const dialog = page.getByRole('dialog', { name: 'Type your password again' });
  const create = page.getByRole('button', { name: 'Create app password' });
  await page.getByLabel('Program name').fill('Laptop');
  await create.click();
  await dialog.getByLabel('Password', { exact: true }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Nothing was changed, because your password was not typed.').waitFor();
  await create.click();
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This password is incorrect.').waitFor();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.getByText('It is shown only once.').waitFor();
  expect(await page.getByText('Nothing was changed').count()).toBe(0);
});
