/**
 * Reads a processor profile: `node bench/support/read-profile.ts <file.cpuprofile> [lines]` prints the functions with the
 * highest self time and those with the highest total time.
 */
import { readFileSync } from 'node:fs';

type Frame = { functionName: string; url: string; lineNumber: number };
type Node = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const [file = '', lines = '30'] = process.argv.slice(2);
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
const byId = new Map(nodes.map((node) => [node.id, node]));

const ownOfNode = new Map<number, number>();
for (const [i, id] of samples.entries()) ownOfNode.set(id, (ownOfNode.get(id) ?? 0) + (timeDeltas[i] ?? 0));
const own = new Map<string, number>();
const total = new Map<string, number>();
const root = nodes[0];
if (root !== undefined) walk(root, new Set());
for (const idle of ['(idle)', '(root)', '(program)']) total.delete(idle);
const busy = [...own].reduce((sum, [name, micros]) => sum + (name === '(idle)' ? 0 : micros), 0);
print('self time', own);
print('total time', total);

/** Adds up both times, counting a recursive function once. Returns the microseconds at and below a node. */
function walk({ id, callFrame, children = [] }: Node, above: Set<string>): number {
  const name = nameOf(callFrame);
  const isFirst = !above.has(name);
  if (isFirst) above.add(name);
  const self = ownOfNode.get(id) ?? 0;
  own.set(name, (own.get(name) ?? 0) + self);
  let sum = self;
  for (const child of children) {
    const node = byId.get(child);
    if (node !== undefined) sum += walk(node, above);
  }
  if (isFirst) {
    above.delete(name);
    total.set(name, (total.get(name) ?? 0) + sum);
  }
  return sum;
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const place = url.replace(/^.*\/node_modules\//, '').replace(`file://${process.cwd()}/`, '');
  return place === '' ? functionName : `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`;
}

function print(title: string, times: Map<string, number>): void {
  const sorted = [...times].toSorted(([, one], [, other]) => other - one).slice(0, Number(lines));
  process.stdout.write(`\n${title} (of ${Math.round(busy / 1000)} ms busy)\n`);
  for (const [name, micros] of sorted) {
    process.stdout.write(`${((micros / busy) * 100).toFixed(1).padStart(6)} %  ${name}\n`);
  }
}
