import { beforeAll, describe, expect, test } from 'vitest';
import type { Tab } from '#tests/support/browser/firefox.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { faultSetting } from '#tests/support/server/fault-settings.ts';
import { type AddressKind, addressKinds } from './addresses.ts';
import { corpus } from './corpus/corpus.ts';
import { type Context, contexts, type Load } from './load-in-page.ts';
import { letFinish, runLoads, runNavigations } from './run-loads.ts';
import { type OpenTabs, type Scene, type Stored, setScene } from './scene.ts';

/** Contexts in which a page has run or applied what it says it took in. */
const applied = new Set<Context>(['script', 'module', 'style', 'worker', 'sharedWorker', 'serviceWorker']);
const foreignContexts = ['script', 'module', 'style', 'image', 'object', 'frame'] as const;
/** More than this share of the files, of a hundred, has to come to life where nothing protects. */
const leastAlive: Partial<Record<Context | 'tab', number>> = { frame: 25, object: 15, script: 3, module: 3, tab: 25 };
const tabCount = 4;
/** Of the files where nothing protects, the short form opens every so-manyth in a tab. */
const shortControlShare = 4;
/** The long forms take minutes. */
const longMs = 3_600_000;

/**
 * Hostile files at every address that gives bytes, in every way in which a page takes in an address. `share`: the short
 * form takes every so-manyth file.
 */
export function describeHostileFiles(browserName: string, openTabs: OpenTabs, share: number): void {
  /** At how many addresses each file is taken, in each context: another one in each. */
  const addresses = Math.min(faultSetting('addresses', 1), addressKinds.length);
  const controlShare = addresses === 1 ? shortControlShare : 1;
  const counts = { loads: 0, alive: new Set<number>() };
  let scene: Scene;
  let tabs: Tab[];
  let began = 0;
  let marks = 0;

  describe(`hostile files in ${browserName}`, { timeout: testMs + longMs }, () => {
    beforeAll(async () => {
      scene = await setScene(faultSetting('share', share));
      tabs = await openTabs(scene.person, scene.front, tabCount);
      began = performance.now();
    }, testMs);

    test('come to life where nothing protects', async () => {
      const { elsewhere, stored } = scene;
      const site = { page: elsewhere.blank, arrived: elsewhere.arrived };
      const controls = (context: Context) => stored.map(({ file }) => markedLoad(elsewhere.control(file), context));
      for (const context of contexts) {
        const taken = await runLoads(firstTab(), site, elsewhere, controls(context));
        // A picture is shown and a style sheet applied; few of them request anything.
        expectAlive(context, stored.length, context === 'image' || context === 'style' ? taken.length : 0);
      }
      const opened = stored.filter((_, at) => at % controlShare === 0);
      await runNavigations(
        tabs,
        site,
        elsewhere,
        opened.map(({ file }) => markedLoad(elsewhere.control(file), 'frame')),
        (tab) => letFinish(tab, elsewhere),
      );
      expectAlive('tab', opened.length);
    });

    test('do nothing in a page of the app, even in one without a policy', async () => {
      await expectInert(scene.front.blank, contexts, (context) => applied.has(context));
    });

    test('do nothing in a page of another site, which cannot even show them', async () => {
      await expectInert(
        scene.elsewhere.blank,
        foreignContexts,
        (context) => applied.has(context) || context === 'image',
      );
    });

    test('do nothing in a tab of their own', async () => {
      const { front, elsewhere } = scene;
      const loads = scene.stored.flatMap((stored) => loadsOf(stored, 'frame', contexts.length));
      await runNavigations(tabs, { page: front.blank, arrived: front.arrived }, elsewhere, loads);
      expect([...hits(), ...front.takeComplaints()]).toEqual([]);
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(
        `hostile: ${browserName}, ${scene.stored.length} files (${scene.refused} refused), ${addressKinds.length} addresses each, ${counts.loads} loads in ${seconds} s, ${front.judged()} responses judged, ${counts.alive.size} files alive where nothing protects, 0 here`,
      );
    });

    async function expectInert(page: string, ways: readonly Context[], isWrong: (context: Context) => boolean) {
      const { front, elsewhere, stored } = scene;
      const loads = ways.flatMap((context, at) => stored.flatMap((one) => loadsOf(one, context, at)));
      const taken = await runLoads(firstTab(), { page, arrived: front.arrived }, elsewhere, loads);
      const wrong = taken.filter(({ context }) => isWrong(context)).map(({ context, url }) => `${url}: as ${context}`);
      expect([...hits(), ...wrong, ...front.takeComplaints()]).toEqual([]);
    }

    function expectAlive(where: Context | 'tab', tried: number, shown = 0) {
      const alive = new Set(scene.elsewhere.takeHits().map(({ file }) => file));
      for (const file of alive) counts.alive.add(file);
      const percent = (100 * Math.max(alive.size, shown)) / tried;
      expect(percent, `files that come to life as ${where}, of a hundred`).toBeGreaterThan(leastAlive[where] ?? 0);
    }
  });

  /** Of the files at their addresses: another one in each way. */
  function loadsOf({ file, addresses: known }: Stored, context: Context, turn: number): Load[] {
    return Array.from({ length: addresses }, (_, at) => {
      const kind = addressKinds[(file + turn + at) % addressKinds.length] as AddressKind;
      return markedLoad(`${scene.front.baseUrl}${known[kind]}&`, context);
    });
  }

  function markedLoad(url: string, context: Context): Load {
    counts.loads++;
    const mark = String(++marks);
    return { mark, url: `${url}${url.endsWith('&') ? '' : '?'}load=${mark}`, context };
  }

  function hits(): string[] {
    return scene.elsewhere.takeHits().map(({ file, what }) => `${corpus[file]?.name} came to life (${what})`);
  }

  function firstTab(): Tab {
    const [tab] = tabs;
    if (tab === undefined) throw new Error('The browser has no tab.');
    return tab;
  }
}
