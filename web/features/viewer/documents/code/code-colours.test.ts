/** What is coloured in a program can be read (WCAG 2.2, 1.4.3). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Colour, contrast, readColours } from '#web/ui/theme/colours.ts';

const tokens = readFileSync('web/ui/theme/tokens.css', 'utf8');
const own = readFileSync('web/features/viewer/documents/code/code-block.css', 'utf8');

test.each(['light', 'dark'] as const)('in the %s theme each ink has its contrast on a leaf', (theme) => {
  const leaf = readColours(tokens, theme).get('leaf') as Colour;
  const inks = [...readColours(own, theme)];
  expect(inks.map(([name]) => name)).toEqual(['code-string', 'code-number', 'code-comment']);
  for (const [name, ink] of inks) expect({ name, enough: contrast(ink, leaf) >= 4.5 }).toEqual({ name, enough: true });
});
