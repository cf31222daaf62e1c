import type { TableDeclaration } from '#server/database/table-declaration.ts';

const ofUser = [{ column: 'account', table: 'user', key: 'id' }];

/** The first four belong to the authentication service (auth-tables.ts). */
export const accountTables: TableDeclaration[] = [
  { name: 'user', key: ['id'], owner: { column: 'id' }, kind: 'stored' },
  { name: 'account', key: ['id'], owner: { column: 'userId' }, kind: 'stored' },
  { name: 'session', key: ['id'], owner: { column: 'userId' }, kind: 'transient' },
  { name: 'verification', key: ['id'], owner: { column: 'value' }, kind: 'transient' },
  { name: 'attempts', key: ['key'], owner: 'nobody', kind: 'transient' },
  { name: 'challenges', key: ['token_hash'], owner: { column: 'account' }, kind: 'transient' },
  {
    name: 'passkeys',
    key: ['id'],
    owner: { column: 'account' },
    kind: 'stored',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'two_steps',
    key: ['account'],
    owner: { column: 'account' },
    kind: 'stored',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'backup_codes',
    key: ['account', 'code_hash'],
    owner: { column: 'account' },
    kind: 'stored',
    references: [{ column: 'account', table: 'two_steps', key: 'account' }],
  },
  { name: 'people', key: ['account'], owner: { column: 'account' }, kind: 'stored', references: ofUser },
  // A recipient who is deleted leaves it without one.
  {
    name: 'hand_overs',
    key: ['account'],
    owner: { column: 'account' },
    kind: 'stored',
    references: [...ofUser, { column: 'recipient', table: 'user', key: 'id' }],
  },
  { name: 'profiles', key: ['account'], owner: { column: 'account' }, kind: 'stored', references: ofUser },
  { name: 'profile_pictures', key: ['account'], owner: { column: 'account' }, kind: 'stored', references: ofUser },
  { name: 'address_changes', key: ['id'], owner: { column: 'account' }, kind: 'transient', references: ofUser },
  // What a link opens is not in a backup: whoever has an old one would come in again.
  {
    name: 'invitations',
    key: ['id'],
    owner: { column: 'made_by' },
    kind: 'transient',
    references: [{ column: 'made_by', table: 'user', key: 'id' }],
  },
  { name: 'server_settings', key: ['key'], owner: 'nobody', kind: 'stored' },
  {
    name: 'app_passwords',
    key: ['id'],
    owner: { column: 'account' },
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
    owner: { column: 'account' },
    kind: 'stored',
    references: [{ column: 'account', table: 'user', key: 'id' }],
  },
  {
    name: 'account_events',
    key: ['id'],
    owner: { column: 'account' },
    kind: 'stored',
    references: ofUser,
  },
];
