import { expect, test } from 'vitest';
import { sidecarNames } from './takeout-names.ts';

const long = `${'x'.repeat(40)}.jpg`;

test.each([
  ['IMG_1.jpg', 'IMG_1.jpg.json'],
  ['IMG_1.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
  ['IMG_20230101_123456.jpg', 'IMG_20230101_123456.jpg.supplemental-metadata.json'],
  ['PXL_20230101_123456789.PORTRAIT.jpg', 'PXL_20230101_123456789.PORTRAIT.jpg.supplement.json'],
  [long, `${long}.s.json`],
  [long, `${long}.json`],
  [`${'x'.repeat(41)}.jpg`, `${'x'.repeat(41)}.jpg.json`],
  [`${'x'.repeat(41)}.jpg`, `${'x'.repeat(41)}.jpg..json`],
  [`${'x'.repeat(60)}.jpg`, `${'x'.repeat(46)}.json`],
  ['IMG_1(2).jpg', 'IMG_1.jpg(2).json'],
  ['IMG_1(2).jpg', 'IMG_1.jpg.supplemental-metadata(2).json'],
  ['IMG_1(2).jpg', 'IMG_1(2).jpg.json'],
  ['IMG_1-edited.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
  ['IMG_1-bearbeitet(2).jpg', 'IMG_1.jpg(2).json'],
  ['IMG_1.MP4', 'IMG_1.HEIC.supplemental-metadata.json'],
  ['IMG_1(1).mov', 'IMG_1.JPG(1).json'],
  ['PXL_1.MP', 'PXL_1.MP.jpg.json'],
  ['no ending', 'no ending.json'],
])('what is known of %s may be in %s', (name, sidecar) => {
  expect(sidecarNames(name)).toContain(sidecar);
});

test.each([
  ['IMG_1.jpg.json', 'IMG_1.jpg.json.json'],
  ['IMG_1.jpg', 'IMG_1.png.json'],
  ['IMG_1.jpg', 'IMG_1.jpg(1).json'],
  ['IMG_1(1).jpg', 'IMG_1.jpg.json'],
  ['IMG_1.MP4', 'IMG_2.HEIC.json'],
])('nothing of %s is in %s', (name, other) => {
  expect(sidecarNames(name)).not.toContain(other);
});
