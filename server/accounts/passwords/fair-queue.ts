/**
 * Who waits: requests of one sender wait behind each other, and known senders apart from all others. What senders of one
 * network send counts together as well.
 */
export type Sender = { id: string; network: string; isKnown: boolean };

/** How long what a sender got counts when places are scarce, in milliseconds. */
const recentMs = 60 * 1000;

/**
 * At most `max` jobs that wait, in two lanes: of known senders, and of strangers. The lanes take turns, and the senders of a
 * lane do, so that nobody waits for ever, whatever others send. A lane may hold the places that the other one leaves free, and
 * makes way when that one needs its half of them. In a full lane a job of the network, or else of the sender, with the most jobs,
 * waiting or lately done, leaves for one of a network or sender with fewer. So whoever comes seldom finds a place, however
 * many senders somebody else has.
 */
export function createFairQueue<Job>(max: number, now: () => number = () => performance.now()) {
  const lanes = { known: createLane<Job>(now), strangers: createLane<Job>(now) };
  let nextLane: keyof typeof lanes = 'known';

  return {
    /** Adds a job. Returns the one that has to leave, which may be the same, or undefined if there was room. */
    add(job: Job, sender: Sender): Job | undefined {
      const [own, other] = sender.isKnown ? [lanes.known, lanes.strangers] : [lanes.strangers, lanes.known];
      let leaves: Job | undefined;
      if (own.size() + other.size() >= max) {
        const isEntitled = own.size() < Math.ceil(max / 2) && other.size() > 0;
        leaves = isEntitled ? other.dropOfHeaviest() : own.dropFor(sender);
        if (leaves === undefined) return job;
      }
      own.add(job, sender);
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

type Waiting<Job> = { job: Job; sender: Sender };
type Group = 'network' | 'id';
type Weigh = (group: Group, sender: Sender) => number;

/** The jobs of senders who take turns. */
function createLane<Job>(now: () => number) {
  const senders = new Map<string, Waiting<Job>[]>();
  let done: { sender: Sender; at: number }[] = [];

  return {
    size: () => waiting().length,

    add(job: Job, sender: Sender): void {
      senders.set(sender.id, [...(senders.get(sender.id) ?? []), { job, sender }]);
    },

    next(): Job | undefined {
      for (const [id, [first, ...rest]] of senders) {
        // To the end: the next turn is that of another sender.
        senders.delete(id);
        if (rest.length > 0) senders.set(id, rest);
        if (first === undefined) continue;
        done = [...recent(), { sender: first.sender, at: now() }];
        return first.job;
      }
      return undefined;
    },

    /** Takes a job away for one of a sender who has fewer, if there is such a job. */
    dropFor(sender: Sender): Job | undefined {
      const weigh = weigher();
      for (const group of ['network', 'id'] as const) {
        const heaviest = heaviestBy(group, weigh);
        if (heaviest !== undefined && weigh(group, sender) + 1 < weigh(group, heaviest)) return drop(heaviest);
      }
      return undefined;
    },

    /** Takes a job of the network with the most away. */
    dropOfHeaviest(): Job | undefined {
      const heaviest = heaviestBy('network', weigher());
      return heaviest && drop(heaviest);
    },
  };

  function waiting(): Waiting<Job>[] {
    return [...senders.values()].flat();
  }

  function recent() {
    return done.filter(({ at }) => now() - at < recentMs);
  }

  /** How many jobs a network or a sender has, or had lately. */
  function weigher(): Weigh {
    const counts = { network: new Map<string, number>(), id: new Map<string, number>() };
    for (const { sender } of [...waiting(), ...recent()])
      for (const group of ['network', 'id'] as const)
        counts[group].set(sender[group], (counts[group].get(sender[group]) ?? 0) + 1);
    return (group, sender) => counts[group].get(sender[group]) ?? 0;
  }

  /** Who waits of the network or sender with the most jobs, and of these who has the most as the other of both. */
  function heaviestBy(group: Group, weigh: Weigh): Sender | undefined {
    const other = group === 'id' ? 'network' : 'id';
    const difference = (one: Sender, two: Sender) =>
      weigh(group, two) - weigh(group, one) || weigh(other, two) - weigh(other, one);
    return waiting()
      .map(({ sender }) => sender)
      .toSorted(difference)[0];
  }

  /** Takes the last job away that a sender has in this network. */
  function drop({ id, network }: Sender): Job | undefined {
    const own = senders.get(id) ?? [];
    const last = own.findLast(({ sender }) => sender.network === network);
    const rest = own.filter((item) => item !== last);
    if (rest.length > 0) senders.set(id, rest);
    else senders.delete(id);
    return last?.job;
  }
}
