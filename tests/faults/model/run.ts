import { openLive } from '#client/live.ts';
import type { Change } from '#contract/records/changes.ts';
import { logIn, type Person } from '#tests/support/client/build-account.ts';
import { createRandom, type Random } from '#tests/support/fixtures/random.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { allContents, contentSize, createChoices, targetsOf } from './choose.ts';
import { compare, type Place } from './compare.ts';
import { createModel } from './model.ts';
import { runAlone } from './run-alone.ts';
import { send } from './send.ts';

import { createSequence } from './sequence.ts';

type Wanted = { seed: number; steps: number; clients: number; onCompared?: (steps: number) => void };

/** Steps between two comparisons of everything: of all clients at once, then of one while the others wait. */
const roundSteps = 400;
const aloneSteps = 100;

/**
 * Lets clients of one account do random things at once, does the same on a model, and compares all of it again and
 * again. Ends with the first differences, which it returns with figures of the run.
 */
export async function runModel({ server, person }: Place, { seed, steps, clients, onCompared }: Wanted) {
  const model = createModel(new Map(allContents.map((content) => [content, contentSize(content)])));
  const sequence = createSequence(model);
  const people = await Promise.all(Array.from({ length: clients }, () => logIn(server, person)));
  const follow = openLive(
    person.server,
    {
      onReady() {},
      onChange: (change: Change) => sequence.changed(change),
      onReset: () => sequence.differences.push('the stream lost changes'),
      onEnded: () => sequence.differences.push('the stream ended'),
      onTransfers() {},
      onConnected() {},
    },
    0,
  );
  const busy = new Set<string>();
  const seen = new Set<string>();
  let taken = 0;
  let refusals = 0;
  const differences: string[] = [];
  try {
    for (let round = 0; taken < steps && differences.length === 0; round += 1) {
      const end = Math.min(steps, taken + roundSteps);
      const randomOf = (client: number) => createRandom(seed * 1009 + round * (clients + 1) + client);
      await Promise.all(people.map((client, i) => work(client, randomOf(i), end)));
      await settle();
      differences.push(...sequence.differences);
      if (differences.length > 0) break;
      sequence.pause();
      differences.push(...(await runAlone(person, model, { random: randomOf(clients), steps: aloneSteps })));
      sequence.goOnFrom(await newestRevision(person));
      taken += aloneSteps;
      if (differences.length > 0) break;
      // The last time every byte is read again.
      if (taken >= steps) seen.clear();
      differences.push(...(await compare({ server, person }, model, seen)));
      onCompared?.(taken);
    }
  } finally {
    follow.close();
  }
  return { differences, revisions: sequence.reached(), refusals, things: model.nodes.count() };

  async function work(client: Person, random: Random, end: number): Promise<void> {
    const choose = createChoices(model, random);
    while (taken < end && sequence.differences.length === 0) {
      const operation = choose((target) => !busy.has(target));
      if (operation === undefined) continue;
      taken += 1;
      if (operation === 'empty') {
        await empty(client);
        continue;
      }
      const targets = targetsOf(operation);
      for (const target of targets) busy.add(target);
      const sent = sequence.sending(operation);
      const outcome = await send(client, operation, random.oneIn(3));
      if (outcome.is === 'refused') refusals += 1;
      const isMade = outcome.is === 'done' && operation.kind !== 'link';
      sequence.answered(sent, outcome, isMade ? 0 : await newestRevision(client));
      for (const target of targets) busy.delete(target);
    }
  }

  async function empty(client: Person): Promise<void> {
    const emptying = sequence.emptying();
    await client.api.trash.empty();
    sequence.emptied(emptying, await newestRevision(client));
  }

  /** Until the model has done everything that the server did. */
  async function settle(): Promise<void> {
    const newest = await newestRevision(person);
    await waitFor(() => sequence.reached() >= newest || sequence.differences.length > 0, {
      what: `revision ${newest} of the model, which is at ${sequence.reached()}`,
    });
  }

  async function newestRevision({ api }: Person): Promise<number> {
    return (await api.folders.children({ id: 'root', limit: 1 })).revision;
  }
}
