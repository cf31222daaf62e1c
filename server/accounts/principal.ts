/** Who is acting. Every function of the drive takes it first and filters every query by its account. */
export type Principal = {
  account: string;
  /** A person with a session, or a program with an app password; neither when the server itself acts. */
  by?: 'person' | 'program';
};
