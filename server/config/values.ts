import { bytesOf } from '#contract/texts/sizes.ts';
import { ConfigError } from '#server/errors/config-error.ts';

const maxSeconds = 3600;
const maxDays = 400;
const maxCount = 1_000_000;

export function readPort(name: string, text: string, min = 0): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= min && port <= 65_535) return port;
  throw new ConfigError(`${name} is "${text}": set it to a number from ${min} to 65535.`);
}

export function readSeconds(name: string, text: string, min = 0): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= min && seconds <= maxSeconds) return seconds;
  throw new ConfigError(`${name} is "${text}": set it to a number of seconds from ${min} to ${maxSeconds}.`);
}

/** A browser keeps a cookie for 400 days at most (RFC 6265bis, section 5.5). */
export function readDays(name: string, text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= maxDays) return days;
  throw new ConfigError(`${name} is "${text}": set it to a number of days from 1 to ${maxDays}.`);
}

export function readCount(name: string, text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= maxCount) return count;
  throw new ConfigError(`${name} is "${text}": set it to a number from 1 to ${maxCount}.`);
}

export function readSwitch(name: string, text = 'off'): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError(`${name} is "${text}": set it to on or off.`);
}

/** A size with its unit; undefined when it is not set. Throws ConfigError. */
export function readBytes(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const bytes = bytesOf(text);
  if (bytes !== undefined) return bytes;
  throw new ConfigError(`${name} is "${text}": set it to a size such as 50 GB, 500 MB or 1 TiB.`);
}

/** An address as it may be printed: without a user and a password. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/.*@/s, '//…@');
}

/** Undefined where nothing is set. */
export function readOpenIfSet(name: string, text: string | undefined): 'open' | 'closed' | undefined {
  return text === undefined ? undefined : readOpen(name, text);
}

export function readOpen(name: string, text = 'open'): 'open' | 'closed' {
  if (text === 'open' || text === 'closed') return text;
  throw new ConfigError(`${name} is "${text}": set it to open or closed.`);
}
