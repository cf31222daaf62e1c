import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8::ffff:1', '2001:db8::ffff:1'],
  ['::ffff:7', '::ffff:7'],
])('the client of a socket of %s is %s', (remoteAddress, address) => {
  const request = { headers: {}, socket: { remoteAddress } } as unknown as IncomingMessage;
  expect(clientAddress(request, () => false)).toBe(address);
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5:4711', '203.0.113.5'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.9, 203.0.113.5:4711, 10.0.0.2:80', '203.0.113.5'],
  ['unknown', '10.0.0.1'],
  ['203.0.113.5, unknown, 10.0.0.2', '10.0.0.2'],
])('where a trusted proxy says %s the client is %s', (said, address) => {
  const request = { headers: { 'x-forwarded-for': said }, socket: { remoteAddress: '10.0.0.1' } };
  const isTrustedProxy = (proxy: string) => ['10.0.0.1', '10.0.0.2'].includes(proxy);
  expect(clientAddress(request as unknown as IncomingMessage, isTrustedProxy)).toBe(address);
});
