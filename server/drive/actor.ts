/** Who is acting. Every function of the drive takes it first and filters every query by its account. */
export type Actor = { account: string };
