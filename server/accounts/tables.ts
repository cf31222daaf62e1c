import type { TableDeclaration } from '#server/database/table-declaration.ts';

const ofUser = [{ column: 'account', table: 'user', key: 'id' }];

/** The first four belong to the authentication service (auth-tables.ts). */
export const accountTables: TableDeclaration[] = [
  { name: 'user', key: ['id'], kind: 'stored' },
  { name: 'account', key: ['id'], kind: 'stored' },
  { name: 'session', key: ['id'], kind: 'transient' },
  { name: 'verification', key: ['id'], kind: 'transient' },
  { name: 'attempts', key: ['key'], kind: 'transient' },
  { name: 'challenges', key: ['token_hash'], kind: 'transient' },
  {
    name: 'passkeys',
    key: ['id'],
    kind: 'stored',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'two_steps',
    key: ['account'],
    kind: 'stored',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'backup_codes',
    key: ['account', 'code_hash'],
    kind: 'stored',
    references: [{ column: 'account', table: 'two_steps', key: 'account' }],
  },
  { name: 'people', key: ['account'], kind: 'stored', references: ofUser },
  { name: 'profiles', key: ['account'], kind: 'stored', references: ofUser },
  { name: 'profile_pictures', key: ['account'], kind: 'stored', references: ofUser },
  { name: 'address_changes', key: ['id'], kind: 'transient', references: ofUser },
  // What a link opens is not in a backup: whoever has an old one would come in again.
  {
    name: 'invitations',
    key: ['id'],
    kind: 'transient',
    references: [{ column: 'made_by', table: 'user', key: 'id' }],
  },
  { name: 'server_settings', key: ['key'], kind: 'stored' },
  {
    name: 'app_passwords',
    key: ['id'],
    kind: 'stored',
    references: [
      { column: 'account', table: 'user', key: 'id' },
      {
        column: 'entry_id',
        table: 'entries',
        key: 'id',
        condition: "target.account = source.account and target.kind = 'folder'",
      },
    ],
  },
  {
    name: 'identities',
    key: ['id'],
    kind: 'stored',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'account_events',
    key: ['id'],
    kind: 'stored',
    references: ofUser,
  },
];
