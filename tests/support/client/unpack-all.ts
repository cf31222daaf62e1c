import type { Unpacking } from '#contract/records/unpackings.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { Person } from './build-account.ts';

/** Unpacks a stored zip, and returns how that ended. */
export async function unpackAll(person: Person, fileId: string): Promise<Unpacking> {
  return await untilEnded(person, (await person.api.unpackings.begin({ id: fileId })).id);
}

export async function untilEnded({ api }: Person, id: string): Promise<Unpacking> {
  return await waitFor(
    async () => {
      const now = await api.unpackings.get({ id });
      return now.state === 'running' ? undefined : now;
    },
    { what: 'the end of an unpacking' },
  );
}
