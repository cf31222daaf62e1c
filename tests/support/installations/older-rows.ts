import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { bytes } from '../fixtures/bytes.ts';

/** The blob of the one live file of an older installation, and its upload that is under way. */
export const olderBlob = '01990000-0000-7000-8000-00000000b10b';
export const olderUpload = '01990000-0000-7000-8000-0000000000ab';
/** The bytes of that file. */
export const olderBytes = bytes(20_000, 'older');

const smallBlob = '01990000-0000-7000-8000-0000000b10b5';
const smallBytes = bytes(30, 'small');

/** Statements, the step since which there is what they fill, and the one from which on there is not. */
export function olderRows(
  now: number,
  engine: 'sqlite' | 'postgres',
): [since: string, statement: string, until?: string][] {
  const later = now + 10 ** 7;
  const date = new Date(now).toISOString();
  const binary = (content: Uint8Array) => {
    const hex = Buffer.from(content).toString('hex');
    return engine === 'sqlite' ? `x'${hex}'` : `decode('${hex}', 'hex')`;
  };
  const hash = (name: string, encoding: 'hex' | 'base64') => createHash(name).update(smallBytes).digest(encoding);
  return [
    [
      '001',
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('ada', 'Ada', 'ada@example.org', false, '${date}', '${date}')`,
    ],
    [
      '001',
      `insert into account (id, "accountId", "providerId", "userId", "createdAt", "updatedAt") values ('a', 'ada', 'credential', 'ada', '${date}', '${date}')`,
    ],
    ['001', `insert into installation (id) values ('older')`],
    ['001', `insert into accounts (user_id, revision, used_bytes, reserved_bytes) values ('ada', 3, 20000, 99)`],
    [
      '001',
      `insert into entries (id, account, parent_id, kind, name, name_key, created_at, modified_at, trashed_at, current_version) values
        ('01990000-0000-7000-8000-000000000001', 'ada', null, 'folder', 'Ältere', 'ältere', 1, 2, null, null),
        ('01990000-0000-7000-8000-000000000002', 'ada', '01990000-0000-7000-8000-000000000001', 'file', 'one.bin', 'one.bin', 3, 4, null, '01990000-0000-7000-8000-00000000ec51'),
        ('01990000-0000-7000-8000-000000000003', 'ada', null, 'folder', 'Gone', 'gone', 5, 6, ${now}, null),
        ('01990000-0000-7000-8000-000000000005', 'ada', null, 'folder', 'Cafe\u0301', 'café', 7, 7, null, null)`,
    ],
    ['001', `insert into blobs (id, account, size, created_at) values ('${olderBlob}', 'ada', 20000, 8)`],
    [
      '001',
      `insert into versions (id, entry_id, blob_id, size, content_type, created_at, generation) values
        ('01990000-0000-7000-8000-00000000ec51', '01990000-0000-7000-8000-000000000002', '${olderBlob}', 20000, 'application/octet-stream', 9, 1)`,
    ],
    [
      '001',
      `insert into uploads (id, account, parent_id, name, length, content_type, metadata, created_at, expires_at) values
        ('${olderUpload}', 'ada', null, 'half.bin', 99, 'text/plain', '{}', ${now}, ${later})`,
    ],
    [
      '001',
      `insert into changes (account, revision, entry_id, at) values ('ada', 3, '01990000-0000-7000-8000-000000000003', ${now})`,
    ],
    ['002', `insert into previews (blob_id, state) values ('${olderBlob}', 'none')`],
    [
      '003',
      `insert into app_passwords (id, account, name, token_hash, created_at) values ('p', 'ada', 'A program', 'hash', 10)`,
    ],
    [
      '003',
      `insert into download_tokens (id, account, entry_id, token_hash, created_at) values ('t', 'ada', '01990000-0000-7000-8000-000000000002', 'hash', 11)`,
    ],
    [
      '003',
      `insert into finished_uploads (id, account, entry_id, version_id, length, metadata, finished_at) values ('${olderBlob}', 'ada', '01990000-0000-7000-8000-000000000002', '01990000-0000-7000-8000-00000000ec51', 20000, '{}', ${now})`,
    ],
    [
      '004',
      `insert into entries (id, account, parent_id, kind, name, name_key, created_at, modified_at, trashed_at, current_version) values
        ('01990000-0000-7000-8000-000000000004', 'ada', '01990000-0000-7000-8000-000000000003', 'file', 'small.bin', 'small.bin', 3, 4, null, '01990000-0000-7000-8000-00000000ec52')`,
    ],
    [
      '004',
      `insert into blobs (id, account, size, created_at, sha256, md5) values ('${smallBlob}', 'ada', ${smallBytes.length}, 8, '${hash('sha256', 'hex')}', '${hash('md5', 'base64')}')`,
    ],
    [
      '004',
      `insert into versions (id, entry_id, blob_id, size, content_type, created_at, generation) values
        ('01990000-0000-7000-8000-00000000ec52', '01990000-0000-7000-8000-000000000004', '${smallBlob}', ${smallBytes.length}, 'application/octet-stream', 9, 1)`,
    ],
    ['004', `insert into small_blobs (blob_id, bytes) values ('${smallBlob}', ${binary(smallBytes)})`],
    [
      '004',
      `insert into blob_sums (blob_id, part, sha256s, crc32s) values ('${smallBlob}', 0, ${binary(bytes(32))}, ${binary(bytes(4))})`,
      '043',
    ],
    ['043', `insert into blob_sums (blob_id, part, crc32s) values ('${smallBlob}', 0, ${binary(bytes(4))})`],
    ['044', `update uploads set blob_id = id`],
    [
      '005',
      `insert into blob_states (store, blob_id, revision, state, changed_at) values ('older', '${olderBlob}', 'r', 'state', 12)`,
    ],
    ['005', `insert into leases (name, holder, until) values ('older', 'a node', 13)`],
    ['007', `insert into attempts (key, count, ends_at) values ('older', 2, ${later})`],
    ['008', `insert into account_events (id, account, at, kind) values ('e', 'ada', ${now}, 'login')`],
    // Since then names are compared with their case.
    ['011', `update entries set name_key = name where name in ('Ältere', 'Gone')`],
    ['011', `update entries set name_key = 'Café' where name = 'Cafe\u0301'`],
    // Since then rows have what they are ordered by.
    [
      '012',
      `update entries set sort_name = case name when 'Ältere' then 'altere' when 'Gone' then 'gone' when 'Cafe\u0301' then 'cafe' else name end`,
    ],
    ['012', `update entries set sort_size = 20000, sort_kind = 'unknown' where name = 'one.bin'`],
    ['012', `update entries set sort_size = ${smallBytes.length}, sort_kind = 'unknown' where name = 'small.bin'`],
    [
      '014',
      `insert into operations (id, account, at, steps) values ('01990000-0000-7000-8000-0000000000e0', 'ada', ${now}, '[]')`,
    ],
    // Since then what is below a folder is counted.
    [
      '015',
      `insert into folder_contents (account, folder_id, folders, files, bytes) values
        ('ada', '', 2, 1, 20000), ('ada', '01990000-0000-7000-8000-000000000001', 0, 1, 20000),
        ('ada', '01990000-0000-7000-8000-000000000003', 0, 1, ${smallBytes.length})`,
    ],
    // And what is in Trash.
    [
      '022',
      `insert into folder_contents (account, folder_id, folders, files, bytes) values ('ada', 'trash', 1, 0, ${smallBytes.length})`,
    ],
    // Since then it is known when content was stored. Triggers add it up.
    ['017', `update entries set content_at = 9 where kind = 'file'`],
    ['017', `update entries set starred_at = 12 where name = 'one.bin'`],
    ['018', `update accounts set version_rule = 'last-10'`],
    // Since then a dot stands before every other character.
    ['026', `update entries set sort_name = replace(sort_name, '.', '\u001f')`],
    // Since then blobs have their CRC-32.
    ['027', `update blobs set crc32 = ${crc32(olderBytes)} where id = '${olderBlob}'`],
    ['027', `update blobs set crc32 = ${crc32(smallBytes)} where id = '${smallBlob}'`],
    [
      '027',
      `insert into archives (id, account, entry_ids, created_at, expires_at) values ('01990000-0000-7000-8000-0000000000a1', 'ada', '[]', ${now}, ${later})`,
    ],
    // Since then files say when they were taken.
    ['028', `insert into facts (blob_id, account, state, taken_at) values ('${olderBlob}', 'ada', 'read', 13)`],
    ['028', `update entries set taken_at = 13 where name = 'one.bin'`],
    [
      '029',
      `insert into unpackings (id, account, file_id, version_ids, folder_id, name, state, entries, done_entries, bytes, done_bytes, left_out, left_out_first, tries, started_at, ended_at)
        values ('01990000-0000-7000-8000-0000000000b1', 'ada', '01990000-0000-7000-8000-000000000002', '[]', '01990000-0000-7000-8000-000000000001', 'old.zip', 'done', 1, 1, 5, 5, 0, '[]', 0, ${now}, ${now})`,
    ],
    [
      '030',
      `insert into told_facts (blob_id, taken_at, description, latitude, longitude) values ('${olderBlob}', 14, 'At the lake', 48.1, 11.5)`,
    ],
    ['031', `insert into people (account, role, state, state_at) values ('ada', 'administrator', 'active', 15)`],
    [
      '037',
      `insert into backup_runs (id, kind, day, state, begun_at, ended_at) values ('r1', 'backup', '2026-11-01', 'done', 15, 16)`,
    ],
    [
      '038',
      `insert into identities (id, account, issuer, subject, address, created_at, last_used_at) values ('i1', 'ada', 'https://id.example.org', '7', null, 16, null)`,
    ],
    [
      '032',
      `insert into two_steps (account, secret, stamp, code_salt, on_since, last_step) values ('ada', 'sealed', 'stamp', 'salt', 16, 17)`,
    ],
    [
      '033',
      `insert into passkeys (id, account, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
        values ('01990000-0000-7000-8000-0000000000c1', 'ada', 'credential', 'key', 3, '["usb"]', 1, 'A key', 18)`,
    ],
    ['032', `insert into backup_codes (account, code_hash) values ('ada', 'hash')`],
    [
      '032',
      `insert into challenges (token_hash, kind, account, ends_at) values ('hash', 'second-step', 'ada', ${later})`,
    ],
    [
      '034',
      `insert into address_changes (id, account, old_email, new_email, take_back_hash, created_at) values ('c', 'ada', 'ada@example.org', 'new@example.org', 'hash', 16)`,
    ],
    [
      '041',
      `insert into account_archives (id, account, made_at, expires_at, sums) values ('01990000-0000-7000-8000-0000000000d1', 'ada', ${now}, ${later}, null)`,
    ],
    [
      '041',
      `insert into account_archive_parts (archive_id, number, "offset", directory_offset, sums_offset, members)
        values ('01990000-0000-7000-8000-0000000000d1', 0, 0, 0, 0, ${binary(bytes(10))})`,
    ],
    ['042', `insert into hand_overs (account, recipient, planned_at) values ('ada', null, 17)`],
    ['034', `insert into profiles (account, name) values ('ada', 'Ada')`],
    ['034', `insert into profile_pictures (account, bytes, chosen_at) values ('ada', ${binary(bytes(40))}, 17)`],
    [
      '035',
      `insert into invitations (id, token_hash, kind, made_by, created_at, expires_at) values ('01990000-0000-7000-8000-0000000000c1', 'hash', 'person', 'ada', ${now}, ${later})`,
    ],
    ['035', `insert into server_settings (key, value, changed_at) values ('sign-up', 'closed', 16)`],
  ];
}
