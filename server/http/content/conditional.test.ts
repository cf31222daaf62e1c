import { expect, test } from 'vitest';
import { select } from './conditional.ts';

const whole = { size: 100, etag: '"v1"', lastModified: new Date('2026-01-02T03:04:05.678Z') };
const empty = { ...whole, size: 0 };
const date = 'Fri, 02 Jan 2026 03:04:05 GMT';

test.each([
  [{}, whole, { status: 200 }],
  [{ range: 'bytes=0-' }, whole, { status: 206, start: 0, end: 99 }],
  [{ range: 'bytes=-1000' }, whole, { status: 206, start: 0, end: 99 }],
  [{ range: 'bytes=99-' }, whole, { status: 206, start: 99, end: 99 }],
  [{ range: 'bytes=100-' }, whole, { status: 416 }],
  [{ range: 'bytes=-0' }, whole, { status: 416 }],
  [{ range: 'bytes=0-' }, empty, { status: 416 }],
  [{ range: 'bytes=1-0' }, whole, { status: 416 }],
  [{ range: 'bytes=abc' }, whole, { status: 200 }],
  [{ range: 'bytes=-' }, whole, { status: 200 }],
  [{ range: 'bytes=99999999999999999999-' }, whole, { status: 416 }],
  [{ range: 'bytes' }, whole, { status: 200 }],
  [{ 'if-none-match': 'W/"v1"' }, whole, { status: 304 }],
  [{ 'if-match': 'W/"v1"' }, whole, { status: 412 }],
  [{ 'if-match': '*' }, whole, { status: 200 }],
  [{ 'if-match': '"v1"', 'if-none-match': '"v1"' }, whole, { status: 304 }],
  [{ 'if-modified-since': date }, whole, { status: 304 }],
  [{ 'if-modified-since': 'not a date' }, whole, { status: 200 }],
  [{ 'if-modified-since': 'Sat, 03 Jan 2026 03:04:05 GMT' }, whole, { status: 200 }],
  [{ 'if-unmodified-since': date }, whole, { status: 200 }],
  [{ 'if-range': 'W/"v1"', range: 'bytes=0-0' }, whole, { status: 200 }],
])('%j', (headers, representation, selection) => {
  const request = new Request('http://localhost', { headers: headers as Record<string, string> });
  expect(select(request, representation)).toEqual(selection);
});

test('a HEAD has no range', () => {
  const request = new Request('http://localhost', { method: 'HEAD', headers: { range: 'bytes=0-' } });
  expect(select(request, whole)).toEqual({ status: 200 });
});
