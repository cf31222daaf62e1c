import { createContext, useContext } from 'react';

/**
 * Runs a call of the server; if the person has to confirm who they are first, asks for the password and runs it once more.
 * Throws what the call throws: confirmation-needed too, if they did not want to.
 */
export type Confirmed = <Result>(call: () => Promise<Result>) => Promise<Result>;

export const ConfirmedContext = createContext<Confirmed>((call) => call());

/** For whatever weakens an account or opens all of it. */
export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
