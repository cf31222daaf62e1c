import { drawings } from './drawings.ts';
import { encoded } from './encodings.ts';
import type { HostileFile } from './hostile-file.ts';
import { markup } from './markup.ts';
import { namesAndMetadata } from './names.ts';
import { padded } from './padding.ts';
import { pdfs } from './pdfs.ts';
import { polyglots } from './polyglots.ts';
import { programs } from './programs.ts';
import { shortcuts } from './shortcuts.ts';
import { typed } from './types.ts';
import { documents } from './xml.ts';

/** Everything that somebody could upload to have it run in the browser of another person. */
export const corpus: readonly HostileFile[] = [
  ...markup,
  ...encoded,
  ...padded,
  ...typed,
  ...drawings,
  ...documents,
  ...programs,
  ...polyglots,
  ...pdfs,
  ...shortcuts,
  ...namesAndMetadata,
];
