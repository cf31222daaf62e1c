import { newPerson } from '#tests/support/browser/browser.ts';
import type { Tab } from '#tests/support/browser/firefox.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { describeHostileFiles } from './suite.ts';

describeHostileFiles('Chromium', openTabs, 6);

async function openTabs(person: Person, place: { baseUrl: string }, count: number): Promise<Tab[]> {
  const browser = await newPerson(place, { as: person, acceptDownloads: false, serviceWorkers: 'allow' });
  browser.expectError(/./);
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const page = await browser.newPage();
      return {
        async goto(url: string) {
          // A download and an empty response end the navigation with an error.
          await page.goto(url).catch(() => {});
        },
        run: (expression: string) => page.evaluate(expression),
      };
    }),
  );
}
