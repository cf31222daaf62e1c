import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';
import type { ServerReport } from '#contract/records/server-report.ts';

/** An address with a port, as some proxies write it (RFC 7239, section 6). */
const withPort = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * The address of the client: that of the socket, or what X-Forwarded-For says as far as the proxies that said it are
 * trusted. Where a proxy said something else than an address, it is that of the proxy. Nothing a client sends by itself can
 * change it.
 */
export function clientAddress(request: IncomingMessage, isTrustedProxy: (address: string) => boolean): string {
  const addresses = proxyAddr.all(request, (address) => isTrustedProxy(withoutPort(address))).map(withoutPort);
  const address = addresses.findLast((said) => isIP(said) !== 0) ?? '';
  // An IPv4 address on a socket that takes both versions (RFC 4291, section 2.5.5.2).
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

function withoutPort(address: string): string {
  const [, ipv6, ipv4] = withPort.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** How a request arrived: whether a proxy says that it passed it on, and whether it is trusted. */
export function proxyOf(
  { headers, socket }: IncomingMessage,
  isTrustedProxy: (address: string) => boolean,
): ServerReport['address']['proxy'] {
  if (headers['x-forwarded-for'] === undefined) return 'none';
  return isTrustedProxy(socket.remoteAddress ?? '') ? 'trusted' : 'untrusted';
}
