/** One line of the results: what was measured, and the value with its spread over the rounds. */
export type Figure = { what: string; value: string };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that a share of all, from 0 to 1, do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The 99th percentile. */
export function p99(values: readonly number[]): number {
  return quantile(values, 0.99);
}

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;
export const rate = (bytes: number, ms: number) => `${Math.round(bytes / 1024 ** 2 / (ms / 1000))} MiB/s`;

/** The rate at the median time, its spread, and its ratio to the bare server in the same run. */
export function rateFigure(what: string, bytes: number, times: number[], limit?: number[]): Figure {
  const spread = `${rate(bytes, Math.max(...times))} to ${rate(bytes, Math.min(...times))}`;
  const ratio = limit === undefined ? '' : `, ${(median(limit) / median(times)).toFixed(2)} of bare`;
  return { what, value: `${rate(bytes, median(times))} (${spread})${ratio}` };
}

/** Median and 99th percentile of times. */
export function timesOf(times: readonly number[]): string {
  return `median ${milliseconds(median(times))}, p99 ${milliseconds(p99(times))}`;
}

/** The median rate per second, its spread, and its ratio to the bare server in the same run. */
export function perSecond(rates: readonly number[], limit?: readonly number[]): string {
  const spread = `${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))}`;
  const ratio = limit === undefined ? '' : `, ${(median(rates) / median(limit)).toFixed(2)} of bare`;
  return `${Math.round(median(rates))}/s (${spread})${ratio}`;
}

/** How long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Prints figures as a Markdown table. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const lines = [
    `\n## ${title}\n`,
    '| what | figure |',
    '| --- | --- |',
    ...figures.map(({ what, value }) => `| ${what} | ${value} |`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
