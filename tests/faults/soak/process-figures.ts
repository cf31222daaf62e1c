import { readdir, readFile } from 'node:fs/promises';

/** What a process has now (proc(5)); memory in MiB, without its children. */
export type ProcessFigures = { memory: number; descriptors: number; threads: number; children: number };

export async function figuresOf(pid: number): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return {
    memory: Math.round(field('VmRSS') / 1024),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    threads: field('Threads'),
    children: children.split(' ').filter((child) => child.trim() !== '').length,
  };
}
