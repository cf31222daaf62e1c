/** Every screen and state of the product, and how to get there. */
import { randomUUID } from 'node:crypto';
import { errors } from '#contract/errors.ts';
import { accountScreens } from './account-screens.ts';
import { detailsStates, openDetails, tellIntegrity } from './details-screens.ts';
import type { Home } from './fill-home.ts';
import { manageScreens } from './manage-screens.ts';
import { open, type Screen, state } from './screen.ts';
import { trashScreens } from './trash-screens.ts';
import { versionScreens } from './version-screens.ts';
import { viewScreens } from './view-screens.ts';
import { viewerScreens } from './viewer-screens.ts';
import { workScreens } from './work-screens.ts';

export function listScreens({ summer, empty, names, recipes }: Home): Screen[] {
  const folder = `/folder/${summer}`;
  return [
    whole('landing', false, '/'),
    whole('login', false, '/login'),
    whole('signup', false, '/signup'),
    whole('forgot', false, '/forgot'),
    whole('reset', false, '/reset?token=abc'),
    whole('reset-ended', false, '/reset?error=INVALID_TOKEN'),
    whole('root', true, '/task'),
    whole('folder', true, folder),
    whole('folder-names', true, `/folder/${names}`),
    state('folder-texts', true, async (page) => {
      await open(page, `/folder/${recipes}`);
      await page.getByText('How to make jam').waitFor();
    }),
    whole('folder-empty', true, `/folder/${empty}`),
    whole('profile', true, '/dashboard'),
    whole('profile-security', true, '/dashboard/security'),
    whole('profile-appearance', true, '/dashboard/appearance'),
    {
      ...whole('profile-storage', true, '/dashboard/storage'),
      async show(page) {
        await open(page, '/dashboard/storage');
        await page.getByText('Largest files').waitFor();
      },
    },
    whole('trash', true, '/trash'),
    whole('starred', true, '/starred'),
    whole('recent', true, '/recent'),
    whole('not-found', true, '/no/such/page'),
    state('signup-error', false, async (page) => {
      await open(page, '/signup');
      await page.getByRole('button', { name: 'signup now' }).click();
      await page.getByRole('alert').waitFor();
    }),
    state('login-error', false, async (page) => {
      await open(page, '/login');
      await page.getByLabel('Email', { exact: true }).fill('you@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'login now' }).click();
      await page.getByRole('alert').waitFor();
    }),
    state('forgot-sent', false, async (page) => {
      await open(page, '/forgot');
      // Another address each time: how often one is asked for is limited.
      await page.getByLabel('Email', { exact: true }).fill(`${randomUUID().slice(0, 8)}@example.org`);
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await page.getByRole('button', { name: 'Send it again' }).waitFor();
    }),
    state('confirm', true, async (page) => {
      await page.route('**/api/app-passwords', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { code: 'confirmation-needed', ...errors['confirmation-needed'] } })
          : route.continue(),
      );
      await open(page, '/dashboard/devices');
      await page.getByLabel('Program name').fill('Laptop');
      await page.getByRole('button', { name: 'Create app password' }).click();
      await page.getByRole('dialog', { name: 'Type your password again' }).waitFor();
    }),
    state('app-password', true, async (page) => {
      await open(page, '/dashboard/devices');
      const rows = page.getByRole('button', { name: /^Revoke/ });
      // Those of the pictures before this one.
      while ((await rows.count()) > 0) {
        const before = await rows.count();
        await rows.first().click();
        await rows.nth(before - 1).waitFor({ state: 'detached' });
      }
      await page.getByLabel('Program name').fill('Laptop, command line');
      await page.getByRole('button', { name: 'Create app password' }).click();
      await page.getByText('It is shown only once.').waitFor();
      await rows.first().waitFor();
    }),
    ...accountScreens,
    ...trashScreens,
    ...viewerScreens(folder, recipes),
    ...manageScreens(folder),
    ...viewScreens,
    ...workScreens({ folder, renewed: `/folder/${recipes}` }),
    state('folder-menu', true, async (page) => {
      await open(page, folder);
      await page.getByRole('button', { name: 'Folder actions' }).click();
      await page.getByRole('dialog').waitFor();
    }),
    state('undo-trash', true, async (page) => {
      await page.route('**/api/entries/**', (route) => route.fulfill({ json: { operationId: randomUUID() } }));
      await open(page, folder);
      for (const name of ['First year', 'Garden']) {
        await page.getByRole('link', { name, exact: true }).focus();
        await page.keyboard.press('Delete');
      }
      await page.getByText('2 items', { exact: true }).waitFor();
    }),
    state('details-folder', true, async (page) => {
      await open(page, folder);
      await page.getByRole('button', { name: 'More actions for First year' }).click();
      await page.getByRole('menuitem', { name: 'Details' }).click();
      await page.getByText('Holds').waitFor();
    }),
    state('sort', true, async (page) => {
      await open(page, folder);
      await page.getByRole('button', { name: 'Sort: Date added' }).click();
      await page.getByRole('menuitemradio', { name: 'Date modified' }).waitFor();
    }),
    state('filter', true, async (page) => {
      await open(page, folder);
      await page.getByRole('searchbox').fill('la');
      await page.getByText('items match').waitFor();
    }),
    state('unopenable', true, async (page) => {
      await open(page, '/content/none');
      await page.getByText('This file does not exist.').waitFor();
    }),
    state('filter-nothing', true, async (page) => {
      await open(page, folder);
      await page.getByRole('searchbox', { name: 'Filter this folder' }).fill('xyz');
      await page.getByRole('heading', { name: 'Nothing here matches' }).waitFor();
    }),
    state('folder-list', true, async (page) => {
      await page.addInitScript(() => localStorage.setItem('view', 'list'));
      await open(page, folder);
    }),
    ...detailsStates.map((what) =>
      state(`details-${what}`, true, async (page) => {
        await tellIntegrity(page, what);
        await open(page, folder);
        await openDetails(page);
      }),
    ),
    ...versionScreens(folder, 'lake.webp', `/folder/${recipes}`),
    state('shortcuts', true, async (page) => {
      await open(page, folder);
      await page.keyboard.press('?');
    }),
    state('folder-loading', true, async (page) => {
      await page.route('**/api/folders/**', () => {}); // An answer that never comes.
      await page.goto(folder);
      await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
    }),
    state('folder-unreachable', true, async (page) => {
      await page.route('**/api/folders/**', (route) => route.abort());
      await page.goto(folder);
      await page.getByRole('alert').waitFor();
    }),
    state('folder-offline', true, async (page) => {
      await open(page, folder);
      await page.context().setOffline(true);
      await page
        .getByText(/offline/i)
        .first()
        .waitFor();
    }),
    state('new-folder', true, async (page) => {
      await open(page, '/task');
      await page.getByRole('button', { name: 'New Folder' }).click();
      await page.getByLabel('Folder name').fill('Christmas');
    }),
    state('new-folder-taken', true, async (page) => {
      await open(page, '/task');
      await page.getByRole('button', { name: 'New Folder' }).click();
      await page.getByLabel('Folder name').fill('Letters');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('is already here').waitFor();
    }),
    state('uploads', true, async (page) => {
      await open(page, folder);
      const input = page.getByLabel('New File').and(page.locator(':enabled'));
      // A folder of this name is here, so the file is refused.
      await input.setInputFiles({ name: 'Garden', mimeType: '', buffer: Buffer.from('x') });
      await page.getByText('Error', { exact: true }).waitFor();
      await page.route('**/api/uploads/**', () => {}); // Bytes that never arrive keep an upload running.
      for (const name of ['Birthday film.mov', 'Letters from the coast.pdf'])
        await input.setInputFiles({ name, mimeType: '', buffer: Buffer.alloc(3_000_000) });
      // On a phone a summary stands for those that run.
      await page.getByText('Uploading', { exact: true }).last().waitFor();
    }),
  ];
}

function whole(name: string, signedIn: boolean, path: string): Screen {
  return { name, signedIn, whole: true, show: (page) => open(page, path) };
}
