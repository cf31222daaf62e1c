import { expect, test } from 'vitest';
import { decodeString, type StringFormat } from './string-formats.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test.each<[StringFormat, string, string, string | undefined]>([
  ['raw', 'Grüße', 'Grüße', undefined],
  ['base64', 'R3LDvMOfZQ==', 'Grüße', undefined],
  ['base64', 'R3LDvMOfZQ', 'Grüße', undefined],
  ['base64url', 'Pz8_Pj4-', '???>>>', undefined],
  ['data_url', 'data:text/plain;charset=utf-8,Gr%C3%BC%C3%9Fe', 'Grüße', 'text/plain;charset=utf-8'],
  ['data_url', 'data:text/plain;base64,R3LDvMOfZQ==', 'Grüße', 'text/plain'],
  ['data_url', 'data:,', '', undefined],
])('%s %s', (format, given, expected, contentType) => {
  const decoded = decodeString(given, format);
  expect([text(decoded.bytes), decoded.contentType]).toEqual([expected, contentType]);
});

test.each<[StringFormat, string]>([
  ['raw', '\ud800'],
  ['base64', 'Pz8_'],
  ['base64', 'abcde'],
  ['base64', 'ab\ncd'],
  ['base64url', 'Pz8/'],
  ['data_url', 'text/plain,no scheme'],
  ['data_url', 'data:text/plain;base64,***'],
  ['data_url', 'data:,%E0%A4%A'],
])('%s %j is malformed', (format, given) => {
  expect(() => decodeString(given, format)).toThrow(expect.objectContaining({ code: 'invalid-format' }));
});
