import { expect, test } from 'vitest';
import { takeoutOf } from './takeout-parts.ts';

test.each([
  ['takeout-20240601T120000Z-001.zip', 'takeout-20240601T120000Z'],
  ['takeout-20240601T120000Z-3-012.zip', 'takeout-20240601T120000Z'],
  ['takeout-20240601T120000Z.zip', undefined],
  ['takeout-20240601T120000Z-001 (2).zip', undefined],
  ['my takeout-20240601T120000Z-001.zip', undefined],
  ['photos-001.zip', undefined],
])('%s is a part of %s', (name, takeout) => {
  expect(takeoutOf(name)).toBe(takeout);
});
