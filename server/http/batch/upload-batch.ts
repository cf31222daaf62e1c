import type { IncomingMessage } from 'node:http';
import { maxBatchBytes } from '#contract/limits.ts';
import type { BatchOutcome } from '#contract/records/upload-batch.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { type AnswerError, errorResponse } from '#server/errors/answer-error.ts';
import type { FindIdentity } from '../middleware/sender-still-valid.ts';
import { senderOf } from '../server/bounds/budget.ts';
import { announcedBytes, type MemoryBudget } from '../server/bounds/memory-budget.ts';
import { createTurnScheduler } from '../server/bounds/turn-scheduler.ts';
import { hasLeft } from '../server/has-left.ts';
import { openBody, readPieces, requireUncoded } from '../server/request-body.ts';
import { idIn, newUpload } from '../tus/upload-metadata.ts';
import { type BatchFile, readBatch } from './read-batch.ts';

/** The bytes of batches that are hashed in one turn of the event loop: about a millisecond. */
const hashing = createTurnScheduler(256 * 1024);
/** A file costs at least as much as so many bytes. */
const minFileBytes = 4096;

type Deps = {
  access: Access;
  uploads: Uploads;
  identity: FindIdentity;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
};

type BatchRequest = { request: Request; incoming: IncomingMessage };

export type UploadBatchHandler = ReturnType<typeof createUploadBatchHandler>;

/**
 * `POST /api/files/batch`: many small files in one request, each as if it had come in one of its own (`commitSingleRequest`), with
 * its own outcome. A file whose outcome the client did not hear is asked for by the id that it chose, like every upload.
 */
export function createUploadBatchHandler({ access, uploads, identity, memory, answerError }: Deps) {
  return async ({ request, incoming }: BatchRequest): Promise<Response> => {
    const body = openBody(incoming);
    try {
      requireUncoded(request.headers);
      const sender = await identity(request.headers);
      const { principal } = sender;
      const length = announcedBytes(request, maxBatchBytes);
      return await memory.hold(senderOf(principal.account), length, async () => {
        const files = readBatch(await readPieces(body.bytes, maxBatchBytes));
        // A session that ended during the transfer creates no file.
        await sender.confirm();
        const scopes = new Map<string | null, ReturnType<Access['scopeFor']>>();
        const scopeOf = (folderId: string | null) => {
          const known = scopes.get(folderId) ?? access.scopeFor(principal, [folderId]);
          scopes.set(folderId, known);
          return known;
        };
        const outcomes = await Promise.all(files.map((file) => store(file, scopeOf, () => hasLeft(incoming))));
        return Response.json({ outcomes });
      });
    } catch (error) {
      return errorResponse(answerError(error));
    } finally {
      body.discard();
    }
  };

  async function store(
    { length, metadata, bytes }: BatchFile,
    scopeOf: (folderId: string | null) => ReturnType<Access['scopeFor']>,
    isAbandoned: () => boolean,
  ): Promise<BatchOutcome> {
    try {
      const upload = newUpload(length, metadata, {});
      const id = idIn(metadata) ?? uploads.newId();
      const scope = await scopeOf(upload.folderId);
      await new Promise<void>((resolve) => hashing.schedule(Math.max(length, minFileBytes), resolve));
      return await uploads.commitSingleRequest(scope, id, { upload, bytes, isAbandoned });
    } catch (error) {
      const { status, body } = answerError(error);
      return { error: { status, ...body } };
    }
  }
}
