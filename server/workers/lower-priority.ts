import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the thread that calls it compute only while others leave it time, by its nice value (sched(7)). On Linux, where each
 * thread has one of its own; elsewhere nothing changes.
 */
export function lowerPriority(nice: number): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), nice);
  } catch {
    // No /proc, or none that may be read: it is slower for the others, and nothing else.
  }
}
