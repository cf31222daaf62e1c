import { expect, test } from 'vitest';
import { kindOf } from '#contract/kinds.ts';
import { extensionOf, typeText } from './file-kind.ts';

test('an extension is what follows the last dot of a name that has more than an extension', () => {
  expect(
    ['a.jpg', 'a.tar.gz', '.gitignore', 'letter', 'a.b c', 'a.\u202egpj', 'a.jpg ', 'letter. '].map(extensionOf),
  ).toEqual(['JPG', 'GZ', 'FILE', 'FILE', 'FILE', '\ufffdGPJ', 'JPG', 'FILE']);
});

test('every content type has a kind', () => {
  const types = [
    'image/heic',
    'video/mp4',
    'audio/mpeg',
    'application/pdf',
    'text/plain',
    'application/zip',
    'application/x',
  ];
  expect(types.map(kindOf)).toEqual(['photo', 'video', 'audio', 'pdf', 'text', 'archive', 'unknown']);
});

test('a type in words', () => {
  const words = (name: string, contentType: string) => typeText({ name, contentType });
  expect(words('a.jpg', 'image/jpeg')).toBe('JPG image');
  expect(words('a.tar.gz', 'application/gzip')).toBe('GZ archive');
  expect(words('a.pdf', 'application/pdf')).toBe('PDF');
  expect(words('a.txt', 'text/plain')).toBe('Text');
  expect(words('README', 'text/plain')).toBe('Text');
  expect(words('a.pes', 'application/octet-stream')).toBe('PES file');
});
