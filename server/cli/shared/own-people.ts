import type { Client } from '#server/accounts/client-details.ts';
import { recordAccountEvent } from '#server/accounts/events/record-account-event.ts';
import { makeResetLink } from '#server/accounts/passwords/reset-link.ts';
import { createChangePeople } from '#server/accounts/people/change-people.ts';
import { createInvitations } from '#server/accounts/people/invitations.ts';
import { createPeopleList, readPerson } from '#server/accounts/people/people-list.ts';
import { removeTwoStep } from '#server/accounts/two-step/remove-two-step.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { databaseOf } from '#server/installation/installation.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';
import { ownAddress, ownPlace, requireCurrent } from './own-installation.ts';
import { createOwnMails } from './own-mails.ts';

const client: Client = { address: null, userAgent: null };

/** Who works here: the operator, who has no account. */
export const operator = { account: null, client };

export type OwnPeople = Awaited<ReturnType<typeof open>>;

/**
 * The accounts of the installation of the settings, while the work is done; a server may use it meanwhile, which notices within a
 * second that sessions have ended. Throws OperatorError.
 */
export async function withOwnPeople<Result>(
  { now, output }: { now: () => number; output: Pick<Output, 'complain'> },
  work: (people: OwnPeople) => Promise<Result>,
): Promise<Result> {
  await requireCurrent({ now });
  const people = await open(now);
  try {
    return await work(people);
  } catch (error) {
    throw error instanceof KeepsakeError ? new OperatorError(error.message) : error;
  } finally {
    if (!(await people.mails.close())) output.complain('A mail about this could not be sent: tell them yourself.');
    await people.close();
  }
}

async function open(now: () => number) {
  const { db, close } = await openDatabase(databaseOf(ownPlace()));
  const mails = createOwnMails({ addressOf: async (account) => (await readPerson(db, { id: account })).email });
  return {
    list: createPeopleList({ db, now }),
    invitations: createInvitations({ db, now }),
    ...createChangePeople({
      db,
      events: {
        async record({ client: by, account, kind, subject }, trx) {
          await recordAccountEvent(trx, { account, kind, subject, ...by, at: now() });
        },
        async tell(event) {
          mails.tell(event);
        },
      },
      removeTwoStep,
      onAccessEnd: () => {},
      now,
    }),
    /** A link to set a new password of an account, to hand over. Throws password-login-closed. */
    async makePasswordLink(account: string): Promise<string> {
      const { passwordLogIn } = readConfig();
      if (passwordLogIn === 'closed') throw new KeepsakeError('password-login-closed');
      return await db.transaction().execute(async (trx) => {
        await recordAccountEvent(trx, { account, kind: 'password-link-made', at: now() });
        return await makeResetLink(trx, { account, publicUrl: ownAddress(), at: now() });
      });
    },
    /** Who has an address. Throws OperatorError. */
    withAddress: (email: string) =>
      readPerson(db, { email: email.toLowerCase() }).catch((error: unknown) => {
        const isNobody = error instanceof KeepsakeError && error.code === 'person-not-found';
        throw isNobody ? new OperatorError(`${email} has no account here.`) : error;
      }),
    mails,
    close,
  };
}
