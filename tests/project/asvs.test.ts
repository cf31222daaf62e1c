/** docs/asvs.md answers every requirement of OWASP ASVS 5.0.0, levels 1 and 2, once, and names files that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';

/** The levels of all requirements of each section: the first digit is that of its first requirement. */
const levels = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
const requirements = Object.entries(levels).flatMap(([section, digits]) =>
  Array.from(digits, (level, index) => ({ number: `${section}.${index + 1}`, level })).filter(
    ({ level }) => level < '3',
  ),
);

const text = readFileSync(join(projectFolder, 'docs/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, number = '', level = '', short = '', answer = '', place = '']) => ({ number, level, short, answer, place }),
);
const answers = ['met', 'not met', 'not applicable'];

describe('docs/asvs.md', () => {
  test('answers each of the 253 requirements of levels 1 and 2 once, in their order', () => {
    expect(requirements).toHaveLength(253);
    expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(requirements);
  });

  test('says of each in a few words whether it is met, and where or why', () => {
    for (const { number, short, answer, place } of rows) {
      expect([number, answers]).toEqual([number, expect.arrayContaining([answer])]);
      expect([number, short.split(' ').length <= 8, place.length > 3]).toEqual([number, true, true]);
    }
  });

  test('names files that exist', () => {
    const named = rows.flatMap(({ place }) => [...place.matchAll(/`([\w-]+\/[\w./-]+|[\w.-]+\.(?:json|ts))`/g)]);
    const missing = named.map(([, path = '']) => path).filter((path) => !isThere(path));
    expect(named.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('adds its answers up', () => {
    const sums = [...text.matchAll(/^\| (Level \d|Together) \| (.+) \|$/gm)].map(([, of = '', cells = '']) => [
      of,
      ...cells.split(' | ').map(Number),
    ]);
    expect(sums).toEqual([countOf('Level 1', '1'), countOf('Level 2', '2'), countOf('Together', '12')]);
  });
});

/** What is built or belongs to the data folder is not part of the sources. */
function isThere(path: string): boolean {
  return path === 'web/dist' || path === 'blobs/' || existsSync(join(projectFolder, path));
}

function countOf(name: string, ofLevels: string) {
  const counted = rows.filter(({ level }) => ofLevels.includes(level));
  return [name, ...answers.map((one) => counted.filter(({ answer }) => answer === one).length), counted.length];
}
