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
