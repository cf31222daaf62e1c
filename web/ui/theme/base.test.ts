import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('Tailwind finds the class names of the whole web app', () => {
  const css = readFileSync('web/ui/theme/base.css', 'utf8');
  const source = /@import "tailwindcss" source\("([^"]+)"\)/.exec(css)?.[1] ?? '';
  expect(resolve('web/ui/theme', source)).toBe(resolve('web'));
});
