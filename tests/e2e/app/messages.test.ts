/** Every sentence of the specification (sections 2, 5 and 8) can come to be read, and is there to the letter. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '#contract/specification-messages.ts';
import { chooseFile, fillIn } from '#tests/support/browser/fill-in.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';

type Place = Awaited<ReturnType<typeof signedIn>>;

/** How each sentence of the catalogue comes to be read. */
const catalogue: Record<keyof typeof messages, (place: Place) => Promise<Page>> = {
  welcome: ({ newPage }) => newPage('/'),
  welcomeMore: ({ newPage }) => newPage('/'),
  async credentialsMissing({ newPage }) {
    const page = await newPage('/login');
    await fillIn(page, { Email: '   ', Password: 'stored nowhere' });
    await page.getByRole('button', { name: 'login now' }).click();
    await page.getByText(messages.credentialsMissing).waitFor();
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    return page;
  },
  async emailMissing({ newPage }) {
    const page = await newPage('/forgot');
    await fillIn(page, { Email: '   ' });
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText(messages.emailMissing).waitFor();
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('');
    return page;
  },
  async passwordsDiffer({ newPage }) {
    const page = await newPage('/signup');
    await fillIn(page, { Email: 'a@example.org', Password: 'one password', 'Confirm password': 'another' });
    await page.getByRole('button', { name: 'signup now' }).click();
    return page;
  },
  async signUpFailed({ newPage, person, expectError }) {
    expectError(/422/);
    const page = await newPage('/signup');
    await fillIn(page, { Email: person.email, Password: 'one password', 'Confirm password': 'one password' });
    await page.getByRole('button', { name: 'signup now' }).click();
    return page;
  },
  async logInFailed({ newPage, person, expectError }) {
    expectError(/401/);
    const page = await newPage('/login');
    await fillIn(page, { Email: person.email, Password: 'not this one' });
    await page.getByRole('button', { name: 'login now' }).click();
    return page;
  },
  async forgotFailed({ newPage, person, expectError }) {
    expectError(/ERR_FAILED/);
    const page = await newPage('/forgot');
    await page.route('**/api/auth/request-password-reset', (route) => route.abort());
    await fillIn(page, { Email: person.email });
    await page.getByRole('button', { name: 'Reset Password' }).click();
    return page;
  },
  async forgotSent({ newPage, person }) {
    const page = await newPage('/forgot');
    await fillIn(page, { Email: person.email });
    await page.getByRole('button', { name: 'Reset Password' }).click();
    return page;
  },
  async logOutFailed({ newPage, expectError }) {
    expectError(/ERR_FAILED/);
    const page = await newPage('/dashboard');
    await page.route('**/api/auth/sign-out', (route) => route.abort());
    await page.getByRole('button', { name: 'Log Out' }).click();
    return page;
  },
  async uploadFailed({ newPage, person, expectError }) {
    expectError(/409/);
    await person.api.folders.create({ name: 'taken', parentId: null });
    const page = await newPage('/task');
    await chooseFile(page, 'taken', 10);
    return page;
  },
  async offline({ newPage, expectError }) {
    expectError(/ERR_FAILED/);
    const page = await newPage();
    await page.route('**/api/folders/**', (route) => route.abort());
    await page.goto('/task');
    return page;
  },
};

test.each(Object.entries(catalogue))('%s is read to the letter', async (name, provoke) => {
  const page = await provoke(await signedIn());
  await page
    .getByText(messages[name as keyof typeof messages], { exact: true })
    .first()
    .waitFor();
});
