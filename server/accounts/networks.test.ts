import { expect, test } from 'vitest';
import { networksOf, widestOf } from './networks.ts';

const names = (address: string) => networksOf(address).map(({ name }) => name);

test('an IPv4 address counts by itself and with its /24, also on a socket for both versions', () => {
  expect(names('203.0.113.7')).toEqual(['203.0.113.7', '203.0.113.0/24']);
  expect(names('::ffff:203.0.113.7')).toEqual(names('203.0.113.7'));
});

test('an IPv6 address counts with its /64, /56 and /48, however it is written', () => {
  const expected = ['2001:db8:1:23ab::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48'];
  expect(names('2001:db8:1:23ab:1:2:3:4')).toEqual(expected);
  expect(names('2001:0DB8:0001:23ab::1')).toEqual(expected);
  expect(names('2001:db8:1:2301::')[1]).toBe(expected[1]);
  expect(names('2001:db8:1:ab::1')[1]).toBe('2001:db8:1:0000::/56');
  expect(names('fe80::1%eth0')).toEqual(['fe80:0:0:0::/64', 'fe80:0:0:0000::/56', 'fe80:0:0::/48']);
});

test('the wider a network, the more calls it may make', () => {
  for (const address of ['203.0.113.7', '2001:db8::1']) {
    const factors = networksOf(address).map(({ factor }) => factor);
    expect(factors[0]).toBe(1);
    expect(factors).toEqual([...new Set(factors)].toSorted((a, b) => a - b));
  }
  expect(widestOf('2001:db8:1:2::3')).toBe('2001:db8:1::/48');
});
