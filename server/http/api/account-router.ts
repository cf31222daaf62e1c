import { implement } from '@orpc/server';
import { accountApi } from '#contract/api/api.ts';
import type { AddressChanges } from '#server/accounts/address/address-changes.ts';
import { type AppPasswords, requirePerson } from '#server/accounts/app-passwords.ts';
import type { Confirmation } from '#server/accounts/confirmation/confirmation.ts';
import { requireConfirmed } from '#server/accounts/confirmation/require-confirmed.ts';
import type { AccountEvents } from '#server/accounts/events/account-events.ts';
import type { Identities } from '#server/accounts/openid/identities.ts';
import type { Passkeys } from '#server/accounts/passkeys/passkeys.ts';
import type { ChangePassword } from '#server/accounts/passwords/change-password.ts';
import type { Administration } from '#server/accounts/people/administration.ts';
import type { Closing } from '#server/accounts/people/closing.ts';
import type { Profiles } from '#server/accounts/profile/profiles.ts';
import type { Sessions } from '#server/accounts/sessions/sessions.ts';
import type { TwoStep } from '#server/accounts/two-step/two-step.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Context, Happened } from './context.ts';

type Deps = {
  access: Access;
  drive: Pick<Drive['ofScope'], 'tree' | 'versionRule' | 'accountArchives'>;
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
  closing: Pick<Closing, 'close'>;
  administration: Administration;
  happened: Happened;
  now: () => number;
};

/** The endpoints of accounts, for persons about their own. */
export function accountRouter(deps: Deps) {
  const { access, appPasswords, events, confirmation, identities, twoStep, passkeys, happened, now } = deps;
  const { logIns, changePassword, addresses, profiles, closing, administration } = deps;
  const { tree, versionRule, accountArchives } = deps.drive;
  const signedIn = implement(accountApi).$context<Context>();
  const scopeOf = ({ principal }: Context, entryId: string | null) => access.scopeFor(principal, [entryId]);
  return {
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
          const backupCodes = await twoStep.turnOn(context.principal, input.code);
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
      archive: signedIn.account.archive.handler(async ({ context, input }) => {
        requireConfirmed(context.principal, now());
        const archive = await accountArchives.create(await scopeOf(context, null), input);
        await happened(context, 'archive-made');
        return archive;
      }),
      close: signedIn.account.close.handler(({ context, input }) =>
        closing.close(context.principal, input.email, context.client),
      ),
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
  };
}

/** The origin of the page that asks: the router has made sure that it is one of this server, where there is a session. */
function originOf({ principal, origin }: Context): string {
  requirePerson(principal);
  if (origin === null) throw new KeepsakeError('foreign-origin');
  return origin;
}
