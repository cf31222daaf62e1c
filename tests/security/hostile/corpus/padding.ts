import { type HostileFile, page } from './hostile-file.ts';

/** What stands before a page, so that a browser that guesses a type from the first bytes guesses wrong, or right. */
const paddings: Record<string, string> = {
  none: '',
  nul: '\0',
  'nul-512': '\0'.repeat(512),
  'nul-1024': '\0'.repeat(1024),
  'space-512': ' '.repeat(512),
  'space-1445': ' '.repeat(1445),
  'newlines-1024': '\r\n'.repeat(512),
  'letters-512': 'a'.repeat(512),
  'letters-1024': 'a'.repeat(1024),
  'comment-1024': `<!--${'-'.repeat(1024)}-->`,
  controls: '\x01\x02\x03\x1b\x7f',
};

const types = ['application/octet-stream', 'text/plain', 'image/png', 'video/mp4'];

export const padded: HostileFile[] = Object.entries(paddings).flatMap(([label, before]) =>
  types.map((type, at) => ({ name: `padded-${label}-${at}`, type, body: (hit: string) => `${before}${page(hit)}` })),
);
