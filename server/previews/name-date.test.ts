import { expect, test } from 'vitest';
import { takenByName } from './name-date.ts';

const now = Date.UTC(2026, 10, 25);

test.each([
  ['IMG_20260812_055210.jpg', '2026-08-12T05:52:10', null],
  ['IMG_20260812_055210123~2.jpg', '2026-08-12T05:52:10', null],
  ['PXL_20260812_035210123.MP.jpg', '2026-08-12T03:52:10', '+00:00'],
  ['VID_20260812_055210.mp4', '2026-08-12T05:52:10', null],
  ['Screenshot_2026-08-12-05-52-10.png', '2026-08-12T05:52:10', null],
  ['Screenshot 2026-08-12 at 05.52.10.png', '2026-08-12T05:52:10', null],
  // macOS has a narrow space before PM.
  ['Screenshot 2026-08-12 at 10.52.10\u202FPM.png', '2026-08-12T22:52:10', null],
  ['Screenshot 2026-08-12 at 5.52.10\u202FPM (2).png', '2026-08-12T17:52:10', null],
  ['Screenshot 2026-08-12 at 5.52.10 am.png', '2026-08-12T05:52:10', null],
  ['WhatsApp Image 2026-08-12 at 11.05.10 PM.jpeg', '2026-08-12T23:05:10', null],
  ['WhatsApp Image 2026-08-12 at 12.05.10 PM.jpeg', '2026-08-12T12:05:10', null],
  ['WhatsApp Image 2026-08-12 at 12.05.10 AM.jpeg', '2026-08-12T00:05:10', null],
  ['2026-08-12 22.52.10 Amsterdam.jpg', '2026-08-12T22:52:10', null],
  ['2026-08-12 05.52.10.jpg', '2026-08-12T05:52:10', null],
  ['20240229_235959.jpg', '2024-02-29T23:59:59', null],
])('%s was taken %s', (name, local, offset) => {
  expect(takenByName(name, now)).toEqual({ local, offset, from: 'name' });
});

test.each([
  'beach.jpg',
  'IMG_1234.jpg',
  // Of the day only.
  'IMG-20260812-WA0001.jpg',
  // No such day, no such hour, a year before photographs, one to come.
  'IMG_20250229_055210.jpg',
  'IMG_20260812_255210.jpg',
  'Screenshot 2026-08-12 at 26.52.10 PM.png',
  'IMG_17000812_055210.jpg',
  'IMG_20990812_055210.jpg',
  // A part of a longer number.
  'order 120260812_0552101.jpg',
  '2026-08.12 05.52.10.jpg',
])('%s says nothing of it', (name) => {
  expect(takenByName(name, now)).toBeNull();
});
