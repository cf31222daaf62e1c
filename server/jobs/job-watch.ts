import { AsyncLocalStorage } from 'node:async_hooks';
import { type JobState, jobNames } from '#contract/records/job-state.ts';
import type { Leases } from '#server/cluster/leases.ts';

const maxSentence = 500;

type JobName = JobState['name'];
type State = Omit<JobState, 'name' | 'isRunning'> & { running: number };

export type JobWatch = ReturnType<typeof createJobWatch>;

/** Remembers how each job last went on this node, since its start. What is reported while a job runs is its failure. */
export function createJobWatch({ now }: { now: () => number }) {
  const states = new Map<JobName, State>();
  const current = new AsyncLocalStorage<{ failure: string | null }>();

  return {
    run,

    /** The same leases for one job: whatever is done while one is held is a run of it. */
    watchLeases: (name: JobName, leases: Leases): Leases => ({
      hold: (lease, work) => run(name, () => leases.hold(lease, work)),
    }),

    /** Notes that a job runs again after so many milliseconds. */
    planned(name: JobName, afterMs: number): void {
      stateOf(name).nextAt = now() + afterMs;
    },

    /** To be called with each sentence about something that failed, whoever says it. */
    failed(sentence: string): void {
      const running = current.getStore();
      if (running !== undefined) running.failure = sentence.slice(0, maxSentence);
    },

    /** Of the jobs that ran or are planned. */
    states: (): JobState[] =>
      jobNames.flatMap((name) => {
        const known = states.get(name);
        if (known === undefined) return [];
        const { running, ...state } = known;
        return [{ name, isRunning: running > 0, ...state }];
      }),
  };

  /** Does the work, which returns false when another node was doing it. */
  async function run(name: JobName, work: () => Promise<boolean>): Promise<boolean> {
    const state = stateOf(name);
    const mine: { failure: string | null } = { failure: null };
    const beganAt = now();
    Object.assign(state, { running: state.running + 1, beganAt, nextAt: null });
    let isDone = true;
    try {
      isDone = await current.run(mine, work);
      return isDone;
    } catch (error) {
      mine.failure ??= `It ended with an error: ${error instanceof Error ? error.message : String(error)}`.slice(
        0,
        maxSentence,
      );
      throw error;
    } finally {
      const outcome = mine.failure !== null ? 'failed' : isDone ? 'done' : 'elsewhere';
      Object.assign(state, { running: state.running - 1, endedAt: now(), outcome, failure: mine.failure });
    }
  }

  function stateOf(name: JobName): State {
    const known = states.get(name);
    if (known !== undefined) return known;
    const made: State = { running: 0, beganAt: null, endedAt: null, outcome: null, failure: null, nextAt: null };
    states.set(name, made);
    return made;
  }
}
