import type { IncomingMessage } from 'node:http';
import { maxPosterBytes } from '#contract/limits.ts';
import type { Profiles } from '#server/accounts/profile/profiles.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { FindIdentity } from '../middleware/sender-still-valid.ts';
import { senderOf } from '../server/bounds/budget.ts';
import { announcedBytes, type MemoryBudget } from '../server/bounds/memory-budget.ts';
import { openBody, readWhole } from '../server/request-body.ts';

type Deps = {
  profiles: Pick<Profiles, 'picture' | 'setPicture'>;
  identity: FindIdentity;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
};

type PictureRequest = { request: Request; incoming: IncomingMessage };

export type ProfilePictureHandler = ReturnType<typeof createProfilePictureHandler>;

/** `/api/account/picture`: GET is the picture of the person who asks, PUT sets it to the one in the body. */
export function createProfilePictureHandler({ profiles, identity, memory, answerError }: Deps) {
  return {
    async get({ request }: PictureRequest): Promise<Response> {
      try {
        const found = await profiles.picture((await identity(request.headers)).principal);
        if (found === undefined) return errorResponse(answerCode('not-found'));
        const etag = `"${found.chosenAt}"`;
        const headers = { etag, 'cache-control': 'private, no-cache' };
        if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
        return new Response(new Uint8Array(found.bytes), { headers: { ...headers, 'content-type': 'image/webp' } });
      } catch (error) {
        return errorResponse(answerError(error));
      }
    },

    async put({ request, incoming }: PictureRequest): Promise<Response> {
      const body = openBody(incoming);
      try {
        const { principal, confirm } = await identity(request.headers);
        await memory.hold(senderOf(principal.account), announcedBytes(request, maxPosterBytes), async () => {
          const picture = await readWhole(body.bytes, maxPosterBytes);
          await confirm();
          await profiles.setPicture(principal, picture);
        });
        return new Response(null, { status: 204 });
      } catch (error) {
        return errorResponse(answerError(error));
      } finally {
        body.discard();
      }
    },
  };
}
