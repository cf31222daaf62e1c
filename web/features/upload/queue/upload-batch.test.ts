import { expect, test } from 'vitest';
import { batchAnnouncement, batchProgress, emptyBatch, type UploadBatch, withFile } from './upload-batch.ts';

const batch = (part: Partial<UploadBatch>): UploadBatch => ({ ...emptyBatch, ...part });

test('the progress of a batch counts bytes, and files when none has any', () => {
  expect(batchProgress(emptyBatch)).toBe(0);
  expect(batchProgress(batch({ total: 2, totalBytes: 200, sentBytes: 50 }))).toBe(0.25);
  expect(batchProgress(batch({ total: 4, uploaded: 3 }))).toBe(0.75);
  expect(withFile(withFile(emptyBatch, 5), 7)).toMatchObject({ total: 2, totalBytes: 12 });
});

test('a batch is announced at its start, at half and at its end', () => {
  const at = (sentBytes: number) => batchAnnouncement(batch({ total: 3, totalBytes: 100, sentBytes }), true);
  expect([at(0), at(49), at(50), at(99)]).toEqual([
    'Uploading 3 files: 0%.',
    'Uploading 3 files: 0%.',
    'Uploading 3 files: 50%.',
    'Uploading 3 files: 50%.',
  ]);
  expect(batchAnnouncement(batch({ total: 1, uploaded: 1 }), false)).toBe('1 file uploaded.');
  expect(batchAnnouncement(batch({ total: 3, uploaded: 2 }), false)).toBe('2 of 3 files uploaded.');
  expect(batchAnnouncement(batch({ total: 2010, uploaded: 1200 }), false)).toBe('1,200 of 2,010 files uploaded.');
  expect(batchAnnouncement(emptyBatch, false)).toBe('');
});
