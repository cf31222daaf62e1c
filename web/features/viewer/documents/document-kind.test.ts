import { expect, test } from 'vitest';
import { documentKindOf } from './document-kind.ts';

test.each([
  ['application/pdf', 'recipes.pdf', 'pdf'],
  ['application/octet-stream', 'recipes.PDF', 'pdf'],
  ['image/jpeg', 'recipes.pdf', undefined],
  ['text/markdown', 'letter', 'markdown'],
  ['application/octet-stream', 'letter.md', 'markdown'],
  ['image/png', 'letter.md', undefined],
  ['text/csv', 'prints.csv', 'table'],
  ['application/vnd.ms-excel', 'prints.csv', 'table'],
  ['text/plain', 'prints.tsv', 'table'],
  ['application/json', 'settings', 'code'],
  ['application/ld+json', 'things', 'code'],
  ['text/html', 'page.html', 'code'],
  ['video/mp2t', 'program.ts', 'code'],
  ['video/mp2t', 'film.mts', undefined],
  ['application/rls-services+xml', 'main.rs', 'code'],
  ['application/octet-stream', 'main.go', 'code'],
  ['application/octet-stream', '.bashrc', 'code'],
  ['text/plain', 'notes.txt', 'text'],
  ['text/calendar', 'summer', 'text'],
  ['application/octet-stream', 'server.log', 'text'],
  ['text/rtf', 'letter.rtf', undefined],
  ['application/octet-stream', 'go', undefined],
  ['application/octet-stream', 'pattern.pes', undefined],
  ['application/zip', 'things.zip', undefined],
  ['image/svg+xml', 'drawing.svg', undefined],
])('%s called %s is shown as %s', (contentType, name, kind) => {
  expect(documentKindOf(contentType, name)).toBe(kind);
});
