import type { Tab } from '#tests/support/browser/firefox.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import type { Elsewhere } from './elsewhere.ts';
import { beginLoads, type Load, outcomes } from './load-in-page.ts';

/** How many loads one page begins at a time. */
const pageful = 120;

type Site = {
  /** The page that loads. */
  page: string;
  /** The marks of the requests that are through. */
  arrived: ReadonlySet<string>;
};

let fences = 0;

/**
 * Has a page take in addresses, and waits until each of them was answered and whatever they began had its turn. Returns
 * those that the page says it took in.
 */
export async function runLoads(tab: Tab, site: Site, elsewhere: Elsewhere, loads: readonly Load[]): Promise<Load[]> {
  const taken: Load[] = [];
  for (let from = 0; from < loads.length; from += pageful) {
    const some = loads.slice(from, from + pageful);
    await tab.goto(site.page);
    await tab.run(beginLoads(some));
    const settled = await waitFor(() => settledOf(tab, site, some), { what: `${some.length} loads in ${site.page}` });
    await passFence(elsewhere, (url) =>
      tab.run(`void document.body.append(Object.assign(document.createElement('iframe'), { src: '${url}' }))`),
    );
    taken.push(...some.filter(({ mark }) => settled[mark] === true));
  }
  return taken;
}

/** Opens addresses in tabs, one after the other in each, and waits as above. */
export async function runNavigations(
  tabs: readonly Tab[],
  site: Site,
  elsewhere: Elsewhere,
  loads: readonly Pick<Load, 'mark' | 'url'>[],
): Promise<void> {
  const waiting = loads.values();
  await Promise.all(
    tabs.map(async (tab) => {
      for (const { mark, url } of waiting) {
        await tab.goto(new URL(url, site.page).href);
        await waitFor(() => site.arrived.has(mark), { what: url });
      }
      await passFence(elsewhere, (url) => tab.goto(url));
    }),
  );
}

/** Where a download has no event. */
const mayBeSilent = new Set(['frame', 'object', 'embed', 'worker', 'sharedWorker']);

/** The outcomes of loads once each has one, or its request is through. */
async function settledOf(tab: Tab, { arrived }: Site, loads: readonly Load[]) {
  const found = (await tab.run(outcomes)) as Record<string, boolean>;
  const settles = ({ mark, context }: Load) =>
    found[mark] !== undefined || (mayBeSilent.has(context) && arrived.has(mark));
  return loads.every(settles) && found;
}

/** A script that is known to run: what began before it has had its turn when it has told the canary. */
async function passFence(elsewhere: Elsewhere, open: (url: string) => Promise<unknown>): Promise<void> {
  const name = String(++fences);
  await open(elsewhere.fence(name));
  await waitFor(() => elsewhere.passed.has(name), { what: 'the script of the fence' });
}
