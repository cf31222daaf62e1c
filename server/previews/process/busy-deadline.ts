import { readFileSync } from 'node:fs';

type Limits = {
  pid: number | undefined;
  /** Of the processor, in milliseconds: a machine with much else to do takes longer for the same. */
  busyMs: number;
};

const lookMs = 500;
/** The unit of times in /proc. */
const tickMs = 10;
/** One that only waits is given up as well, after so many times its limit. */
const waiting = 4;

/** Calls `onEnd` once a process has worked for so long. Returns a function after which nobody is called any more. */
export function busyDeadline({ pid, busyMs }: Limits, onEnd: () => void): () => void {
  const began = { at: performance.now(), busyMs: busyMsOf(pid) };
  const timer = setInterval(() => {
    const passed = performance.now() - began.at;
    const now = busyMsOf(pid);
    const worked = now === undefined || began.busyMs === undefined ? passed : now - began.busyMs;
    if (worked <= busyMs && passed <= waiting * busyMs) return;
    clearInterval(timer);
    onEnd();
  }, lookMs);
  return () => clearInterval(timer);
}

/** The processor time of a process until now (proc(5), fields 14 and 15); undefined where the system does not tell. */
function busyMsOf(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}
