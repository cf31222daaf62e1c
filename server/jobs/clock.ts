import type { Database } from '#server/database/open.ts';

/** Wall time and uptime may differ by this much between two looks before it counts as a jump. */
const jumpMs = 5 * 60_000;
/** A server that was off for longer may have a clock that is wrong. */
const longOffMs = 7 * 24 * 60 * 60_000;
/** Looks of one `settleMs` that are remembered, but for those that found a jump. */
const maxLooks = 1000;
/** How often the time is noted in the database. */
const noteEveryMs = 10 * 60_000;

type Deps = {
  db: Database;
  now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  uptime: () => number;
  /** How long a time has to be over, in milliseconds of uptime, before something is removed because of it. */
  settleMs: number;
  /** Called with a sentence for the operator. */
  tell: (sentence: string) => void;
};

/**
 * Wall time for what cannot be undone. A clock can be wrong by years, at a start without a battery or by a hand; what is
 * removed because of it stays removed. So nothing is, before two looks `settleMs` of uptime apart agree.
 */
export function createClock({ db, now, uptime, settleMs, tell }: Deps) {
  /** The looks of the last `settleMs`, and the newest one before. */
  let looks = [{ uptime: uptime(), wall: now() }];
  let notedAt = Number.NEGATIVE_INFINITY;

  return {
    /** Compares the time with when a server last ran here, at a start. */
    async begin(): Promise<void> {
      const row = await db.selectFrom('installation').select('ran_at').executeTakeFirst();
      const ranAt = row?.ran_at ?? now();
      const [ahead, behind] = [now() - ranAt, ranAt - now()];
      if (behind > jumpMs)
        tell(`The clock is ${inWords(behind)} behind the time at which a server last ran here: correct it.`);
      else if (ahead > longOffMs)
        tell(
          `The clock is ${inWords(ahead)} ahead of the time at which a server last ran here. Unless it was off for so long, correct it: what has expired is removed in ${inWords(settleMs)}.`,
        );
      await note();
    },

    /** Looks at the clock and reports a jump; now and then it notes the time for the next start. To be called every minute. */
    async observe(): Promise<void> {
      look();
      if (uptime() - notedAt >= noteEveryMs) await note();
    },

    /** A time that was over already `settleMs` of uptime ago, by every look since; undefined until so much has passed. */
    settled(): number | undefined {
      look();
      const first = looks[0];
      const isSettled = first !== undefined && first.uptime <= uptime() - settleMs;
      return isSettled ? looks.reduce((least, { wall }) => Math.min(least, wall), first.wall) : undefined;
    },
  };

  function look(): void {
    const next = { uptime: uptime(), wall: now() };
    const last = looks.at(-1) ?? next;
    const jump = next.wall - last.wall - (next.uptime - last.uptime);
    if (Math.abs(jump) > jumpMs)
      tell(
        `The clock jumped ${inWords(Math.abs(jump))} ${jump > 0 ? 'ahead, unless the machine slept' : 'back'}. Correct it if it is wrong: what has expired by it is removed in ${inWords(settleMs)} at the earliest.`,
      );
    // What asks often adds nothing to what the clock said a moment ago.
    else if (next.uptime - last.uptime < settleMs / maxLooks) return;
    looks.push(next);
    const firstNeeded = looks.findLastIndex((one) => one.uptime <= next.uptime - settleMs);
    if (firstNeeded > 0) looks = looks.slice(firstNeeded);
  }

  async function note(): Promise<void> {
    notedAt = uptime();
    await db.updateTable('installation').set({ ran_at: now() }).execute();
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const units = [['day', 24 * 60] as const, ['hour', 60] as const, ['minute', 1] as const];
  const [name, size] = units.find(([, length]) => minutes >= length) ?? (['minute', 1] as const);
  const count = Math.round(minutes / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
