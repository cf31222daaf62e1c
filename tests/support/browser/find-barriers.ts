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

/**
 * What axe-core finds on a page as it stands, one line for each finding. The page's context needs `bypassCSP`. Waits
 * until nothing fades or moves: a half-shown text has not its contrast yet.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled([document.fonts.ready, ...moving.map(({ finished }) => finished)]);
  });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (run) => (globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }).axe.run(run),
    options,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(' ')}) ${any[0]?.message ?? ''}`.trim()),
  );
}
