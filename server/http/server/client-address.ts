import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * The address of the client: that of the socket, or what X-Forwarded-For says as far as the proxies that said it are
 * trusted. Nothing a client sends by itself can change it.
 */
export function clientAddress(request: IncomingMessage, isTrustedProxy: (address: string) => boolean): string {
  return proxyAddr(request, isTrustedProxy);
}
