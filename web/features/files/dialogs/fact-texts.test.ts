import { expect, test } from 'vitest';
import { cameraTexts, placeText, takenText } from './fact-texts.ts';

test('when something was taken is what a clock showed there', () => {
  expect(takenText({ local: '2026-08-12T05:52:10', offset: null })).toBe('12 Aug 2026, 05:52');
  expect(takenText({ local: '2026-08-12T05:52:10', offset: '+02:00' })).toBe('12 Aug 2026, 05:52 (UTC+02:00)');
});

test('where it was taken', () => {
  expect(placeText({ latitude: 48.13714, longitude: -11.57541 })).toBe('48.1371° N, 11.5754° W');
});

test('with what it was taken, as far as that is known', () => {
  const exposure = { aperture: 5.6, seconds: 0.008, iso: 200, focalLength: 28 };
  expect(cameraTexts({ camera: 'Pocket', lens: null, exposure })).toEqual(['Pocket', 'f/5.6, 1/125 s, ISO 200, 28 mm']);
  const slow = { aperture: null, seconds: 2, iso: null, focalLength: null };
  expect(cameraTexts({ camera: null, lens: null, exposure: slow })).toEqual(['2 s']);
  expect(cameraTexts({ camera: null, lens: null, exposure: null })).toEqual([]);
});
