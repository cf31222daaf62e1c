/** What the specification says can be seen: its routes and screens, its rules, its messages, to the letter. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { toastFadeMs, toastMaxWidthPx } from '#contract/display.ts';
import { messages } from '#contract/messages.ts';
import { newPerson } from '#tests/support/browser.ts';
import { logIn, signUp } from '#tests/support/build-account.ts';
import { bytes } from '#tests/support/bytes.ts';
import { chooseFile, fillIn } from '#tests/support/fill-in.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { keepFile } from '#tests/support/keep-file.ts';
import { startServer } from '#tests/support/start-server.ts';

describe('screens (section 2)', () => {
  test('every route shows its screen', async () => {
    const { person, newPage } = await someone();
    const folder = await person.api.folders.create({ name: 'Box', parentId: null });
    const screens: [string, string][] = [
      ['/', messages.welcome],
      ['/dashboard', 'Profile Section'],
      ['/login', 'Log in'],
      ['/signup', 'Sign up'],
      ['/forgot', 'Reset Password'],
      ['/task', 'Root'],
      [`/folder/${folder.id}`, 'Box'],
    ];
    for (const [path, title] of screens) {
      const page = await newPage(path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await page.close();
    }
  });

  test('the header has logo, product name, Home and Profile', async () => {
    const { newPage } = await someone();
    for (const path of ['/', '/dashboard', '/task']) {
      const page = await newPage(path);
      const header = page.getByRole('banner');
      await header.waitFor();
      expect(await header.locator('.brand svg').count()).toBe(1);
      expect(await header.getByRole('link', { name: 'Keepsake' }).getAttribute('href')).toBe('/');
      expect(await header.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
      expect(await header.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/dashboard');
      await page.close();
    }
  });

  test('the landing page welcomes, calls to /task, says why, and three cards speak', async () => {
    const { newPage } = await someone();
    const page = await newPage('/');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('welcome to Keepsake');
    expect(await page.getByText(messages.welcomeMore).textContent()).toBe('we are ready to serve your memories...');
    expect(await page.getByRole('link', { name: 'Lets start' }).getAttribute('href')).toBe('/task');

    const why = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Why' }) });
    expect(await why.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Great Deals',
      'Fast Serve',
      'Great Support',
    ]);
    const cards = page.getByRole('figure');
    expect(await cards.count()).toBe(3);
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded();
      const picture = card.getByRole('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect(new URL((await picture.getAttribute('src')) ?? '', page.url()).origin).toBe(new URL(page.url()).origin);
      expect(await card.getByRole('heading', { level: 3 }).textContent()).toMatch(/^A \w+$/);
      expect((await card.getByRole('paragraph').textContent())?.length).toBeGreaterThan(40);
    }
  });

  test.each([
    ['/signup', ['Email', 'Password', 'Confirm password'], 'signup now', ['/forgot', '/login']],
    ['/login', ['Email', 'Password'], 'login now', ['/forgot', '/signup']],
    ['/forgot', ['Email'], 'Reset Password', ['/login', '/signup']],
  ])('%s has its fields, its button and its links', async (path, labels, button, links) => {
    const { newPage } = await stranger();
    const page = await newPage(path);
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    expect(await page.locator('label').allTextContents()).toEqual(labels);
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true });
      expect(await field.getAttribute('required')).not.toBeNull();
      expect(await field.getAttribute('type')).toBe(label === 'Email' ? 'email' : 'password');
    }
    const main = page.getByRole('main');
    for (const link of links) expect(await main.locator(`a[href="${link}"]`).count()).toBe(1);
  });

  test('the profile has a picture, the email, the way in and the way out', async () => {
    const { person, newPage } = await someone();
    const page = await newPage('/dashboard');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Profile Section' }).waitFor();
    await main.getByRole('img').first().waitFor();
    await main.getByText('Your email', { exact: true }).waitFor();
    await main.getByText(person.email, { exact: true }).waitFor();
    expect(await main.getByRole('link', { name: 'Lets start' }).getAttribute('href')).toBe('/task');
    await main.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('**/login');
  });
});

describe('the signed-in user (sections 3 and 4)', () => {
  test('email and password are trimmed, sign-up leads to the log-in and that to the profile', async () => {
    const { server, newPage } = await stranger();
    const page = await newPage('/signup');
    await fillIn(page, {
      Email: '  trim@example.org ',
      Password: '  correct horse ',
      'Confirm password': 'correct horse  ',
    });
    await page.getByRole('button', { name: 'signup now' }).click();
    await page.waitForURL('**/login');
    await fillIn(page, { Email: ' trim@example.org', Password: 'correct horse   ' });
    await page.getByRole('button', { name: 'login now' }).click();
    await page.waitForURL('**/dashboard');
    const again = await logIn(server, { email: 'trim@example.org', password: 'correct horse' });
    expect(await again.account.current()).toMatchObject({ email: 'trim@example.org' });
  });

  test('while the log-in runs its button is disabled and an empty object is saved', async () => {
    const { server, newPage } = await stranger();
    const { email, password } = await signUp(server);
    const page = await newPage('/login');
    const request = await holdRequests(page, '**/api/auth/sign-in/email');
    await fillIn(page, { Email: email, Password: password });
    const button = page.getByRole('button', { name: 'login now' });
    expect(await button.isEnabled()).toBe(true);
    await button.click();
    await request.arrived;
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await savedUser(page)).toEqual({});
    request.release();
    await page.waitForURL('**/dashboard');
    expect(await savedUser(page)).toMatchObject({ email, uid: expect.any(String) });
  });

  test('nothing is shown or refused before it is known who is signed in', async () => {
    const { newPage } = await stranger();
    const page = await newPage();
    const request = await holdRequests(page, '**/api/auth/get-session');
    await page.goto('/task');
    await request.arrived;
    await page.getByText('Opening Keepsake').waitFor();
    expect(new URL(page.url()).pathname).toBe('/task');
    request.release();
    await page.waitForURL('**/login');
  });

  test('a saved user opens the page at once, and the server corrects it', async () => {
    const { newPage, expectError } = await stranger();
    expectError(/401/);
    const page = await newPage('/login');
    // The answer that nobody is signed in would empty what is saved next.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => localStorage.setItem('localKey', '{"uid":"u","email":"saved@example.org"}'));
    const request = await holdRequests(page, '**/api/auth/get-session');
    await page.goto('/dashboard');
    await page.getByText('saved@example.org').waitFor();
    request.release();
    await page.waitForURL('**/login');
    expect(await savedUser(page)).toBeNull();
  });

  test('the guard and the profile save the current user again', async () => {
    const { person, newPage } = await someone();
    const page = await newPage('/');
    await expect.poll(() => savedUser(page)).toMatchObject({ uid: person.uid });
    for (const link of ['Folders', 'Profile']) {
      await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
      await page.evaluate(() => localStorage.setItem('localKey', '{}'));
      await page.getByRole('banner').getByRole('link', { name: link }).click();
      await expect.poll(() => savedUser(page)).toEqual({ uid: person.uid, email: person.email });
    }
  });
});

describe('the folder view (sections 2, 4 and 5)', () => {
  test('breadcrumbs lead to Root and to every ancestor, and the current folder has a tile', async () => {
    const { person, newPage } = await someone();
    const outer = await person.api.folders.create({ name: 'Outer', parentId: null });
    const inner = await person.api.folders.create({ name: 'Inner', parentId: outer.id });
    const page = await newPage(`/folder/${inner.id}`);
    await page.getByRole('heading', { level: 1, name: 'Inner' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
      ['Root', '/task'],
      ['Outer', `/folder/${outer.id}`],
    ]);
    expect(await page.getByRole('listitem').locator('.box--here').innerText()).toBe('Inner');
  });

  test('a divider stands between folders and files, and only then', async () => {
    const { person, newPage } = await someone();
    const page = await newPage('/task');
    await page.getByText('This box is empty').waitFor();
    const divider = page.getByRole('main').getByRole('separator');
    expect(await divider.count()).toBe(0);
    const file = await keepFile(person, { name: 'one.txt', body: bytes(3) });
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    expect(await divider.count()).toBe(0);
    await person.api.folders.create({ name: 'Box', parentId: null });
    await divider.waitFor();
    await person.api.entries.remove({ id: file.id });
    await page.getByRole('link', { name: 'one.txt' }).waitFor({ state: 'detached' });
    expect(await divider.count()).toBe(0);
  });

  test('names of ten and more are cut after eight, and the whole name is told', async () => {
    const { person, newPage } = await someone();
    const page = await newPage('/task');
    const names: [string, string][] = [
      ['nine.text', 'nine.text'],
      ['tenth.text', 'tenth.te…'],
      ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', `${'👨‍👩‍👧‍👦'.repeat(8)}…`],
      ['Воспоминания', 'Воспомин…'],
    ];
    for (const [name] of names) await keepFile(person, { name, body: bytes(1) });
    for (const [name, shown] of names) {
      const link = page.getByRole('link', { name, exact: true });
      await link.waitFor();
      const tile = page.getByRole('listitem').filter({ has: link });
      expect(await tile.locator('.tile__name').textContent()).toBe(shown);
    }
  });

  test('the form of a new folder and its sentence cover nothing, also on a phone', async () => {
    const { person, newPage, expectError } = await someone({ viewport: { width: 360, height: 760 } });
    expectError(/409/);
    await person.api.folders.create({ name: 'Letters', parentId: null });
    const page = await newPage('/task');
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Letters');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const sentence = await page.getByText('is already here').boundingBox();
    const nextRow = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Letters' }) });
    const end = (sentence?.y ?? 0) + (sentence?.height ?? 0);
    await expect.poll(async () => (await nextRow.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(end);
  });

  test('another folder begins with empty lists, and takes uploads only when it is known', async () => {
    const { person, newPage } = await someone();
    const folder = await person.api.folders.create({ name: 'Other', parentId: null });
    await keepFile(person, { name: 'in root', body: bytes(3) });
    const page = await newPage('/task');
    await page.getByRole('link', { name: 'in root' }).waitFor();
    const request = await holdRequests(page, `**/api/folders/${folder.id}/**`);
    await page.getByRole('link', { name: 'Other' }).click();
    await request.arrived;
    expect(await page.getByRole('link', { name: 'in root' }).count()).toBe(0);
    expect(await page.locator('input[type="file"]:enabled').count()).toBe(0);
    request.release();
    await page.locator('input[type="file"]:enabled').first().waitFor({ state: 'attached' });
  });

  test('a folder that cannot be read is logged and gives way to Root', async () => {
    const { newPage, context, expectError } = await someone();
    expectError(/404/);
    const logged: string[] = [];
    context.on('console', (message) => logged.push(message.text()));
    const page = await newPage('/folder/0198c0de-0000-7000-8000-000000000000');
    await page.waitForURL('**/task');
    expect(logged.join('\n')).toContain('0198c0de-0000-7000-8000-000000000000 cannot be read');
  });
});

describe('upload toasts (sections 2, 4 and 9)', () => {
  test('one per upload at the bottom right: its name, the rounded percentage, gone when it is kept', async () => {
    const { newPage } = await someone();
    const page = await newPage('/task');
    const request = await holdRequests(page, '**/api/uploads/**');
    await chooseFile(page, 'A long name of a file.bin', 1_000_000);
    await request.arrived;
    const toasts = page.getByRole('region', { name: 'Uploads' });
    await toasts.getByText('A long name of a file.bin').waitFor();
    const bar = toasts.getByRole('progressbar', { name: /A long name of a file\.bin/ });
    expect(await bar.getAttribute('aria-valuenow')).toMatch(/^\d{1,3}$/);
    expect(await bar.textContent()).toContain(`${await bar.getAttribute('aria-valuenow')}%`);
    const box = await toasts.boundingBox();
    const view = await page.evaluate(() => ({ width: document.body.clientWidth, height: innerHeight }));
    if (!box) throw new Error('The toasts have no place.');
    expect(box.width).toBeLessThanOrEqual(toastMaxWidthPx);
    expect(view.width - (box.x + box.width)).toBeLessThanOrEqual(32);
    expect(view.height - (box.y + box.height)).toBeLessThanOrEqual(32);
    const fade = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--m-toast'));
    expect([`${toastFadeMs}ms`, `${toastFadeMs / 1000}s`, `.${toastFadeMs / 100}s`]).toContain(fade.trim());
    request.release();
    await page.getByRole('link', { name: 'A long name of a file.bin' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });

  test('on failure the full bar in the colour of danger says Error and can be closed', async () => {
    const { person, newPage, expectError } = await someone();
    expectError(/409/);
    await person.api.folders.create({ name: 'taken', parentId: null });
    const page = await newPage('/task');
    await chooseFile(page, 'taken', 10);
    const toasts = page.getByRole('region', { name: 'Uploads' });
    const label = toasts.getByText(messages.uploadFailed, { exact: true });
    await label.waitFor();
    const bar = label.locator('..');
    const danger = await colourOf(page, 'var(--danger-fill)');
    expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(danger);
    expect((await bar.boundingBox())?.width).toBe((await label.boundingBox())?.width);
    await toasts.getByRole('button', { name: /close/i }).click();
    await label.waitFor({ state: 'detached' });
  });
});

type Options = Parameters<typeof newPerson>[1];

/** Someone signed in, at a browser whose requests can be held back. */
async function someone(options: Options = {}) {
  const server = await startServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person, serviceWorkers: 'block', ...options });
  return { server, person, ...browser };
}

async function stranger() {
  const server = await startServer();
  return { server, ...(await newPerson(server, { serviceWorkers: 'block' })) };
}

async function savedUser(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('localKey'))) ?? 'null');
}

/** A colour as the browser computes it. */
async function colourOf(page: Page, value: string): Promise<string> {
  return await page.evaluate((colour) => {
    const sample = document.createElement('i');
    sample.style.color = colour;
    document.body.append(sample);
    const computed = getComputedStyle(sample).color;
    sample.remove();
    return computed;
  }, value);
}
