import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What WCAG 2.2 AA asks for, and axe's own best practices. */
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** The rules that depend on colours. */
const ofColours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/**
 * What axe-core finds on a page as it stands, and in dark, one line for each finding. The page's context is in light and
 * needs `bypassCSP`.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const found = await runAxe(page, options);
  await page.emulateMedia({ colorScheme: 'dark' });
  const foundInDark = await runAxe(page, ofColours);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found, ...foundInDark.map((line) => `${line} (in dark)`)];
}

/** Waits until nothing fades or moves: a half-shown text has not its contrast yet. */
async function runAxe(page: Page, run: RunOptions): Promise<string[]> {
  await page.evaluate(async () => {
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled([document.fonts.ready, ...moving.map(({ finished }) => finished)]);
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }).axe.run(given),
    run,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(' ')}) ${any[0]?.message ?? ''}`.trim()),
  );
}
