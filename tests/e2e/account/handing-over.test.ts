/** Closing the account of somebody, and naming who gets its files, at a desk and on a phone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

test('an administrator closes an account, names who gets its files, hears that they cannot, and enables it again', async () => {
  const server = await startServer();
  const [boss, fern, bob] = [
    await signUp(server, { email: 'ada@example.org' }),
    await signUp(server, { email: 'fern@example.org' }),
    await signUp(server, { email: 'bob@example.org' }),
  ];
  for (const [person, name, role] of [
    [boss, 'Ada', 'administrator'],
    [fern, 'Fern', 'member'],
    [bob, 'Bob', 'member'],
  ] as const) {
    await person.api.account.profile.setName({ name });
    await query(
      server,
      `insert into people (account, role, state, state_at) values ('${person.uid}', '${role}', 'active', 1)
      on conflict (account) do update set role = '${role}'`,
    );
  }
  const { newPage } = await newPerson(server, { as: boss, bypassCSP: true, viewport: desk });
  const page = await newPage('/people');
  await choose(page, 'Close this account…');
  await page.getByRole('dialog', { name: 'Close the account of Fern?' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close the account' }).click();
  await page.getByText(/^To be deleted on \d+ \w+ \d+$/).waitFor();

  await choose(page, 'Hand over the files…');
  const dialog = page.getByRole('dialog', { name: 'Hand over the files of Fern' });
  await dialog.getByRole('radio', { name: 'Bob' }).waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await dialog.getByText('Choose who gets the files.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('searchbox').fill('ada@');
  await dialog.getByText('Nobody of that name or email can get them.').waitFor();
  await dialog.getByRole('searchbox').fill('bob@');
  await dialog.getByRole('radio', { name: 'Bob' }).check();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.getByText(/^To be deleted on .*, files go to Bob$/).waitFor();
  expect(await barriers(page)).toEqual([]);

  await query(server, `update people set state = 'disabled' where account = '${bob.uid}'`);
  await page.reload();
  await page.getByText('Nothing is deleted until you choose somebody else.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await choose(page, 'Hand over the files…');
  await dialog.getByRole('button', { name: 'Hand over to nobody' }).click();
  await page.getByText(/^To be deleted on \d+ \w+ \d+$/).waitFor();
  await choose(page, 'Enable this account');
  await page.getByText(/^To be deleted/).waitFor({ state: 'detached' });
});

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Fern' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** At a desk and on a phone. */
async function barriers(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    found.push(...(await findBarriers(page)));
  }
  return found;
}
