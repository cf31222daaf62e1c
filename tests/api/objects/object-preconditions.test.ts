import { beforeAll, expect, test } from 'vitest';
import { bucket, outcome } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const body = bytes(1000);

let ada: Person;
beforeAll(async () => {
  ada = await signUp(await sharedServer());
});

const mismatch = [412, 'generation-mismatch'];
const generation = (n: number | string) => ({ headers: { 'if-generation-match': String(n) } });

test('hold for every method, as header or parameter', async () => {
  const path = 'expected.txt';
  expect(await outcome(await bucket(ada).put(path, body, generation(1)))).toEqual(mismatch);
  expect((await bucket(ada).put(path, body, generation(0))).status).toBe(201);
  expect(await outcome(await bucket(ada).put(path, body, generation(0)))).toEqual(mismatch);
  expect(await outcome(await bucket(ada).put(path, body, { query: { ifGenerationMatch: '7' } }))).toEqual(mismatch);
  expect((await bucket(ada).put(path, body, { query: { ifGenerationMatch: '1' } })).status).toBe(200);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const sent = method === 'PATCH' ? '{}' : undefined;
    expect(await outcome(await bucket(ada).call(method, path, generation(1), sent))).toEqual(mismatch);
  }
  const media = { query: { alt: 'media' }, ...generation(1) };
  expect(await outcome(await bucket(ada).call('GET', path, media))).toEqual(mismatch);
  expect((await bucket(ada).call('GET', path, generation(2))).status).toBe(200);
  const metageneration = (n: number) => ({ headers: { 'if-metageneration-match': String(n) } });
  expect((await bucket(ada).patch(path, {}, metageneration(1))).status).toBe(200);
  expect(await outcome(await bucket(ada).patch(path, {}, metageneration(1)))).toEqual(mismatch);
  expect((await bucket(ada).call('DELETE', path, generation(2))).status).toBe(204);
  const nowhere = { query: { createFolders: 'true' }, ...generation(3) };
  expect(await outcome(await bucket(ada).put('Nowhere/a.txt', body, nowhere))).toEqual(mismatch);
  expect((await ada.api.folders.children({ id: 'root' })).folders.map(({ name }) => name)).not.toContain('Nowhere');
});

test.each(['-1', 'x', '1.5', '', '9'.repeat(20)])('%j is no generation', async (value) => {
  const query = { ifGenerationMatch: value };
  expect(await outcome(await bucket(ada).put('a.txt', body, { query }))).toEqual([400, 'invalid-input']);
});

test('of HTTP: only what is new, and no entity tags', async () => {
  const isNew = { headers: { 'if-none-match': '*' } };
  expect((await bucket(ada).put('new.txt', body, isNew)).status).toBe(201);
  expect(await outcome(await bucket(ada).put('new.txt', body, isNew))).toEqual(mismatch);
  const since = new Date().toUTCString();
  for (const [name, value] of [
    ['if-match', '"x"'],
    ['if-none-match', '"x"'],
    ['if-unmodified-since', since],
    ['if-metageneration-match', '1'],
  ] as const) {
    const conditional = { headers: { [name]: value } };
    expect(await outcome(await bucket(ada).put('new.txt', body, conditional))).toEqual([400, 'invalid-input']);
    expect((await bucket(ada).metadata('new.txt')).generation).toBe(1);
  }
  const part = { headers: { 'content-range': 'bytes 0-999/2000' } };
  expect(await outcome(await bucket(ada).put('new.txt', body, part))).toEqual([400, 'invalid-input']);
});

test('of many writers at once exactly one wins', async () => {
  for (const expected of [0, 1, 2]) {
    const writers = Array.from({ length: 6 }, (_, i) =>
      bucket(ada).put(
        'race.txt',
        i % 2 === 0 ? bytes(100 + i) : new Blob([bytes(100 + i)]).stream(),
        generation(expected),
      ),
    );
    const answers = await Promise.all(writers);
    const won = answers.filter(({ ok }) => ok);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(5);
    const told = await won[0]?.json();
    expect(told.generation).toBe(expected + 1);
    expect(await bucket(ada).metadata('race.txt')).toEqual(told);
  }
});

test('of many changes of the metadata exactly one wins', async () => {
  await bucket(ada).store('meta-race.txt', body);
  const headers = { 'if-metageneration-match': '1' };
  const languages = ['de', 'en', 'fr', 'it'];
  const answers = await Promise.all(
    languages.map((contentLanguage) => bucket(ada).patch('meta-race.txt', { contentLanguage }, { headers })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await bucket(ada).metadata('meta-race.txt')).metageneration).toBe(2);
});
