import type { Page } from 'playwright-core';
import { errors } from '#contract/errors.ts';
import * as answers from './account-answers.ts';
import { open, type Screen, state } from './screen.ts';

/** Logging in, securing, inviting, watching and leaving. */
export const accountScreens: Screen[] = [
  drawn('security-on', '/dashboard/security', {
    '/api/account/two-step': answers.twoStep,
    '/api/account/passkeys': answers.passkeys,
    '/api/account/sessions': answers.sessions,
  }),
  {
    name: 'passkeys',
    signedIn: true,
    whole: true,
    async show(page) {
      await answer(page, { '/api/account/passkeys': answers.passkeys });
      await page.goto('/dashboard/security');
      // At a number there are none.
      const cookies = await page.context().cookies();
      await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'localhost' })));
      await open(page, page.url().replace('127.0.0.1', 'localhost'));
      await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
    },
  },
  state('two-step-set-up', true, async (page) => {
    await open(page, '/dashboard/security');
    await page.getByRole('button', { name: 'Set up two-step login' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await page.getByLabel('Code', { exact: true }).scrollIntoViewIfNeeded();
  }),
  state('second-step', false, async (page) => {
    await askSecondStep(page);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
  }),
  state('second-step-backup', false, async (page) => {
    await askSecondStep(page);
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code').waitFor();
  }),
  drawn('people', '/people', asAdministrator()),
  state('people-invite', true, async (page) => {
    await answer(page, asAdministrator());
    await open(page, '/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('dialog', { name: 'Invite somebody' }).waitFor();
  }),
  drawn('server', '/people/server', asAdministrator()),
  drawn('server-ill', '/people/server', { ...asAdministrator(), '/api/admin/server': answers.illServer }),
  drawn('setup', '/setup#abc', { '/api/auth/invitation': { ...answers.invitedBy, kind: 'setup', from: null } }, false),
  drawn('invitation', '/join#abc', { '/api/auth/invitation': answers.invitedBy }, false),
  state('invitation-ended', false, async (page) => {
    await refuse(page, '/api/auth/invitation', 'invitation-ended');
    await page.goto('/join#abc');
    await page.getByRole('heading').first().waitFor();
  }),
  state('take-everything', true, async (page) => {
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.getByRole('dialog', { name: 'Take everything with you' }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }),
  state('close-account', true, async (page) => {
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Close this account' }).click();
    await page.getByRole('dialog', { name: 'Close this account' }).waitFor();
  }),
  state('closing', true, async (page) => {
    await page.route('**/api/auth/get-session', async (route) => {
      const known = await (await route.fetch()).json();
      await route.fulfill({ json: { ...known, closesAt: answers.closesAt } });
    });
    await page.goto('/closing');
    await page.getByRole('heading', { name: /^This account will be deleted on/ }).waitFor();
  }),
];

/** A whole page for which the server answers something else. */
function drawn(name: string, path: string, answered: Record<string, object>, signedIn = true): Screen {
  return {
    name,
    signedIn,
    whole: true,
    async show(page) {
      await answer(page, answered);
      await open(page, path);
    },
  };
}

function asAdministrator(): Record<string, object> {
  return {
    '/api/account/role': { role: 'administrator' },
    '/api/admin/people*': { people: answers.people, sums: { people: 4, usedBytes: 142e9 }, nextCursor: null },
    '/api/admin/invitations': answers.invitations,
    '/api/admin/settings': answers.settings,
    '/api/admin/server': answers.wellServer,
  };
}

async function answer(page: Page, answered: Record<string, object>): Promise<void> {
  for (const [path, json] of Object.entries(answered))
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
}

async function refuse(page: Page, path: string, code: keyof typeof errors, data: object = {}): Promise<void> {
  const { status, message } = errors[code];
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: { code, message, data } }));
}

async function askSecondStep(page: Page): Promise<void> {
  await refuse(page, '/api/auth/sign-in/email', 'second-step-needed', { hasPasskey: true });
  await open(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill('you@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a password for a whole life');
  await page.getByRole('button', { name: 'login now' }).click();
}
