import { setTimeout as pause } from 'node:timers/promises';
import { type Person, type Place, personAt, signUp } from '../client/build-account.ts';
import { patiently } from './patient-fetch.ts';

/** Begins to do it; what it returns ends it. */
export type Abuse = (place: Place) => Promise<() => void>;

/** Somebody who prepares patiently, and then has no patience. */
export async function stranger(
  place: Place,
  prepare: (person: Person) => Promise<unknown> = async () => {},
): Promise<Person> {
  const patient = await signUp(patiently(place));
  await prepare(patient);
  return personAt({ baseUrl: place.baseUrl }, patient);
}

/** Repeats work, so many times at once, whatever becomes of it, until the returned function is called. */
export function again(work: (round: number) => Promise<unknown>, atOnce = 1): () => void {
  let isOver = false;
  let round = 0;
  for (let i = 0; i < atOnce; i += 1)
    void (async () => {
      while (!isOver) await work(round++).catch(() => pause(100));
    })();
  return () => {
    isOver = true;
  };
}

/** Ends all of them. */
export function allOf(ends: readonly (() => void)[]): () => void {
  return () => {
    for (const end of ends) end();
  };
}
