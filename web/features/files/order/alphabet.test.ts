import { expect, test } from 'vitest';
import { compareKeys } from '#contract/names/natural-order.ts';
import { createAlphabet } from './alphabet.ts';

/** Names of one language, in another order than its own. */
const names = {
  sv: ['öl', 'zebra', 'ärla', 'apa', 'åska', 'über', 'uber 10', 'uber 9'],
  de: ['Öl', 'Ärger', 'zwei', 'Arm', 'straße', 'strasse', 'strand', 'Oma'],
  en: ['æon', 'zoo', 'ad', 'af', 'ørsted', 'os', 'oz'],
  da: ['å', 'ø', 'æ', 'z', 'a'],
  pl: ['łata', 'lz', 'mama', 'la', 'żaba', 'zz', 'źle'],
  ru: ['йод', 'ива', 'иян', 'кот', 'ёлка', 'ель', 'яма'],
  et: ['zebra', 'tee', 'saba', 'õun', 'šokk', 'v', 'ž'],
  tr: ['ısı', 'i', 'ız', 'h', 'j'],
};

test.each(Object.entries(names))('%s: as Intl.Collator orders them', (language, mixed) => {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const key = createAlphabet(language);
  expect(mixed.toSorted((one, other) => compareKeys(key(one), key(other)))).toEqual(mixed.toSorted(compare));
});
