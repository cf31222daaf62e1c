/** A call of a part of the server, as it is measured: `{ part: 'files', call: 'append' }`. */
export type Call = { part: string; call: string };

/** Does the work and records its duration and outcome. */
export type Observe = <Result>(call: Call, work: () => Promise<Result>) => Promise<Result>;

/** Whatever its arguments are. */
type Work = (...args: never[]) => Promise<unknown>;
type CallsOf<Part> = { [Name in keyof Part]: Part[Name] extends Work ? Name : never }[keyof Part] & string;

type Watching<Part> = { name: string; calls: readonly CallsOf<Part>[]; observe: Observe | undefined };

/** The same part with the named calls observed. Without an observer it is the part itself, at no cost. */
export function watchCalls<Part extends object>(part: Part, { name, calls, observe }: Watching<Part>): Part {
  if (observe === undefined) return part;
  const watched = calls.map((call) => {
    const work = part[call] as Work;
    return [call, (...args: never[]) => observe({ part: name, call }, () => work(...args))];
  });
  return { ...part, ...Object.fromEntries(watched) };
}
