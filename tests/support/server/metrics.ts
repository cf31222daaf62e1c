import { freePort } from '../fixtures/free-port.ts';

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** A port for METRICS_PORT, and the way to read what is there. */
export async function metricsPort() {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/metrics`;
  const text = async () => await (await fetch(address)).text();
  const samples = async () => parse(await text());
  return {
    port: String(port),
    address,
    text,
    samples,
    /** The sum of the samples of this name whose labels are these. */
    async sum(name: string, labels: Record<string, string> = {}): Promise<number> {
      const matching = (await samples()).filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      );
      return matching.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

/** The text format of Prometheus: `name{label="value"} number`. */
function parse(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', shown = '']) => [key, shown]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}
