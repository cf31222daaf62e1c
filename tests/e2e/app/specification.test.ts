/** What the specification says can be seen: its routes, its screens, who is signed in, to the letter. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { newPerson } from '#tests/support/browser/browser.ts';
import { fillIn } from '#tests/support/browser/fill-in.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { logIn, signUp } from '#tests/support/client/build-account.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('screens (section 2)', () => {
  test('every route shows its screen', async () => {
    const { person, newPage } = await signedIn();
    const folder = await person.api.folders.create({ name: 'Box', parentId: null });
    const screens: [string, string][] = [
      ['/', messages.welcome],
      ['/dashboard', 'Profile Section'],
      ['/login', 'Log in'],
      ['/signup', 'Sign up'],
      ['/forgot', 'Reset Password'],
      ['/task', 'Root'],
      [`/folder/${folder.id}`, 'Box'],
      ['/trash', 'Trash'],
    ];
    for (const [path, title] of screens) {
      const page = await newPage(path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await page.close();
    }
  });

  test('the header has logo, product name, Home and Profile', async () => {
    const { newPage } = await signedIn();
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
    const { newPage } = await signedIn();
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
    const { person, newPage } = await signedIn();
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
    // The page for signing up has fields of the same names, until it is left.
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
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
    // The answer that nobody is signed in would empty what is saved next.
    await page.waitForLoadState('networkidle');
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
    // Whatever the server answers corrects it.
    const request = await holdRequests(page, '**/api/**');
    await page.goto('/dashboard');
    await page.getByText('saved@example.org').waitFor();
    request.release();
    await page.waitForURL('**/login');
    expect(await savedUser(page)).toBeNull();
  });

  test('the guard and the profile save the current user again', async () => {
    const { person, newPage } = await signedIn();
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

async function stranger() {
  const server = await sharedServer();
  return { server, ...(await newPerson(server)) };
}

async function savedUser(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('localKey'))) ?? 'null');
}
