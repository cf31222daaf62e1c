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

/** How long something may take to open before it is opened once more, in milliseconds. */
const openMs = 10_000;

let pages = 0;
let fences = 0;

/**
 * Has a page take in addresses, and waits until each of them was answered and whatever they began had its turn. Returns
 * those that the page says it took in.
 */
export async function runLoads(tab: Tab, site: Site, elsewhere: Elsewhere, loads: readonly Load[]): Promise<Load[]> {
  const taken: Load[] = [];
  for (let from = 0; from < loads.length; from += pageful) {
    const some = loads.slice(from, from + pageful);
    await openPage(tab, site.page);
    await tab.run(beginLoads(some));
    await waitFor(() => areSettled(tab, site, some), { what: `${some.length} loads in ${site.page}` });
    await passFence(elsewhere, (url) =>
      tab.run(`void document.body.append(Object.assign(document.createElement('iframe'), { src: '${url}' }))`),
    );
    const found = await outcomesIn(tab);
    taken.push(...some.filter(({ mark }) => found[mark] === true));
  }
  return taken;
}

/**
 * Opens addresses in tabs, one after the other in each, and waits as above. `afterEach`: what is done in a tab before the next
 * address takes its place, and ends what its page has begun.
 */
export async function runNavigations(
  tabs: readonly Tab[],
  site: Site,
  elsewhere: Elsewhere,
  loads: readonly Pick<Load, 'mark' | 'url'>[],
  afterEach: (tab: Tab) => Promise<void> = async () => {},
): Promise<void> {
  const waiting = loads.values();
  await Promise.all(
    tabs.map(async (tab) => {
      for (const { mark, url } of waiting) {
        await openUntil(
          () => tab.goto(new URL(url, site.page).href),
          () => site.arrived.has(mark),
          url,
        );
        await afterEach(tab);
      }
      await passFence(elsewhere, (url) => tab.goto(url));
    }),
  );
}

/** Waits until a picture was answered, and with it, on a machine that is busy, what the page asked for before. */
export async function letFinish(tab: Tab, elsewhere: Elsewhere): Promise<void> {
  const picture = elsewhere.fence(String(++fences));
  const answered = `new Promise((done) => {
    const picture = new Image();
    picture.onload = picture.onerror = () => done(true);
    setTimeout(done, ${openMs}, true);
    picture.src = '${picture}';
  })`;
  // The page may have left meanwhile, or be none.
  await tab.run(answered).catch(() => {});
}

/** Where a download has no event, and a picture of several parts none either. */
const mayBeSilent = new Set(['frame', 'image', 'object', 'embed', 'worker', 'sharedWorker']);

/** Whether each load has an outcome, or its request is through. */
async function areSettled(tab: Tab, { arrived }: Site, loads: readonly Load[]): Promise<boolean> {
  const found = await outcomesIn(tab);
  const waiting = loads.filter(
    ({ mark, context }) => found[mark] === undefined && !(mayBeSilent.has(context) && arrived.has(mark)),
  );
  const [first] = waiting;
  if (first) throw new Error(`${waiting.length} have not come, first ${first.url} as ${first.context}`);
  return true;
}

async function outcomesIn(tab: Tab): Promise<Record<string, boolean>> {
  return (await tab.run(outcomes)) as Record<string, boolean>;
}

/** Opens a page again; loads that begin on the page before it would tell nothing. */
async function openPage(tab: Tab, page: string): Promise<void> {
  const query = `?${++pages}`;
  await openUntil(
    () => tab.goto(`${page}${query}`),
    async () => (await tab.run(`location.search === '${query}' && document.readyState === 'complete'`)) === true,
    page,
  );
}

/** A script that is known to run: what began before it has had its turn when it has told the canary. */
async function passFence(elsewhere: Elsewhere, open: (url: string) => Promise<unknown>): Promise<void> {
  const name = String(++fences);
  await openUntil(
    () => open(elsewhere.fence(name)),
    () => elsewhere.passed.has(name),
    'the script of the fence',
  );
}

/**
 * Opens something until it is there. A file that has come to life may take the whole page elsewhere, which stops everything
 * that the page is loading.
 */
async function openUntil(
  open: () => Promise<unknown>,
  isThere: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  await waitFor(
    async () => {
      await open();
      return await waitFor(isThere, { what, timeoutMs: openMs });
    },
    { what },
  );
}
