import type { Client } from '#server/accounts/client-details.ts';
import { recordAccountEvent } from '#server/accounts/events/record-account-event.ts';
import { createChangePeople } from '#server/accounts/people/change-people.ts';
import { createInvitations } from '#server/accounts/people/invitations.ts';
import { createPeopleList, readPerson } from '#server/accounts/people/people-list.ts';
import { removeTwoStep } from '#server/accounts/two-step/remove-two-step.ts';
import { openDatabase } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { databaseOf } from '#server/installation/installation.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { ownPlace, withInstallation } from './own-installation.ts';

const client: Client = { address: null, userAgent: null };

/** Who works here: the operator, who has no account. */
export const operator = { account: null, client };

export type OwnPeople = Awaited<ReturnType<typeof open>>;

/**
 * The accounts of the installation of the settings, while the work is done; a server may use it meanwhile, which notices within a
 * second that sessions have ended. Throws OperatorError.
 */
export async function withOwnPeople<Result>(
  now: () => number,
  work: (people: OwnPeople) => Promise<Result>,
): Promise<Result> {
  // Throws when there is no installation.
  await withInstallation({ now }, async () => {});
  const people = await open(now);
  try {
    return await work(people);
  } catch (error) {
    throw error instanceof KeepsakeError ? new OperatorError(error.message) : error;
  } finally {
    await people.close();
  }
}

async function open(now: () => number) {
  const { db, close } = await openDatabase(databaseOf(ownPlace()));
  return {
    list: createPeopleList({ db, now }),
    invitations: createInvitations({ db, now }),
    ...createChangePeople({
      db,
      record: async ({ client: by, ...event }, trx) => {
        await recordAccountEvent(trx, { ...event, ...by, at: now() });
      },
      removeTwoStep,
      onTwoStepOff: () => {},
      onAccessEnd: () => {},
      now,
    }),
    /** Who has an address. Throws person-not-found. */
    withAddress: (email: string) => readPerson(db, { email: email.toLowerCase() }),
    close,
  };
}
