/** The sender of a request. What it may reach, and what it may do there, is decided by drive/access. */
export type Principal = {
  /** A person with a session, a program with an app password, the bearer of a download token, or the server itself. */
  kind: 'person' | 'program' | 'download-token' | 'system';
  /** The account that vouches for the principal. */
  account: string;
  /** The only entry that the principal may reach, with what is in it; everything of the account when undefined. */
  entryId?: string;
  /** Of a person, and of a token for what their browser shows: the id of the row of their session. */
  sessionId?: string;
  /** Of a person: when they were last found to be who they are in this session, in milliseconds; see accounts/confirmation. */
  confirmedAt?: number;
  /** Of a program: what it may do with what it reaches; `write` when undefined. */
  access?: 'read' | 'write';
  /** Of a program: the id of its app password. */
  appPasswordId?: string;
};
