import type { Person } from '#tests/support/client/build-account.ts';
import { open, type Screen, state } from './screen.ts';

/** Stars the folders and files of these names. */
export async function starSome(person: Person, names: readonly string[]): Promise<void> {
  for (const q of names) {
    const { hits } = await person.api.search({ q, limit: 1 });
    const { folder, file } = hits[0]?.entry ?? {};
    const id = (folder ?? file)?.id;
    if (id !== undefined) await person.api.entries.update({ id, starred: true });
  }
}

/** Starred and Recent in their states, the profile's storage that cannot be read, and the palette. */
export const viewScreens: Screen[] = [
  state('starred-empty', true, async (page) => {
    await page.route('**/api/views/*', (route) => route.fulfill({ json: { hits: [], nextCursor: null, revision: 0 } }));
    await open(page, '/starred');
  }),
  state('recent-loading', true, async (page) => {
    await page.route('**/api/views/*', () => {}); // An answer that never comes.
    await page.goto('/recent');
    await page.getByRole('heading', { name: 'Recent' }).waitFor();
  }),
  state('recent-unreachable', true, async (page) => {
    await page.route('**/api/views/*', (route) => route.abort());
    await page.goto('/recent');
    await page.getByRole('alert').waitFor();
  }),
  state('starred-offline', true, async (page) => {
    await open(page, '/starred');
    await page.context().setOffline(true);
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
  }),
  state('storage-failed', true, async (page) => {
    await page.route('**/api/account/storage', (route) => route.abort());
    await open(page, '/dashboard/storage');
    await page.getByRole('region', { name: 'Storage' }).scrollIntoViewIfNeeded();
  }),
  ...['', 'su', 'no such thing'].map((typed, at) =>
    state(['palette-recent', 'palette', 'palette-nothing'][at] ?? '', true, async (page) => {
      await open(page, '/task');
      await page.keyboard.press('/');
      const palette = page.getByRole('dialog', { name: 'Find folders and files' });
      await palette.getByRole('combobox').fill(typed);
      if (typed === 'no such thing') await palette.getByText('No results for').waitFor();
      else await palette.getByRole('option').locator('b').first().waitFor();
    }),
  ),
];
