import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

/** What windows-1252 has where Latin-1 has controls. */
const windows = new Map([
  ['–', 0x96],
  ['“', 0x93],
  ['”', 0x94],
]);

const sentence = 'März 1987 – the lake\tis “cold”.\n';

test.each([
  ['UTF-8', utf8(sentence)],
  ['UTF-8 with its mark', utf8(`\ufeff${sentence}`)],
  ['UTF-16, little-endian', utf16(sentence)],
  ['UTF-16, little-endian, with its mark', utf16(`\ufeff${sentence}`)],
  ['UTF-16, big-endian', swapped(utf16(sentence))],
  ['UTF-16, big-endian, with its mark', swapped(utf16(`\ufeff${sentence}`))],
  ['windows-1252', Uint8Array.from(sentence, (character) => windows.get(character) ?? character.charCodeAt(0))],
])('a text in %s is read', (_name, bytes) => {
  expect(decodeText(bytes)).toBe(sentence);
});

test('UTF-16 without a mark is known by its spaces and ends of lines alone', () => {
  const text = '春の湖は 冷たい\n舟は もう 出た\n';
  expect(decodeText(utf16(text))).toBe(text);
  expect(decodeText(swapped(utf16(text)))).toBe(text);
});

test.each([1, 2, 3])('a character that is cut after %i bytes of its four is left out', (kept) => {
  const whole = utf8('the boat 🚣');
  expect(decodeText(whole.subarray(0, whole.length - 4 + kept))).toBe('the boat ');
});

test('lines end alike, whatever they ended with', () => {
  expect(decodeText(utf8('one\r\ntwo\rthree\nfour'))).toBe('one\ntwo\nthree\nfour');
});

test('colours of a terminal are part of a text, and so is a stray zero', () => {
  const log = `\u001b[32mready\u001b[0m\n${'all is well\n'.repeat(50)}\0`;
  expect(decodeText(utf8(log))).toBe(log);
  expect(decodeText(new Uint8Array())).toBe('');
});

test.each([
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 1, 0])],
  ['bytes of all kinds', Uint8Array.from({ length: 4096 }, (_, at) => (at * 167 + (at >> 5)) % 256)],
  ['zeros', new Uint8Array(4096)],
])('%s is no text', (_name, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer);
}

function swapped(bytes: Uint8Array): Uint8Array {
  return bytes.map((_byte, at) => bytes[at ^ 1] ?? 0);
}
