import type { CDPSession } from 'playwright-core';

/** A task of the main thread of a page: its processor time in milliseconds, and what took most of it. */
export type Task = { ms: number; what: string };

/** From here on a task is long. */
export const longMs = 50;

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { type?: string; functionName?: string } };
};

/** Every task of the page's main thread while something runs. Processor time is not affected by other programs. */
export async function tasksOf(devtools: CDPSession, run: () => Promise<void>): Promise<Task[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', collect);
  const includedCategories = ['toplevel', '__metadata', 'devtools.timeline'];
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await run();
  const complete = new Promise<unknown>((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const main = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf));
  const onMain = events.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
  const isTask = ({ name }: TraceEvent) => name.endsWith('RunTask');
  return onMain.filter(isTask).map((task) => {
    const ms = (task.tdur ?? 0) / 1000;
    if (ms < longMs) return { ms, what: '' };
    const end = task.ts + (task.dur ?? 0);
    const inside = onMain.filter(
      (event) => threadOf(event) === threadOf(task) && !isTask(event) && event.ts >= task.ts && event.ts < end,
    );
    return { ms, what: partsOf(inside) };
  });
}

/** The longest task, and each that is long with what it did. */
export function longTasks(tasks: readonly Task[]): string {
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms));
  const long = tasks.filter(({ ms }) => ms > longMs).toSorted((one, other) => other.ms - one.ms);
  const shown = long.slice(0, 3).map(({ ms, what }) => `${Math.round(ms)} ms (${what})`);
  return `${Math.round(longest)} ms, ${long.length}${shown.length > 0 ? `: ${shown.join('; ')}` : ''}`;
}

/** The three events that took most, by name. */
function partsOf(events: readonly TraceEvent[]): string {
  const sums = new Map<string, number>();
  for (const { name, args, tdur = 0 } of events) {
    const key = args?.data?.type ? `${name} ${args.data.type}` : name;
    sums.set(key, (sums.get(key) ?? 0) + tdur / 1000);
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, ms]) => `${name} ${Math.round(ms)}`)
    .join(', ');
}
