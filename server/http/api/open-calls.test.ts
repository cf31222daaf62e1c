import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createOpenCalls } from './open-calls.ts';

const answerOf = () => new ServerResponse(new IncomingMessage(new Socket()));
const done = async () => 'done';

test('a call lasts until its answer was sent, and one more than the limit waits for that', async () => {
  const calls = createOpenCalls({ maxOfAccount: 2, waitMs: 20 });
  const [first, second] = [answerOf(), answerOf()];
  await Promise.all([calls.run('a', first, done), calls.run('a', second, done)]);
  await expect(calls.run('a', answerOf(), done)).rejects.toMatchObject({ code: 'too-many-requests', data: { max: 2 } });
  expect(await calls.run('b', answerOf(), done)).toBe('done');
  const waiting = calls.run('a', answerOf(), done);
  first.destroy();
  expect(await waiting).toBe('done');
});

test('a call whose client left lasts as long as its work', async () => {
  const calls = createOpenCalls({ maxOfAccount: 1, waitMs: 20 });
  const work = Promise.withResolvers<void>();
  const left = answerOf();
  const first = calls.run('a', left, () => work.promise);
  left.destroy();
  await expect(calls.run('a', answerOf(), done)).rejects.toMatchObject({ code: 'too-many-requests' });
  work.resolve();
  await first;
  expect(await calls.run('a', answerOf(), done)).toBe('done');
});

test('a few calls of an account are possible whatever others do', async () => {
  const calls = createOpenCalls({ max: 2, maxOfAccount: 10, waitMs: 20 });
  await Promise.all(['a', 'b'].map((account) => calls.run(account, answerOf(), done)));
  for (let call = 2; call <= 6; call += 1) expect(await calls.run('a', answerOf(), done)).toBe('done');
  await expect(calls.run('a', answerOf(), done)).rejects.toMatchObject({ code: 'too-many-requests' });
});
