import { expect, test } from 'vitest';
import { isSameDevice } from './client-details.ts';

const from = (address: string, userAgent = 'Firefox/1.2') => ({ address, userAgent });

test.each([
  ['203.0.113.5', '203.0.200.9', true],
  ['203.0.113.5', '198.51.100.7', false],
  // As addresses were recorded where a socket takes both versions.
  ['::ffff:203.0.113.5', '203.0.113.6', true],
  ['::ffff:203.0.113.5', '::ffff:198.51.100.7', false],
  ['2001:db8::1', '2001:db8:0:7::1', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
])('%s and %s are one network: %s', (one, other, isSame) => {
  expect(isSameDevice(from(one), from(other))).toBe(isSame);
});

test('versions of a browser are one, browsers are not', () => {
  expect(isSameDevice(from('203.0.113.5'), from('203.0.113.5', 'Firefox/2.0'))).toBe(true);
  expect(isSameDevice(from('203.0.113.5'), from('203.0.113.5', 'Chrome/1.2'))).toBe(false);
});
