/** The quota of an account that has none, whatever the default is, in bytes. */
export const noQuotaBytes = Number.MAX_SAFE_INTEGER;

const prefixes = ['', 'k', 'm', 'g', 't', 'p'];

/**
 * The bytes of a size as people type it, such as `50 GB` or `1.5TiB`; undefined when it is none, too large to count, or without
 * its unit, which `50` would leave open: only 0 needs none.
 */
export function bytesOf(text: string): number | undefined {
  const [, number, prefix = '', binary, unit] = /^(\d+(?:\.\d+)?)\s*(?:([kmgtp])?(i)?(b))?$/i.exec(text.trim()) ?? [];
  if (number === undefined || (binary !== undefined && prefix === '')) return undefined;
  const step = binary === undefined ? 1000 : 1024;
  const bytes = Math.round(Number(number) * step ** prefixes.indexOf(prefix.toLowerCase()));
  return Number.isSafeInteger(bytes) && (bytes === 0 || unit !== undefined) ? bytes : undefined;
}
