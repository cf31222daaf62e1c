import { setTimeout as pause } from 'node:timers/promises';
import { type Person, type Place, personAt, signUp } from '../client/build-account.ts';
import { patiently } from './patient-fetch.ts';

/** Begins it; what that returns ends it. */
export type Begin = () => () => void;

/** Prepares an abuse, which the server has to bear for others as well, as long as nothing else makes it wait. */
export type Abuse = (place: Place) => Promise<Begin>;

/** Somebody who prepares patiently, and then has no patience. */
export async function stranger(
  place: Place,
  prepare: (person: Person) => Promise<unknown> = async () => {},
): Promise<Person> {
  const patient = await signUp(patiently(place));
  await prepare(patient);
  return personAt({ baseUrl: place.baseUrl }, patient);
}

/** Repeats work, so many times at once, whatever becomes of it. */
export function again(work: (round: number) => Promise<unknown>, atOnce = 1): Begin {
  return () => {
    let isOver = false;
    let round = 0;
    for (let i = 0; i < atOnce; i += 1)
      void (async () => {
        while (!isOver) await work(round++).catch(() => pause(100));
      })();
    return () => {
      isOver = true;
    };
  };
}

/** All of them at once. */
export function allOf(begins: readonly Begin[]): Begin {
  return () => {
    const ends = begins.map((begin) => begin());
    return () => {
      for (const end of ends) end();
    };
  };
}
