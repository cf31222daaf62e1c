import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { implement, ORPCError } from '@orpc/server';
import { api } from '#contract/api.ts';
import { isErrorCode } from '#contract/errors.ts';
import type { AppPasswords } from '#server/accounts/app-passwords.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { ReadIntegrity } from '#server/drive/files/file-integrity.ts';
import type { DownloadTokens } from '#server/drive/shares/download-tokens.ts';
import type { Trash } from '#server/drive/trash/trash.ts';
import type { Batch } from '#server/drive/tree/batch.ts';
import type { TreeEdit } from '#server/drive/tree/mutations.ts';
import type { Tree } from '#server/drive/tree/queries.ts';
import type { Deduplicate } from '#server/drive/uploads/deduplicate.ts';
import { type AnswerError, answerCode, type ErrorAnswer } from '#server/errors/answer-error.ts';
import type { Identify } from '../middleware/identify.ts';

type Deps = {
  tree: Tree;
  treeEdit: TreeEdit;
  trash: Trash;
  batch: Batch;
  links: Deduplicate;
  integrity: ReadIntegrity;
  appPasswords: AppPasswords;
  downloadTokens: DownloadTokens;
  identify: Identify;
  answerError: AnswerError;
};

/** The contract's endpoints. Answers undefined when the address is none of them. */
export function createApiHandler({
  tree,
  treeEdit,
  trash,
  batch,
  links,
  integrity,
  appPasswords,
  downloadTokens,
  identify,
  answerError,
}: Deps) {
  const signedIn = implement(api).$context<{ principal: Principal }>();
  const router = signedIn.router({
    folders: {
      create: signedIn.folders.create.handler(({ context, input }) => treeEdit.createFolder(context.principal, input)),
      get: signedIn.folders.get.handler(({ context, input }) => tree.folder(context.principal, orRoot(input.id))),
      children: signedIn.folders.children.handler(({ context, input }) =>
        tree.children(context.principal, orRoot(input.id), input),
      ),
    },
    entries: {
      get: signedIn.entries.get.handler(({ context, input }) => tree.entry(context.principal, input.id)),
      update: signedIn.entries.update.handler(({ context, input: { id, ...change } }) =>
        treeEdit.updateEntry(context.principal, id, change),
      ),
      remove: signedIn.entries.remove.handler(({ context, input }) => treeEdit.trashEntry(context.principal, input.id)),
      copy: signedIn.entries.copy.handler(({ context, input: { id, ...to } }) =>
        treeEdit.copyEntry(context.principal, id, to),
      ),
    },
    trash: {
      list: signedIn.trash.list.handler(({ context, input }) => trash.list(context.principal, input)),
      restore: signedIn.trash.restore.handler(({ context, input }) =>
        treeEdit.restoreEntry(context.principal, input.id),
      ),
      remove: signedIn.trash.remove.handler(({ context, input }) => trash.remove(context.principal, input.id)),
      empty: signedIn.trash.empty.handler(({ context }) => trash.empty(context.principal)),
    },
    batch: signedIn.batch.handler(async ({ context, input }) => ({
      entries: await batch(context.principal, input.operations),
    })),
    files: {
      sizeIsKept: signedIn.files.sizeIsKept.handler(async ({ context, input }) => ({
        kept: await links.sizeIsKept(context.principal, input.size),
      })),
      link: signedIn.files.link.handler(async ({ context, input }) => ({
        file: await links.link(context.principal, input),
      })),
      integrity: signedIn.files.integrity.handler(({ context, input }) => integrity(context.principal, input.id)),
    },
    appPasswords: {
      list: signedIn.appPasswords.list.handler(({ context }) => appPasswords.list(context.principal)),
      create: signedIn.appPasswords.create.handler(({ context, input }) =>
        appPasswords.create(context.principal, input),
      ),
      revoke: signedIn.appPasswords.revoke.handler(({ context, input }) =>
        appPasswords.revoke(context.principal, input.id),
      ),
    },
    downloadTokens: {
      list: signedIn.downloadTokens.list.handler(({ context, input }) =>
        downloadTokens.list(context.principal, input.fileId),
      ),
      create: signedIn.downloadTokens.create.handler(({ context, input }) =>
        downloadTokens.create(context.principal, input),
      ),
      revoke: signedIn.downloadTokens.revoke.handler(({ context, input }) =>
        downloadTokens.revoke(context.principal, input.id),
      ),
    },
  });
  const handler = new OpenAPIHandler(router, {
    // What is no code of ours comes from the library: a body that cannot be read, or a bug.
    customErrorResponseBodyEncoder: ({ code, message, data, status }) =>
      isErrorCode(code) ? { code, message, data } : answerCode(status < 500 ? 'invalid-json' : 'internal-error').body,
    clientInterceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          const { status, body } = translate(error);
          throw new ORPCError(body.code, { status, message: body.message, data: body.data });
        }
      },
    ],
  });

  return async (request: Request): Promise<Response | undefined> => {
    const principal = await identify(request.headers);
    const { matched, response } = await handler.handle(request, { context: { principal } });
    return matched ? response : undefined;
  };

  function translate(error: unknown): ErrorAnswer {
    if (!(error instanceof ORPCError) || error.status >= 500) return answerError(error);
    return answerCode('invalid-input', { issues: issuesOf(error.data) });
  }
}

function orRoot(id: string): string | null {
  return id === 'root' ? null : id;
}

/** Where the input is wrong and how; never what was sent, which may be a secret. */
function issuesOf(data: unknown): { path: string; message: string }[] {
  const { issues = [] } = (data ?? {}) as { issues?: { path?: PropertyKey[]; message: string }[] };
  return issues.map(({ path = [], message }) => ({ path: path.map(String).join('.'), message }));
}
