const dayMs = 24 * 60 * 60 * 1000;

/** When a session began, until when the library would keep it, and when it was used last; dates as an engine or the library gives them. */
export type SessionTimes = {
  createdAt: string | Date;
  expiresAt: string | Date;
  /** In milliseconds; null while a version that did not note it runs beside this one. */
  lastSeenAt: number | null;
};

export type SessionLife = ReturnType<typeof createSessionLife>;

/** How long sessions last: so many days without use, and so many in all (SESSION_IDLE_DAYS, SESSION_MAX_DAYS). */
export function createSessionLife(days: { idleDays: number; maxDays: number }) {
  const idleMs = days.idleDays * dayMs;
  const maxMs = days.maxDays * dayMs;

  return {
    idleMs,
    maxSeconds: maxMs / 1000,
    /** When a session that began at this moment ends however much it is used. */
    endOf: ({ createdAt }: Pick<SessionTimes, 'createdAt'>): number => new Date(createdAt).getTime() + maxMs,
    hasEnded({ createdAt, expiresAt, lastSeenAt }: SessionTimes, now: number): boolean {
      const [began, kept] = [new Date(createdAt).getTime(), new Date(expiresAt).getTime()];
      return Math.min(kept, began + maxMs, (lastSeenAt ?? began) + idleMs) <= now;
    },
  };
}
