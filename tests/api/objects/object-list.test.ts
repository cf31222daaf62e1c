import { beforeAll, describe, expect, test } from 'vitest';
import type { ObjectList } from '#contract/records/objects.ts';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const paths = [
  'A.txt',
  'Holidays/2023/b.txt',
  'Holidays/2023/Été/日本 1.jpg',
  'Holidays/2023/Été/日本 2.jpg',
  'Holidays/2024/a.txt',
  'Holidays/plan.txt',
  'Holidays-plan.txt',
  'Home.txt',
  'a.txt.bak',
  'z 😀.txt',
  'z ￮.txt',
];
/** Depth first, each folder in the order of the UTF-8 bytes of the names. */
const inOrder = [
  'A.txt',
  'Holidays/2023/b.txt',
  'Holidays/2023/Été/日本 1.jpg',
  'Holidays/2023/Été/日本 2.jpg',
  'Holidays/2024/a.txt',
  'Holidays/plan.txt',
  'Holidays-plan.txt',
  'Home.txt',
  'a.txt.bak',
  'z ￮.txt',
  'z 😀.txt',
];

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('a list of objects', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp(server);
    for (const path of paths) await bucket(ada).store(path, bytes(5));
    await ada.api.folders.create({ name: 'Empty', parentId: null });
  });
  const pathsOf = ({ items }: ObjectList) => items.map(({ fullPath }) => fullPath.slice(ada.uid.length + 1));

  test('is the whole tree, depth first', async () => {
    const list = await bucket(ada).list();
    expect(pathsOf(list)).toEqual(inOrder);
    expect(list).toMatchObject({ prefixes: [], nextPageToken: null });
    expect(list.items[1]).toEqual(await bucket(ada).metadata('Holidays/2023/b.txt'));
  });

  test.each([
    ['H', inOrder.filter((path) => path.startsWith('H'))],
    ['Holidays/', inOrder.filter((path) => path.startsWith('Holidays/'))],
    ['Holidays/202', inOrder.filter((path) => path.startsWith('Holidays/202'))],
    ['Holidays/2023/Été/日', ['Holidays/2023/Été/日本 1.jpg', 'Holidays/2023/Été/日本 2.jpg']],
    ['A.txt', ['A.txt']],
    ['A.txt/', []],
    ['Holidays/nothing', []],
    ['No/such', []],
    ['/', []],
    ['%', []],
    ['_', []],
    ['\0', []],
    ['a\0b/', []],
  ])('with the prefix %j', async (prefix, expected) => {
    expect(pathsOf(await bucket(ada).list({ prefix }))).toEqual(expected);
  });

  test('with a delimiter deeper things fold into prefixes', async () => {
    const delimiter = '/';
    const top = await bucket(ada).list({ delimiter });
    expect(pathsOf(top)).toEqual(inOrder.filter((path) => !path.includes('/')));
    expect(top.prefixes).toEqual(['Empty/', 'Holidays/']);
    const holidays = await bucket(ada).list({ delimiter, prefix: 'Holidays/' });
    expect([pathsOf(holidays), holidays.prefixes]).toEqual([
      ['Holidays/plan.txt'],
      ['Holidays/2023/', 'Holidays/2024/'],
    ]);
    const begun = await bucket(ada).list({ delimiter, prefix: 'Hol' });
    expect([pathsOf(begun), begun.prefixes]).toEqual([['Holidays-plan.txt'], ['Holidays/']]);
  });

  test.each([1, 2, 3, 7])('in pages of %i', async (size) => {
    for (const query of [{}, { prefix: 'H' }, { delimiter: '/' }] as Record<string, string>[]) {
      const whole = await bucket(ada).list(query);
      const pages = await readPages(ada, { ...query, maxResults: String(size) });
      for (const page of pages) expect(page.items.length + page.prefixes.length).toBeLessThanOrEqual(size);
      expect(pages.flatMap((page) => page.items)).toEqual(whole.items);
      expect(pages.flatMap((page) => page.prefixes)).toEqual(whole.prefixes);
    }
  });

  test.each<Record<string, string>>([
    { maxResults: '0' },
    { maxResults: '1001' },
    { maxResults: '-1' },
    { maxResults: 'x' },
    { maxResults: '' },
    { delimiter: ',' },
    { pageToken: 'x' },
    { pageToken: '' },
    { pageToken: Buffer.from('[]').toString('base64url') },
    { pageToken: Buffer.from('["",false,"a\\u0000"]').toString('base64url') },
    { prefx: 'H' },
    { alt: 'json' },
  ])('%j is refused', async (query) => {
    expect(await outcome(await bucket(ada).call('GET', '', { query }))).toEqual([400, 'invalid-input']);
  });

  test('goes on with a page of the same list only, and takes no parameter twice', async () => {
    const { nextPageToken: pageToken } = await bucket(ada).list({ maxResults: '1', prefix: 'Holidays/' });
    const others: Record<string, string>[] = [{}, { prefix: 'H' }, { prefix: 'Holidays/', delimiter: '/' }];
    for (const other of others)
      expect(
        await outcome(await bucket(ada).call('GET', '', { query: { ...other, pageToken: pageToken ?? '' } })),
      ).toEqual([400, 'invalid-input']);
    const twice = await ada.fetch('/api/objects?prefix=H&prefix=a');
    expect(await outcome(twice)).toEqual([400, 'invalid-input']);
  });

  test('is empty for somebody else, and nothing for nobody', async () => {
    const bob = await signUp(server);
    expect(await bucket(bob).list()).toEqual({ items: [], prefixes: [], nextPageToken: null });
    const { nextPageToken } = await bucket(ada).list({ maxResults: '3' });
    expect((await bucket(bob).list({ pageToken: nextPageToken ?? '' })).items).toEqual([]);
    expect((await fetch(`${server.baseUrl}/api/objects`)).status).toBe(401);
  });
});

test('a list continues when things change between its pages', async () => {
  const eve = await signUp(server);
  for (const path of ['a/1', 'a/2', 'b/1', 'b/2', 'b/3', 'c']) await bucket(eve).store(path, bytes(1));
  const first = await bucket(eve).list({ maxResults: '4' });
  expect(first.items.at(-1)?.fullPath).toBe(`${eve.uid}/b/2`);
  const { folders } = await eve.api.folders.children({ id: 'root' });
  await bucket(eve).call('DELETE', 'b/2');
  await bucket(eve).store('a/3', bytes(1));
  await bucket(eve).store('b/2a', bytes(1));
  const pageToken = first.nextPageToken ?? '';
  expect((await bucket(eve).list({ pageToken })).items.map(({ name }) => name)).toEqual(['2a', '3', 'c']);
  await eve.api.entries.remove({ id: folders.find(({ name }) => name === 'b')?.id ?? '' });
  expect((await bucket(eve).list({ pageToken })).items.map(({ name }) => name)).toEqual(['c']);
});

test('some hundred objects in many folders', async () => {
  const fay = await signUp(server);
  const names = Array.from(
    { length: 450 },
    (_, i) => `Ünïcode ${i % 7}/${i % 3 === 0 ? 'deep/er/' : ''}№ ${String(i).padStart(3, '0')}`,
  );
  for (let i = 0; i < names.length; i += 25) {
    await Promise.all(names.slice(i, i + 25).map((path) => bucket(fay).store(path, bytes(i))));
  }
  const pages = await readPages(fay, { maxResults: '100' });
  const found = pages.flatMap(({ items }) => items.map(({ fullPath }) => fullPath.slice(fay.uid.length + 1)));
  expect(new Set(found).size).toBe(450);
  expect(found.toSorted()).toEqual(names.toSorted());
  const folded = await readPages(fay, { prefix: 'Ünïcode 3/', delimiter: '/', maxResults: '10' });
  expect(folded.flatMap(({ prefixes }) => prefixes)).toEqual(['Ünïcode 3/deep/']);
});

async function readPages(person: Person, query: Record<string, string>): Promise<ObjectList[]> {
  const pages = [await bucket(person).list(query)];
  for (let token = pages[0]?.nextPageToken; token; token = pages.at(-1)?.nextPageToken) {
    pages.push(await bucket(person).list({ ...query, pageToken: token }));
  }
  return pages;
}
