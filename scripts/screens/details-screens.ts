import type { Page } from 'playwright-core';

/** What the details of a file say of its bytes. */
export const detailsStates = ['verified', 'waiting', 'damaged'] as const;

/** Has the page told of every file that it is in that state. */
export async function tellIntegrity(page: Page, what: (typeof detailsStates)[number]): Promise<void> {
  const at = Date.UTC(2026, 10, 18, 2, 14);
  const integrity = {
    sha256: '9f2c61ab03d4e58f7a6c1b29d0e4f83b5c7a916e2d408fb35a7c1e60942bd07e',
    md5: null,
    verifiedAt: what === 'verified' ? at : null,
    damagedAt: what === 'damaged' ? at : null,
  };
  await page.route('**/api/files/*/integrity', (route) => route.fulfill({ json: integrity }));
}

/** Has the page told of every file what a Google Takeout tells of a photograph. */
export async function tellFacts(page: Page): Promise<void> {
  await page.route('**/api/files/*/facts', async (route) => {
    const facts = (await (await route.fetch()).json()) as object;
    const takenAt = { local: '2026-08-12T03:52:10', offset: '+00:00', from: 'sidecar' };
    await route.fulfill({ json: { ...facts, takenAt, place: { latitude: 47.9161, longitude: 11.3062 }, description } });
  });
}

const description = `The boat on the first morning, before anybody else was up. The water was still cold.

Grandmother says that it lay there in 1974 too: https://example.org/albums/${'summer-at-the-lake-'.repeat(5)}1974`;

/** Opens the details of the first picture of the folder that the page shows. */
export async function openDetails(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More actions for .*\.(webp|jpg)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByText(/^(Verified on|Checked on arrival|Damaged)/).waitFor();
}
