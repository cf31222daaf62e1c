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

/** Opens the details of the first picture of the folder that the page shows. */
export async function openDetails(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More actions for .*\.(webp|jpg)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByText(/^(Verified on|Checked on arrival|Damaged)/).waitFor();
}
