import type { OwnFacts } from '#contract/records/facts.ts';
import type { Bytes } from '../headers/tiff-directories.ts';
import { aiffFacts } from './aiff-facts.ts';
import { asfFacts } from './asf-facts.ts';
import { aviFacts } from './avi-facts.ts';
import { flvFacts } from './flv-facts.ts';
import { mpegFacts } from './mpeg-facts.ts';

const readers: [RegExp, (file: Bytes) => Promise<Partial<OwnFacts>>][] = [
  [/^video\/(x-msvideo|msvideo|avi|vnd\.avi)$/, aviFacts],
  [/^(video|audio)\/x-ms-(wmv|wma|asf)$/, asfFacts],
  [/^video\/(mpeg|mp2p|x-mpeg)$/, mpegFacts],
  [/^video\/(x-)?flv$/, flvFacts],
  [/^audio\/(x-)?aiff$/, aiffFacts],
];

/** The facts of films and sounds of older kinds, of which nothing is decoded; undefined if it is of another kind. */
export async function olderFacts(file: Bytes & { contentType: string }): Promise<Partial<OwnFacts> | undefined> {
  const reader = readers.find(([types]) => types.test(file.contentType))?.[1];
  return await reader?.(file).catch(() => undefined);
}
