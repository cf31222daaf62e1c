import { isIPv4, isIPv6 } from 'node:net';
import { callsFactor24, callsFactor48, callsFactor56 } from '#contract/limits.ts';

/** A network that an address belongs to, and how many times the calls of a single client it may make. */
export type Network = { name: string; factor: number };

/** An IPv4 address on a socket that takes both versions (RFC 4291, section 2.5.5.2). */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The networks of a client's address, the narrowest first. A single client has an IPv4 address or an IPv6 /64; providers
 * give a customer up to a /48 (RFC 6177), so wider networks count as well.
 */
export function networksOf(address: string): Network[] {
  const ip = mapped.exec(address)?.[1] ?? address.replace(/%.*$/, '');
  if (isIPv4(ip)) {
    return [
      { name: ip, factor: 1 },
      { name: `${ip.replace(/\.\d+$/, '.0')}/24`, factor: callsFactor24 },
    ];
  }
  if (!isIPv6(ip)) return [{ name: address, factor: 1 }];
  const [a = '', b = '', c = '', d = ''] = groupsOf(ip);
  const firstHalf = d.padStart(4, '0').slice(0, 2);
  return [
    { name: `${a}:${b}:${c}:${d}::/64`, factor: 1 },
    { name: `${a}:${b}:${c}:${firstHalf}00::/56`, factor: callsFactor56 },
    { name: `${a}:${b}:${c}::/48`, factor: callsFactor48 },
  ];
}

/** The widest of the networks, which may belong to one person. */
export function widestOf(address: string): string {
  return networksOf(address).at(-1)?.name ?? address;
}

/** The first groups of an IPv6 address, without leading zeros (RFC 5952). */
function groupsOf(ip: string): string[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
