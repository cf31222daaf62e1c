/** Starts an S3 server for the tests that run on it: Ceph in a throw-away folder, on 127.0.0.1 only, in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import type { TestProject } from 'vitest/node';
import { type S3Access, startCeph } from './ceph.ts';
import { findCephPrograms } from './ceph-programs.ts';
import { clientOf, testBucket } from './storage.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the servers of this project keep the bytes of files. */
    storage: 'disk' | 's3';
    /** The project's S3 server; undefined where the bytes lie on the disk. */
    s3: S3Access | undefined;
  }
}

/** Vitest calls this once before the project's tests, and what it returns once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (findCephPrograms() === undefined) throw new Error('Ceph is missing: run `npm test`, which says how to get it.');
  const folder = await mkdtemp(join(tmpdir(), 'ceph-'));
  const ceph = await startCeph({ folder, store: 'memstore' });
  await clientOf(ceph.access).send(new CreateBucketCommand({ Bucket: testBucket }));
  project.provide('s3', ceph.access);
  return async () => {
    await ceph.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
