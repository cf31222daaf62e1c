import type { Page } from 'playwright-core';

/** `show` is handed a page of its own. `whole`: the picture is of the whole page, not only of the part that is seen. */
export type Screen = { name: string; signedIn: boolean; whole: boolean; show(page: Page): Promise<unknown> };

/** A state of a screen, as far as it is seen. */
export function state(name: string, signedIn: boolean, show: Screen['show']): Screen {
  return { name, signedIn, whole: false, show };
}

/** Opens a page and waits until it has read what it shows. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
