import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { messages } from '#contract/specification-messages.ts';
import { newPerson } from '#tests/support/browser/browser.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const password = 'correct horse battery';

describe('accounts in the browser', () => {
  test('a stranger is sent to the log-in page and back to the requested page', async () => {
    const server = await sharedServer();
    const { email, password: known, api } = await signUp(server);
    const folder = await api.folders.create({ name: 'Wanted', parentId: null });
    const browser = await newPerson(server);
    for (const path of ['/dashboard', '/task', `/folder/${folder.id}`]) {
      const page = await browser.newPage(path);
      await page.waitForURL('**/login');
      await page.close();
    }
    const page = await browser.newPage(`/folder/${folder.id}`);
    await page.waitForURL('**/login');
    browser.expectError(/401/);
    await logIn(page, email, 'not this one');
    await page.getByRole('alert').getByText(messages.logInFailed).waitFor();
    const hasFocus = () => page.getByLabel('Password').evaluate((field) => field === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    expect(await savedUser(page)).toEqual({});
    await logIn(page, email, known);
    await page.waitForURL(`**/folder/${folder.id}`);
    await page.getByRole('heading', { name: 'Wanted' }).waitFor();
  });

  test('while the page that follows a log-in loads, the form says nothing else', async () => {
    const server = await sharedServer();
    const { email, password: known } = await signUp(server);
    const page = await (await newPerson(server)).newPage('/login');
    const held = await holdRequests(page, '**/assets/profile-chunk-*.js');
    await logIn(page, email, known);
    await held.arrived;
    expect(await page.getByText('You are logged in as').count()).toBe(0);
    held.release();
    await page.getByRole('heading', { name: 'Profile Section' }).waitFor();
  });

  test('every page of the specification is there, and any other says that it is not', async () => {
    const server = await sharedServer();
    const browser = await newPerson(server, { as: await signUp(server), serviceWorkers: 'allow' });
    const headings: [string, string | RegExp][] = [
      ['/', messages.welcome],
      ['/signup', 'Sign up'],
      ['/login', 'Log in'],
      ['/forgot', /password/i],
      ['/dashboard', 'Profile Section'],
      ['/task', 'Root'],
      ['/no/such/page', 'This page is not in the album'],
    ];
    for (const [path, name] of headings) {
      const page = await browser.newPage(path);
      await page.getByRole('heading', { name }).first().waitFor();
      await page.close();
    }
  });

  test('the forms say what is wrong, in the words of the specification', async () => {
    const server = await sharedServer();
    const { email } = await signUp(server);
    const browser = await newPerson(server);
    const page = await browser.newPage('/signup');
    await submitSignUp(page, '   ', '   ', '   ');
    await page.getByText(messages.credentialsMissing).waitFor();
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('');
    await submitSignUp(page, 'a@example.org', password, 'another one');
    await page.getByText(messages.passwordsDiffer).waitFor();
    browser.expectError(/422|400/);
    await submitSignUp(page, 'a@example.org', 'password123', 'password123');
    await page.getByText(errors['password-too-common'].message).waitFor();
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    const answered = page.waitForResponse('**/api/auth/sign-up/email');
    await submitSignUp(page, 'ada.lovelace@example.org', 'Ada.Lovelace', 'Ada.Lovelace');
    await answered;
    await page.getByText(messages.signUpFailed).waitFor();
    await page.getByText(errors['password-is-address'].message).waitFor();
    await submitSignUp(page, email, password, password);
    await page.getByText('This email already has an account.').waitFor();

    await page.goto('/login');
    await logIn(page, '  ', '');
    await page.getByText(messages.credentialsMissing).waitFor();
    await page.goto('/forgot');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText(messages.emailMissing).waitFor();
  });

  test('beneath a new password stands why it is not accepted yet, and the server is not asked as one types', async () => {
    const browser = await newPerson(await sharedServer());
    browser.expectError(/400/);
    const page = await browser.newPage('/signup');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The page itself asks who is logged in, and how one may log in.
      const ofPage = ['/api/auth/get-session', '/api/log-in'];
      if (pathname.startsWith('/api/') && !ofPage.includes(pathname)) asked.push(pathname);
    });
    const [email, field] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })];
    const advice = async () => {
      const ids = (await field.getAttribute('aria-describedby')) ?? '';
      const status = page.getByRole('status').and(
        page.locator(
          ids
            .split(' ')
            .map((id) => `[id="${id}"]`)
            .join(),
        ),
      );
      return (await status.count()) === 0 ? null : await status.textContent();
    };

    await email.fill('grace.hopper@example.org');
    expect(await advice()).toBeNull();
    await field.pressSequentially('grace');
    expect(await advice()).toBe(errors['password-too-short'].message);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await field.pressSequentially('.hopper');
    expect(await advice()).toBe(errors['password-is-address'].message);
    await email.fill('ada@example.org');
    expect(await advice()).toBeNull();
    expect(asked).toEqual([]);

    await submitSignUp(page, 'ada@example.org', 'password123', 'password123');
    await expect.poll(advice).toBe(errors['password-too-common'].message);
    const reason = page.getByText(errors['password-too-common'].message);
    expect(await field.evaluate((input) => getComputedStyle(input).borderTopColor)).toBe(
      await reason.evaluate((text) => getComputedStyle(text).color),
    );
    await field.fill('correct horse battery');
    expect(await advice()).toBeNull();
    await field.fill('password123');
    expect(await advice()).toBe(errors['password-too-common'].message);
    expect(asked).toEqual(['/api/auth/sign-up/email']);
  });

  test('a forgotten password is reset by email, and the link works once', async () => {
    const mailServer = await startMailServer();
    const server = await startServer({ env: { SMTP_URL: mailServer.url } });
    const { email } = await signUp(server);
    const browser = await newPerson(server);
    const page = await browser.newPage('/forgot');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText(messages.forgotSent).waitFor();
    // A server without a mail server reaches nobody, and does not tell who has an account.
    await page.getByText('If nothing arrives, ask whoever runs this server for a link.').waitFor();

    const mail = await mailServer.nextMail(email);
    const link = new URL(/https?:\S+/.exec(mail.text ?? '')?.[0] ?? '');
    await page.goto(link.pathname + link.search);
    await page.getByLabel('Password', { exact: true }).fill('1234567');
    await page.getByText(errors['password-too-short'].message).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.waitForURL('**/login');
    await logIn(page, email, password);
    await page.waitForURL('**/dashboard');

    const again = await browser.newPage(link.pathname + link.search);
    await again.getByText('This link no longer works').waitFor();
  });

  test('logging out in one tab logs out all, and the server knows', async () => {
    const server = await sharedServer();
    const ada = await signUp(server);
    const browser = await newPerson(server, { as: ada });
    const [first, second] = [await browser.newPage('/dashboard'), await browser.newPage('/task')];
    await second.getByRole('button', { name: 'New Folder' }).waitFor();
    await first.getByRole('button', { name: 'Log Out' }).click();
    await first.waitForURL('**/login');
    await second.waitForURL('**/login');
    expect(await savedUser(first)).toBeNull();
    expect(await ada.account.current()).toBeNull();
  });

  test('when somebody else logs in in another tab, pages show what is theirs', async () => {
    const server = await sharedServer();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await ada.api.account.profile.setName({ name: 'Ada' });
    await bob.api.account.profile.setName({ name: 'Bob' });
    const browser = await newPerson(server, { as: ada });
    const [first, second] = [await browser.newPage('/dashboard'), await browser.newPage('/login')];
    const about = first.getByRole('region', { name: 'About you' });
    await about.getByText('Ada').waitFor();
    await logIn(second, bob.email, bob.password);
    await about.getByText('Bob').waitFor();
  });

  test('what a page still does for one person is not done for another, and the page becomes theirs', async () => {
    const server = await sharedServer();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const browser = await newPerson(server, { as: ada });
    browser.expectError(/401/);
    const page = await browser.newPage('/task');
    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Of Ada');
    // As after a log-in in another tab, of which this one has not heard yet, and hears from the answer to the folder.
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await asked;
      await route.continue();
    });
    const cookies = Object.entries(bob.cookies());
    await browser.context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.baseUrl })));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    ask();
    await expect.poll(() => savedUser(page)).toMatchObject({ uid: bob.uid });
    await page.getByRole('button', { name: 'New Folder' }).waitFor();
    expect((await bob.api.folders.children({ id: 'root' })).folders).toEqual([]);
  });

  test('a log-out whose answer is late is over when it is answered, not before', async () => {
    const server = await sharedServer();
    const ada = await signUp(server);
    const browser = await newPerson(server, { as: ada });
    const [first, second] = [await browser.newPage('/dashboard'), await browser.newPage('/task')];
    await second.getByRole('button', { name: 'New Folder' }).waitFor();
    const answer = Promise.withResolvers<void>();
    await first.route('**/api/auth/sign-out', async (route) => {
      const response = await route.fetch();
      await answer.promise;
      await route.fulfill({ response });
    });
    await first.getByRole('button', { name: 'Log Out' }).click();
    await second.waitForURL('**/login');
    const asked = await first.evaluate(async () => (await fetch('/api/auth/get-session')).text());
    expect(asked).toBe('null');
    expect(new URL(first.url()).pathname).toBe('/dashboard');
    answer.resolve();
    await first.waitForURL('**/login');
    expect(await savedUser(first)).toBeNull();
  });

  test('a session that the server ended is noticed, and the saved copy does not keep it alive', async () => {
    const server = await sharedServer();
    const ada = await signUp(server);
    const browser = await newPerson(server, { as: ada });
    browser.expectError(/401/);
    const page = await browser.newPage('/task');
    await page.getByRole('button', { name: 'New Folder' }).waitFor();
    expect(await savedUser(page)).toMatchObject({ uid: ada.uid, email: ada.email });
    await ada.account.logOut();
    await page.waitForURL('**/login');
    expect(await savedUser(page)).toBeNull();
  });
});

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'login now' }).click();
}

async function submitSignUp(page: Page, email: string, secret: string, confirm: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByLabel('Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'signup now' }).click();
}

async function savedUser(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('localKey'))) ?? 'null');
}
