import { describe, expect, test } from 'vitest';
import { type Person, personAt, signUp } from '#tests/support/client/build-account.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { waitUntilReady } from '#tests/support/server/health.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';

/** Some requests come on connections that stood before, some on new ones. */
const connections = 6;
const patienceMs = 3000;
const freezes = 3;
const writers = 2;

describe('a node that is frozen', () => {
  test('does not do later what its client gave up and did elsewhere', async () => {
    const { one, other } = await startTwoNodes();
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    const { id } = await ada.api.folders.create({ name: 'Before', parentId: null });
    process.kill(one.pid, 'SIGSTOP');
    try {
      const givenUp = Array.from({ length: connections }, (_, i) =>
        ada
          .fetch(`/api/entries/${id}`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name: `Given up ${i}` }),
            signal: AbortSignal.timeout(patienceMs),
          })
          .catch((error: unknown) => error),
      );
      for (const outcome of await Promise.all(givenUp)) expect(outcome).toMatchObject({ name: 'TimeoutError' });
      await elsewhere.api.entries.update({ id, name: 'After' });
    } finally {
      process.kill(one.pid, 'SIGCONT');
    }
    await waitUntilReady(one);
    await ada.api.folders.create({ name: 'Later', parentId: null });
    const { folders } = await elsewhere.api.folders.children({ id: 'root' });
    expect(folders.map(({ name }) => name)).toEqual(['After', 'Later']);
  });

  test('does not keep the others from writing, and continues when it wakes up', async () => {
    const { one, other } = await startTwoNodes();
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    const made: string[] = [];
    for (let i = 0; i < freezes; i += 1) {
      const stop = new AbortController();
      const working = Array.from({ length: writers }, (_, writer) => writeAll(ada, `${i} ${writer}`, stop.signal));
      await waitFor(() => made.length > i * writers, { what: 'the work' });
      process.kill(one.pid, 'SIGSTOP');
      try {
        await waitFor(() => elsewhere.api.folders.create({ name: `meanwhile ${i}`, parentId: null }), {
          what: 'a write on the other node',
        });
        made.push(`meanwhile ${i}`);
      } finally {
        process.kill(one.pid, 'SIGCONT');
      }
      stop.abort();
      await Promise.all(working);
      await waitUntilReady(one);
    }
    const { folders } = await ada.api.folders.children({ id: 'root', limit: 1000 });
    expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(made));

    async function writeAll(person: Person, name: string, stop: AbortSignal): Promise<void> {
      for (let i = 0; !stop.aborted; i += 1) {
        const wanted = `${name} ${i}`;
        // A write that was held up for too long is reported as such.
        const folder = await person.api.folders.create({ name: wanted, parentId: null }).catch(passing);
        if (folder !== undefined) made.push(wanted);
      }
    }
  });
});

function passing(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'unavailable' });
}
