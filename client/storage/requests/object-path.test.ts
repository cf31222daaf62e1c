import { expect, test } from 'vitest';
import { objectPath, readAddress } from './object-path.ts';

const server = { baseUrl: 'https://home.example', fetch };

test.each(['', '/', '//'])('%j is Root', (path) => {
  expect(() => objectPath(path)).toThrow(expect.objectContaining({ code: 'invalid-root-operation' }));
});

test.each(['a//b', 'a/../b', './a'])('%j is not a path', (path) => {
  expect(() => objectPath(path)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
});

test('leading and trailing slashes are ignored', () => {
  expect(objectPath('/uid/Summer/a.jpg/')).toBe('uid/Summer/a.jpg');
});

test.each([
  ['https://home.example/api/objects/uid/My%20Summer/a%2520.jpg', { path: 'uid/My Summer/a%20.jpg' }],
  ['https://home.example/content/file-id/version-id/a.jpg?token=x', { fileId: 'file-id' }],
])('%s', (address, expected) => {
  expect(readAddress(server, address)).toEqual(expected);
});

test.each([
  'https://away.example/api/objects/a',
  'https://home.example/login',
  'a.jpg',
  'https://home.example/api/objects/%E0',
])('%s is not the URL of an object on this server', (address) => {
  expect(() => readAddress(server, address)).toThrow(expect.objectContaining({ code: 'invalid-url' }));
});
