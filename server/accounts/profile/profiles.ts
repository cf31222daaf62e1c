import { sql } from 'kysely';
import type { Profile } from '#contract/records/account.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { AddressChanges } from '../address/address-changes.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Principal } from '../principal.ts';
import { personName } from './person-name.ts';

/** A picture is drawn with at most 512 pixels on a side; one that takes more than this is none that anybody chose. */
const maxDrawnBytes = 512 * 1024;

type Deps = {
  db: Database;
  addresses: Pick<AddressChanges, 'waiting'>;
  /** Draws whatever is in the bytes anew, as a WebP of at most 512 pixels; undefined if there is no picture in them. */
  draw: (account: string, bytes: Uint8Array) => Promise<Uint8Array | undefined>;
  now: () => number;
};

type Identity = { email: string; name: string | null; passwordChangedAt: string | Date | null };

export type Profiles = ReturnType<typeof createProfiles>;

/** What people say of themselves: a name and a picture. All throw session-needed for programs. */
export function createProfiles({ db, addresses, draw, now }: Deps) {
  return {
    async get(principal: Principal): Promise<Profile> {
      requirePerson(principal);
      const { account } = principal;
      const { rows } = await sql<Identity>`
        select u.email, ${personName} as name, a."updatedAt" as "passwordChangedAt" from "user" u
        left join profiles on profiles.account = u.id
        left join account a on a."userId" = u.id and a."providerId" = 'credential' and a.password is not null
        where u.id = ${account}
      `.execute(db);
      const [identity] = rows;
      if (identity === undefined) throw new KeepsakeError('unauthenticated');
      const picture = await db
        .selectFrom('profile_pictures')
        .select('chosen_at')
        .where('account', '=', account)
        .executeTakeFirst();
      const { email, name, passwordChangedAt } = identity;
      return {
        email,
        name,
        pictureAt: picture?.chosen_at ?? null,
        passwordChangedAt: passwordChangedAt === null ? null : new Date(passwordChangedAt).getTime(),
        addressChange: await addresses.waiting(account),
      };
    },

    async setName(principal: Principal, name: string | null): Promise<void> {
      requirePerson(principal);
      await db
        .insertInto('profiles')
        .values({ account: principal.account, name })
        .onConflict((oc) => oc.column('account').doUpdateSet({ name }))
        .execute();
    },

    /** The picture, as WebP. */
    async picture(principal: Principal): Promise<{ bytes: Buffer; chosenAt: number } | undefined> {
      requirePerson(principal);
      const row = await db
        .selectFrom('profile_pictures')
        .select(['bytes', 'chosen_at'])
        .where('account', '=', principal.account)
        .executeTakeFirst();
      return row && { bytes: row.bytes, chosenAt: row.chosen_at };
    },

    /** Draws and keeps a picture in place of the one before. Throws no-picture. */
    async setPicture(principal: Principal, sent: Uint8Array): Promise<void> {
      requirePerson(principal);
      const drawn = await draw(principal.account, sent);
      if (drawn === undefined || drawn.length > maxDrawnBytes) throw new KeepsakeError('no-picture');
      const picture = { bytes: Buffer.from(drawn), chosen_at: now() };
      await db
        .insertInto('profile_pictures')
        .values({ account: principal.account, ...picture })
        .onConflict((oc) => oc.column('account').doUpdateSet(picture))
        .execute();
    },

    async removePicture(principal: Principal): Promise<void> {
      requirePerson(principal);
      await db.deleteFrom('profile_pictures').where('account', '=', principal.account).execute();
    },
  };
}
