import type { Person } from '#tests/support/client/build-account.ts';
import { queryEach } from '#tests/support/database/query.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import type { SharedServer } from '#tests/support/server/shared-server.ts';

/**
 * Everything of an account as text: its rows, and the SHA-256 of the bytes of each file as they are served. Not what a
 * refused request may leave: when an app password was last used, and the list of failed log-ins.
 */
export async function ownerState(server: SharedServer, { uid, fetch }: Person): Promise<string> {
  const passwords = 'id, account, name, token_hash, created_at, expires_at, access, entry_id';
  const statements = [
    `select * from entries where account = '${uid}' order by id`,
    `select versions.* from versions join entries on entries.id = entry_id where account = '${uid}' order by versions.id`,
    `select id, size, sha256, md5 from blobs where account = '${uid}' order by id`,
    `select * from uploads where account = '${uid}' order by id`,
    `select * from finished_uploads where account = '${uid}' order by id`,
    `select * from download_tokens where account = '${uid}' order by id`,
    `select ${passwords} from app_passwords where account = '${uid}' order by id`,
    `select * from two_steps where account = '${uid}'`,
    `select * from backup_codes where account = '${uid}' order by code_hash`,
    `select * from people where account = '${uid}' and state <> 'active'`,
    `select * from changes where account = '${uid}' order by revision`,
    `select * from accounts where user_id = '${uid}'`,
    `select id from session where "userId" = '${uid}' order by id`,
    `select * from address_changes where account = '${uid}' order by id`,
    `select * from profiles where account = '${uid}'`,
    `select * from profile_pictures where account = '${uid}'`,
    `select email, password from "user" join account on account."userId" = "user".id where "user".id = '${uid}'`,
  ];
  const rows = await queryEach(server, statements);
  const [entries = [], , , uploads = []] = rows;
  const files = entries.filter(({ kind, trashed_at: trashedAt }) => kind === 'file' && trashedAt === null);
  const served = await Promise.all(
    files.map(async ({ id, current_version: version }) => {
      const answer = await fetch(`/content/${String(id)}/${String(version)}/x`);
      return `${String(id)} ${answer.status} ${sha256(await answer.arrayBuffer())}`;
    }),
  );
  const offsets = await Promise.all(
    uploads.map(async ({ id }) => {
      const answer = await fetch(`/api/uploads/${String(id)}`, {
        method: 'HEAD',
        headers: { 'tus-resumable': '1.0.0' },
      });
      return `${String(id)} ${answer.headers.get('upload-offset')}`;
    }),
  );
  return JSON.stringify([rows, served, offsets], undefined, 1);
}
