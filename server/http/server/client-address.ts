import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { ServerReport } from '#contract/records/server-report.ts';

/**
 * The address of the client: that of the socket, or what X-Forwarded-For says as far as the proxies that said it are
 * trusted. Nothing a client sends by itself can change it.
 */
export function clientAddress(request: IncomingMessage, isTrustedProxy: (address: string) => boolean): string {
  // An IPv4 address on a socket that takes both versions (RFC 4291, section 2.5.5.2).
  return proxyAddr(request, isTrustedProxy).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** How a request arrived: whether a proxy says that it passed it on, and whether it is trusted. */
export function proxyOf(
  { headers, socket }: IncomingMessage,
  isTrustedProxy: (address: string) => boolean,
): ServerReport['address']['proxy'] {
  if (headers['x-forwarded-for'] === undefined) return 'none';
  return isTrustedProxy(socket.remoteAddress ?? '') ? 'trusted' : 'untrusted';
}
