import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxBatchOperations } from '../limits.ts';
import { operation, stayed } from '../records/batch.ts';
import { entry, operationId } from '../records/entries.ts';
import { nameErrors, pickErrors, repeatableWrite } from './endpoint-errors.ts';

export const batchApi = oc
  .route({
    method: 'POST',
    path: '/api/batch',
    summary: 'Run several operations, all or nothing',
    description:
      'The operations run in order in one transaction. If one fails, nothing is changed, and `data.operation` of the error is its index, counted from 0. `entries` contains the entry that each created or changed, in its state after the last one, or null if it is then in Trash. `stayed` contains what was not moved or copied because its name is taken, also what is in merged folders. Together, the copies and moves of a batch may reach 1,000 folders and files; `data.into` of `too-much-at-once` is the folder that the failed operation had to merge with.',
    tags: ['Entries'],
  })
  .input(z.strictObject({ operations: z.array(operation).min(1).max(maxBatchOperations) }))
  .output(z.object({ entries: z.array(entry.nullable()), stayed: z.array(stayed), operationId }))
  .errors(
    pickErrors(
      ...repeatableWrite,
      ...nameErrors,
      'entry-not-found',
      'folder-not-found',
      'not-in-trash',
      'move-into-itself',
      'too-deep',
      'copy-into-itself',
      'too-much-at-once',
    ),
  );
