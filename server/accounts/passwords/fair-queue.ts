/** Who waits: requests of one sender wait behind each other, and known senders apart from all others. */
export type Sender = { id: string; isKnown: boolean };

/**
 * At most `max` jobs that wait, in two lanes: of known senders, and of strangers. The lanes take turns, and the senders of a
 * lane do, so that nobody waits for ever, whatever others send. A lane may hold the places that the other one leaves free, and
 * makes way when that one needs its half of them. In a full lane a job of the sender with the most jobs leaves for one of a
 * sender with fewer.
 */
export function createFairQueue<Job>(max: number) {
  const lanes = { known: createLane<Job>(), strangers: createLane<Job>() };
  let nextLane: keyof typeof lanes = 'known';

  return {
    /** Adds a job. Returns the one that has to leave, which may be the same, or undefined if there was room. */
    add(job: Job, { id, isKnown }: Sender): Job | undefined {
      const [own, other] = isKnown ? [lanes.known, lanes.strangers] : [lanes.strangers, lanes.known];
      let leaves: Job | undefined;
      if (own.size() + other.size() >= max) {
        const isEntitled = own.size() < Math.ceil(max / 2) && other.size() > 0;
        if (!isEntitled && own.longest() <= own.countOf(id) + 1) return job;
        leaves = (isEntitled ? other : own).dropOfLongest();
      }
      own.add(id, job);
      return leaves;
    },

    /** Takes the job whose turn it is. */
    next(): Job | undefined {
      const [first, second] = nextLane === 'known' ? [lanes.known, lanes.strangers] : [lanes.strangers, lanes.known];
      nextLane = nextLane === 'known' ? 'strangers' : 'known';
      return first.next() ?? second.next();
    },
  };
}

/** The jobs of senders who take turns. */
function createLane<Job>() {
  const senders = new Map<string, Job[]>();
  let size = 0;

  return {
    size: () => size,
    countOf: (id: string) => senders.get(id)?.length ?? 0,
    /** How many jobs the sender with the most has. */
    longest: () => longest()?.jobs.length ?? 0,

    add(id: string, job: Job): void {
      senders.set(id, [...(senders.get(id) ?? []), job]);
      size += 1;
    },

    next(): Job | undefined {
      for (const [id, [job, ...rest]] of senders) {
        // To the end: the next turn is that of another sender.
        senders.delete(id);
        if (rest.length > 0) senders.set(id, rest);
        size -= 1;
        return job;
      }
      return undefined;
    },

    /** Takes the last job of the sender with the most jobs away. */
    dropOfLongest(): Job | undefined {
      const { id, jobs } = longest() ?? {};
      if (id === undefined || jobs === undefined) return undefined;
      const rest = jobs.slice(0, -1);
      if (rest.length > 0) senders.set(id, rest);
      else senders.delete(id);
      size -= 1;
      return jobs.at(-1);
    },
  };

  function longest(): { id: string; jobs: Job[] } | undefined {
    let found: { id: string; jobs: Job[] } | undefined;
    for (const [id, jobs] of senders) if (found === undefined || jobs.length > found.jobs.length) found = { id, jobs };
    return found;
  }
}
