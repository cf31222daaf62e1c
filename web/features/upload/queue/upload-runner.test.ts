import { expect, test } from 'vitest';
import type { UploadTask } from '#client/storage/upload.ts';
import { createInterruptedUploads } from './interrupted-uploads.ts';
import { jobOfFile, type UploadJob } from './upload-job.ts';
import { createUploadList } from './upload-list.ts';
import { createUploadRunner } from './upload-runner.ts';

const file = new File(['x'], 'small');

/** A list of uploads that run for ever, which counts how many of them are looked at. */
function openList() {
  const list = createUploadList();
  let looks = 0;
  const task = { observe: () => () => {}, done: new Promise(() => {}) } as unknown as UploadTask;
  const groups = { stored() {} };
  const runner = createUploadRunner(list, { start: () => task, atOnce: 3, smallAtOnce: 2, fadeMs: 0, groups });
  const add = () => {
    const job = jobOfFile(list.nextId(), { file, folderId: null, url: undefined, paused: false });
    let { item } = job;
    const counted = {
      get: () => {
        looks += 1;
        return item;
      },
      set: (next: UploadJob['item']) => {
        item = next;
      },
    };
    list.add(Object.defineProperty(job, 'item', counted));
  };
  return { list, runner, add, looks: () => looks };
}

test('each of thousands of folders that are dropped looks at its own files, not at those of all', () => {
  const { list, runner, add, looks } = openList();
  const interrupted = createInterruptedUploads(list, undefined, { isClosed: runner.isClosed, onAdded() {} });
  const folders = 500;
  for (let folder = 0; folder < folders; folder += 1) {
    interrupted.resumer({ folderId: null })(file);
    add();
    runner.startNext();
  }
  expect(list.jobs()).toHaveLength(folders);
  expect([list.count('running', 'small'), list.count('waiting', 'small')]).toEqual([2, folders - 2]);
  expect(looks()).toBeLessThan(folders * 20);
});
