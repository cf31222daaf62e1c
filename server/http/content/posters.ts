import type { IncomingMessage } from 'node:http';
import { maxPosterBytes } from '#contract/limits.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { type AnswerError, errorResponse } from '#server/errors/answer-error.ts';
import type { FindIdentity } from '../middleware/sender-still-valid.ts';
import { senderOf } from '../server/bounds/budget.ts';
import { announcedBytes, type MemoryBudget } from '../server/bounds/memory-budget.ts';
import { openBody, readWhole } from '../server/request-body.ts';

type Deps = {
  access: Access;
  putPoster: Drive['ofScope']['putPoster'];
  identity: FindIdentity;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
};

type PosterRequest = { request: Request; incoming: IncomingMessage; fileId: string; versionId: string };

export type PostersHandler = ReturnType<typeof createPostersHandler>;

/** PUT of `/api/files/<file>/versions/<version>/poster`: the body is a picture of a film. */
export function createPostersHandler({ access, putPoster, identity, memory, answerError }: Deps) {
  return async ({ request, incoming, fileId, versionId }: PosterRequest): Promise<Response> => {
    const body = openBody(incoming);
    try {
      const sender = await identity(request.headers);
      const scope = await access.scopeFor(sender.principal, [fileId]);
      await memory.hold(senderOf(scope.account), announcedBytes(request, maxPosterBytes), async () => {
        const picture = await readWhole(body.bytes, maxPosterBytes);
        await sender.confirm();
        return await putPoster(scope, { fileId, versionId }, picture);
      });
      return new Response(null, { status: 204 });
    } catch (error) {
      return errorResponse(answerError(error));
    } finally {
      body.discard();
    }
  };
}
