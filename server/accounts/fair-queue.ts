/** Who waits: requests of one sender wait behind each other, and known senders before all others. */
export type Sender = { id: string; isKnown: boolean };

/**
 * At most `max` jobs that wait. Senders take turns. When the queue is full, a job of the sender with the most jobs leaves
 * it for one of a sender with fewer, so that one sender cannot keep the others out.
 */
export function createFairQueue<Job>(max: number) {
  const known = new Map<string, Job[]>();
  const strangers = new Map<string, Job[]>();
  let size = 0;

  return {
    /** Adds a job. Returns the one that has to leave, which may be the same, or undefined if there was room. */
    add(job: Job, { id, isKnown }: Sender): Job | undefined {
      const lane = isKnown ? known : strangers;
      const own = lane.get(id) ?? [];
      let leaves: Job | undefined;
      if (size >= max) {
        const longest = (isKnown && longestOf(strangers)) || longestOf(lane);
        const mayPush = longest !== undefined && (!lane.has(longest.id) || longest.jobs.length > own.length + 1);
        if (!mayPush) return job;
        leaves = longest.jobs.pop();
        if (longest.jobs.length === 0) longest.lane.delete(longest.id);
        size -= 1;
      }
      lane.set(id, own);
      own.push(job);
      size += 1;
      return leaves;
    },

    /** Takes the job whose turn it is. */
    next(): Job | undefined {
      for (const lane of [known, strangers]) {
        for (const [id, jobs] of lane) {
          const job = jobs.shift();
          // To the end: the next turn is that of another sender.
          lane.delete(id);
          if (jobs.length > 0) lane.set(id, jobs);
          size -= 1;
          return job;
        }
      }
      return undefined;
    },
  };

  function longestOf(lane: Map<string, Job[]>) {
    let longest: { lane: Map<string, Job[]>; id: string; jobs: Job[] } | undefined;
    for (const [id, jobs] of lane) {
      if (longest === undefined || jobs.length > longest.jobs.length) longest = { lane, id, jobs };
    }
    return longest;
  }
}
