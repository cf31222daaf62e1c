import { expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { archivesIn } from './archives-in.ts';

test('the parts of a Takeout are one archive, in their order; other zips are one each', () => {
  const names = ['takeout-20240601T120000Z-002.zip', 'b-001.zip', 'takeout-20250101T000000Z-001.zip', 'b-002.zip'];
  const zips = [...names, 'takeout-20240601T120000Z-001.zip'].map((name) => ({ id: name, name }) as File);
  expect(archivesIn(zips).map((parts) => parts.map(({ name }) => name))).toEqual([
    ['b-001.zip'],
    ['b-002.zip'],
    ['takeout-20240601T120000Z-001.zip', 'takeout-20240601T120000Z-002.zip'],
    ['takeout-20250101T000000Z-001.zip'],
  ]);
});
