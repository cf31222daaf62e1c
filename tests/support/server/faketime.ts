import { globSync } from 'node:fs';

/** The library that tells a process another time (Debian's package faketime); undefined when it is not there. */
export function findFaketime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
}

/** Settings with which a process believes that it is so many days later. How long things take stays as it is. */
export function daysLater(days: number): Record<string, string> {
  return shiftedBy(`+${days}d`);
}

/** Settings with which a process believes that it is so many seconds earlier. */
export function secondsEarlier(seconds: number): Record<string, string> {
  return shiftedBy(`-${seconds}`);
}

/** Settings with which a process believes that it is the last noon, so that no day ends meanwhile. */
export function atLastNoon(): Record<string, string> {
  const now = new Date();
  return secondsEarlier(((now.getHours() * 60 + now.getMinutes() + 12 * 60) * 60) % (24 * 60 * 60));
}

function shiftedBy(time: string): Record<string, string> {
  const library = findFaketime();
  if (library === undefined) throw new Error("This test needs Debian's package faketime.");
  return { LD_PRELOAD: library, FAKETIME: time, DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
}
