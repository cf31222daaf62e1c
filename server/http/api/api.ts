import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { implement, ORPCError } from '@orpc/server';
import { api } from '#contract/api/api.ts';
import { isErrorCode } from '#contract/errors.ts';
import { maxJsonBytes } from '#contract/limits.ts';
import type { AccountEventKind } from '#contract/records/account-events.ts';
import type { EntryRef, Operation } from '#contract/records/batch.ts';
import type { AddressChanges } from '#server/accounts/address/address-changes.ts';
import { type AppPasswords, requirePerson } from '#server/accounts/app-passwords.ts';
import type { Client } from '#server/accounts/client-details.ts';
import type { Confirmation } from '#server/accounts/confirmation/confirmation.ts';
import { requireConfirmed } from '#server/accounts/confirmation/require-confirmed.ts';
import type { AccountEvents } from '#server/accounts/events/account-events.ts';
import type { Identities } from '#server/accounts/openid/identities.ts';
import type { Passkeys } from '#server/accounts/passkeys/passkeys.ts';
import type { ChangePassword } from '#server/accounts/passwords/change-password.ts';
import type { Administration } from '#server/accounts/people/administration.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Profiles } from '#server/accounts/profile/profiles.ts';
import type { Sessions } from '#server/accounts/sessions/sessions.ts';
import type { TwoStep } from '#server/accounts/two-step/two-step.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { type AnswerError, answerCode, type ErrorAnswer } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Identify } from '../middleware/identify.ts';
import { senderOf } from '../server/budget.ts';
import type { proxyOf } from '../server/client-address.ts';
import { announcedBytes, type MemoryBudget } from '../server/memory-budget.ts';
import { adminRouter, type Watching } from './admin.ts';

type Deps = {
  access: Access;
  drive: Drive['ofScope'];
  appPasswords: AppPasswords;
  events: AccountEvents;
  confirmation: Confirmation;
  identities: Identities;
  twoStep: TwoStep;
  passkeys: Passkeys;
  logIns: Sessions;
  changePassword: ChangePassword;
  addresses: AddressChanges;
  profiles: Profiles;
  administration: Administration;
  watching: Watching;
  identify: Identify;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
  now: () => number;
};

type Context = {
  principal: Principal;
  client: Client;
  proxy: ReturnType<typeof proxyOf>;
  cookie: string | null;
  origin: string | null;
  /** Adds a Set-Cookie header to the answer. */
  setCookie: (header: string) => void;
};

/** The contract's endpoints. Returns undefined if no endpoint matches the request. */
export function createApiHandler(deps: Deps) {
  const {
    access,
    drive,
    appPasswords,
    events,
    confirmation,
    identities,
    twoStep,
    passkeys,
    administration,
    watching,
    identify,
    memory,
    answerError,
    now,
  } = deps;
  const { logIns, changePassword, addresses, profiles } = deps;
  const {
    tree,
    search,
    views,
    storage,
    treeEdit,
    versions,
    versionRule,
    trash,
    undo,
    batch,
    deduplicate,
    integrity,
    facts,
    archives,
    unpackings,
    downloadTokens,
  } = drive;
  const signedIn = implement(api).$context<Context>();
  const scopeOf = ({ principal }: { principal: Principal }, ...entryIds: (string | null)[]) =>
    access.scopeFor(principal, entryIds);
  const happened = ({ principal, client }: Context, kind: AccountEventKind, subject: string | null = null) =>
    events.happened({ account: principal.account, kind, client, subject });
  const router = signedIn.router({
    folders: {
      create: signedIn.folders.create.handler(async ({ context, input }) =>
        treeEdit.createFolder(await scopeOf(context, input.parentId), input),
      ),
      get: signedIn.folders.get.handler(async ({ context, input }) => {
        const id = orRoot(input.id);
        return await tree.folder(await scopeOf(context, id), id);
      }),
      children: signedIn.folders.children.handler(async ({ context, input }) => {
        const id = orRoot(input.id);
        return await tree.children(await scopeOf(context, id), id, input);
      }),
    },
    entries: {
      get: signedIn.entries.get.handler(async ({ context, input }) =>
        tree.entry(await scopeOf(context, input.id), input.id),
      ),
      update: signedIn.entries.update.handler(async ({ context, input: { id, ...change } }) =>
        treeEdit.updateEntry(await scopeOf(context, id, ...idIn(change)), id, change),
      ),
      remove: signedIn.entries.remove.handler(async ({ context, input }) =>
        treeEdit.trashEntry(await scopeOf(context, input.id), input.id),
      ),
      copy: signedIn.entries.copy.handler(async ({ context, input: { id, ...to } }) =>
        treeEdit.copyEntry(await scopeOf(context, id, ...idIn(to)), id, to),
      ),
    },
    search: signedIn.search.handler(async ({ context, input }) =>
      search(await scopeOf(context, input.folderId ?? null), input),
    ),
    storage: signedIn.storage.handler(async ({ context }) => storage(await scopeOf(context, null))),
    views: signedIn.views.handler(async ({ context, input }) => views(await scopeOf(context, null), input)),
    versions: {
      below: signedIn.versions.below.handler(async ({ context, input }) =>
        versions.below(await scopeOf(context, input.id), input.id),
      ),
      list: signedIn.versions.list.handler(async ({ context, input: { id, ...page } }) =>
        versions.list(await scopeOf(context, id), id, page),
      ),
      restore: signedIn.versions.restore.handler(async ({ context, input }) =>
        versions.restore(await scopeOf(context, input.id), input.id, input.versionId),
      ),
      remove: signedIn.versions.remove.handler(async ({ context, input }) =>
        versions.remove(await scopeOf(context, input.id), input.id, input.versionId),
      ),
      keepBoth: signedIn.versions.keepBoth.handler(async ({ context, input: { files } }) =>
        versions.keepBoth(await scopeOf(context, ...files.map(({ id }) => id)), files),
      ),
    },
    trash: {
      list: signedIn.trash.list.handler(async ({ context, input }) => trash.list(await scopeOf(context, null), input)),
      restore: signedIn.trash.restore.handler(async ({ context, input }) =>
        treeEdit.restoreEntry(await scopeOf(context, input.id), input.id),
      ),
      remove: signedIn.trash.remove.handler(async ({ context, input }) =>
        trash.remove(await scopeOf(context, input.id), input.id),
      ),
      empty: signedIn.trash.empty.handler(async ({ context }) => trash.empty(await scopeOf(context, null))),
    },
    batch: signedIn.batch.handler(async ({ context, input: { operations } }) =>
      batch(await scopeOf(context, ...operations.flatMap(idsOf)), operations),
    ),
    undo: signedIn.undo.handler(async ({ context, input: { operationId } }) =>
      undo(await scopeOf(context, null), operationId),
    ),
    files: {
      sizeIsStored: signedIn.files.sizeIsStored.handler(async ({ context, input }) => ({
        stored: await deduplicate.sizeIsStored(await scopeOf(context, null), input.size),
      })),
      reuse: signedIn.files.reuse.handler(async ({ context, input }) =>
        deduplicate.reuse(await scopeOf(context, input.folderId), input),
      ),
      integrity: signedIn.files.integrity.handler(async ({ context, input }) =>
        integrity(await scopeOf(context, input.id), input.id),
      ),
      facts: signedIn.files.facts.handler(async ({ context, input }) =>
        facts(await scopeOf(context, input.id), input.id),
      ),
    },
    archives: {
      create: signedIn.archives.create.handler(async ({ context, input: { ids } }) =>
        archives.create(await scopeOf(context, ...ids), ids),
      ),
    },
    unpackings: {
      begin: signedIn.unpackings.begin.handler(async ({ context, input: { id, parts = [] } }) =>
        unpackings.begin(await scopeOf(context, id, ...parts), id, parts),
      ),
      list: signedIn.unpackings.list.handler(async ({ context }) => ({
        unpackings: await unpackings.list(await scopeOf(context, null)),
      })),
      get: signedIn.unpackings.get.handler(async ({ context, input }) =>
        unpackings.get(await scopeOf(context, null), input.id),
      ),
      stop: signedIn.unpackings.stop.handler(async ({ context, input }) =>
        unpackings.stop(await scopeOf(context, null), input.id),
      ),
    },
    appPasswords: {
      list: signedIn.appPasswords.list.handler(({ context }) => appPasswords.list(context.principal)),
      create: signedIn.appPasswords.create.handler(async ({ context, input }) => {
        requireConfirmed(context.principal, now());
        // Throws if the account has no such folder.
        if (input.folderId !== null) await tree.folder(await scopeOf(context, input.folderId), input.folderId);
        const created = await appPasswords.create(context.principal, input);
        await happened(context, 'app-password-created', input.name);
        return created;
      }),
      revoke: signedIn.appPasswords.revoke.handler(async ({ context, input }) => {
        await happened(context, 'app-password-revoked', await appPasswords.revoke(context.principal, input.id));
      }),
    },
    downloadTokens: {
      list: signedIn.downloadTokens.list.handler(async ({ context, input }) =>
        downloadTokens.list(await scopeOf(context, input.fileId), input.fileId),
      ),
      create: signedIn.downloadTokens.create.handler(async ({ context, input }) => {
        const scope = await scopeOf(context, input.fileId);
        const created = await downloadTokens.create(scope, { ...input, maker: context.principal });
        await happened(context, 'download-token-created');
        return created;
      }),
      revoke: signedIn.downloadTokens.revoke.handler(async ({ context, input }) => {
        await downloadTokens.revoke(await scopeOf(context, null), input.id);
        await happened(context, 'download-token-revoked');
      }),
    },
    account: {
      confirm: signedIn.account.confirm.handler(({ context, input }) =>
        'passkey' in input
          ? passkeys.confirm(context.principal, input.passkey, originOf(context))
          : confirmation.byPassword(context.principal, input.password, context),
      ),
      identities: {
        list: signedIn.account.identities.list.handler(({ context }) => identities.list(context.principal)),
        remove: signedIn.account.identities.remove.handler(({ context, input }) =>
          identities.remove(context.principal, input.id, context.client),
        ),
      },
      confirmOptions: signedIn.account.confirmOptions.handler(({ context }) =>
        passkeys.confirmOptions(context.principal, originOf(context)),
      ),
      passkeys: {
        list: signedIn.account.passkeys.list.handler(({ context }) => passkeys.list(context.principal)),
        options: signedIn.account.passkeys.options.handler(({ context }) => {
          requireConfirmed(context.principal, now());
          return passkeys.options(context.principal, originOf(context));
        }),
        add: signedIn.account.passkeys.add.handler(async ({ context, input: { name, answer } }) => {
          requireConfirmed(context.principal, now());
          const added = await passkeys.add(context.principal, name, answer, originOf(context));
          await happened(context, 'passkey-added', name);
          return added;
        }),
        rename: signedIn.account.passkeys.rename.handler(({ context, input }) =>
          passkeys.rename(context.principal, input.id, input.name),
        ),
        remove: signedIn.account.passkeys.remove.handler(async ({ context, input }) => {
          requireConfirmed(context.principal, now());
          await happened(context, 'passkey-removed', await passkeys.remove(context.principal, input.id));
        }),
      },
      twoStep: {
        get: signedIn.account.twoStep.get.handler(({ context }) => twoStep.get(context.principal)),
        begin: signedIn.account.twoStep.begin.handler(({ context }) => {
          requireConfirmed(context.principal, now());
          return twoStep.begin(context.principal);
        }),
        turnOn: signedIn.account.twoStep.turnOn.handler(async ({ context, input }) => {
          requireConfirmed(context.principal, now());
          const backupCodes = await twoStep.turnOn(context.principal, input.code, context);
          await happened(context, 'two-step-on');
          return { backupCodes };
        }),
        turnOff: signedIn.account.twoStep.turnOff.handler(async ({ context }) => {
          requireConfirmed(context.principal, now());
          await twoStep.turnOff(context.principal);
          await happened(context, 'two-step-off');
        }),
        makeBackupCodes: signedIn.account.twoStep.makeBackupCodes.handler(async ({ context }) => {
          requireConfirmed(context.principal, now());
          const backupCodes = await twoStep.makeBackupCodes(context.principal);
          await happened(context, 'backup-codes-created');
          return { backupCodes };
        }),
      },
      sessions: {
        list: signedIn.account.sessions.list.handler(({ context }) => logIns.list(context.principal, context.client)),
        end: signedIn.account.sessions.end.handler(({ context, input }) =>
          logIns.end(context.principal, input.id, context.client),
        ),
        endOthers: signedIn.account.sessions.endOthers.handler(({ context }) =>
          logIns.endOthers(context.principal, context.client),
        ),
      },
      password: signedIn.account.password.handler(async ({ context, input }) =>
        context.setCookie(await changePassword(context.principal, input, context)),
      ),
      address: {
        request: signedIn.account.address.request.handler(({ context, input }) =>
          addresses.request(context.principal, input.email, context.client),
        ),
        cancel: signedIn.account.address.cancel.handler(({ context }) => addresses.cancel(context.principal)),
      },
      profile: {
        get: signedIn.account.profile.get.handler(({ context }) => profiles.get(context.principal)),
        setName: signedIn.account.profile.setName.handler(({ context, input }) =>
          profiles.setName(context.principal, input.name),
        ),
        removePicture: signedIn.account.profile.removePicture.handler(({ context }) =>
          profiles.removePicture(context.principal),
        ),
      },
      versions: {
        get: signedIn.account.versions.get.handler(async ({ context }) => ({
          keep: await versionRule.get(await scopeOf(context, null)),
        })),
        set: signedIn.account.versions.set.handler(async ({ context, input }) => ({
          keep: await versionRule.set(await scopeOf(context, null), input.keep),
        })),
      },
      events: signedIn.account.events.handler(({ context, input }) => events.list(context.principal, input)),
      role: signedIn.account.role.handler(({ context }) => administration.role(context.principal)),
    },
    admin: adminRouter(administration, watching),
  });
  const handler = new OpenAPIHandler(router, {
    // Any other code comes from the library: a body that cannot be parsed, or a bug.
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

  return async (request: Request, client: Client, proxy: Context['proxy']): Promise<Response | undefined> => {
    const principal = await identify(request.headers);
    return await memory.hold(senderOf(principal.account), announcedBytes(request, maxJsonBytes), async () => {
      const cookies: string[] = [];
      const { matched, response } = await handler.handle(request, {
        context: {
          principal,
          client,
          proxy,
          cookie: request.headers.get('cookie'),
          origin: request.headers.get('origin'),
          setCookie: (header) => void cookies.push(header),
        },
      });
      for (const cookie of cookies) response?.headers.append('set-cookie', cookie);
      return matched ? response : undefined;
    });
  };

  function translate(error: unknown): ErrorAnswer {
    if (!(error instanceof ORPCError) || error.status >= 500) return answerError(error);
    return answerCode('invalid-input', { issues: issuesOf(error.data) });
  }
}

/** The origin of the page that asks: the router has made sure that it is one of this server, where there is a session. */
function originOf({ principal, origin }: Context): string {
  requirePerson(principal);
  if (origin === null) throw new KeepsakeError('foreign-origin');
  return origin;
}

/** The folder that a request names beside its entry, if it does. */
function idIn({ parentId }: { parentId?: string | null | undefined }): (string | null)[] {
  return parentId === undefined ? [] : [parentId];
}

/** The entries that an operation names by id; it may name others by earlier operations. */
function idsOf(operation: Operation): (string | null)[] {
  const { id, parentId } = operation as { id?: EntryRef; parentId?: EntryRef | null };
  return [id, parentId].filter((ref) => ref === null || typeof ref === 'string');
}

function orRoot(id: string): string | null {
  return id === 'root' ? null : id;
}

/** Where the input is invalid and why; never the input itself, which may be a secret. */
function issuesOf(data: unknown): { path: string; message: string }[] {
  const { issues = [] } = (data ?? {}) as { issues?: { path?: PropertyKey[]; message: string }[] };
  return issues.map(({ path = [], message }) => ({ path: path.map(String).join('.'), message }));
}
