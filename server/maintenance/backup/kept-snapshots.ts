/** The newest backup of an installation of each of so many days, weeks and months that have one. */
export const keptBackups = { days: 7, weeks: 4, months: 12 };

type Taken = {
  name: string;
  /** The installation whose backup it is. */
  of: string;
  /** In milliseconds. */
  at: number;
};

/**
 * The names of the snapshots that are kept, by the clock on the machine's wall: the newest of each of the last 7 days, 4
 * weeks (from Monday) and 12 months that have one, of each installation: one that is new must not remove what an older one
 * left. The one that was taken last of each, the last one here, is always kept, whatever the clock said.
 */
export function keptSnapshots(snapshots: readonly Taken[]): Set<string> {
  const byInstallation = [...Map.groupBy(snapshots, ({ of }) => of).values()];
  return new Set(
    byInstallation.flatMap((own) => {
      const newestFirst = own.toSorted((one, other) => other.at - one.at);
      return [
        ...own.slice(-1).map(({ name }) => name),
        ...newestOf(newestFirst, dayOf, keptBackups.days),
        ...newestOf(newestFirst, weekOf, keptBackups.weeks),
        ...newestOf(newestFirst, monthOf, keptBackups.months),
      ];
    }),
  );
}

function newestOf(newestFirst: readonly Taken[], periodOf: (date: Date) => string, count: number): string[] {
  const newest = new Map<string, string>();
  for (const { name, at } of newestFirst) {
    const period = periodOf(new Date(at));
    if (!newest.has(period) && newest.size < count) newest.set(period, name);
  }
  return [...newest.values()];
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** Named by its Monday. */
function weekOf(date: Date): string {
  const daysSinceMonday = (date.getDay() + 6) % 7;
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysSinceMonday, 12));
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth()}`;
}
