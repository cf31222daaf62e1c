import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { maxOpenStreams } from '#contract/limits.ts';
import { liveEvents, liveHeartbeatMs } from '#contract/live.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Changes } from '#server/drive/changes/changes.ts';
import type { Transfers } from '#server/drive/changes/transfers.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Identify } from '../middleware/identify.ts';

/** The table is looked at this often even when nobody woke us, and the session is checked. */
const pollMs = 5000;

type Deps = { changes: Changes; transfers: Transfers; identify: Identify; answerError: AnswerError };

/**
 * The live stream of an account (server-sent events). The table of changes is the truth: read after the listener's
 * revision, send, wait to be woken, and again. `Last-Event-ID` or `?after=` says where to go on.
 */
export function createLiveHandler({ changes, transfers, identify, answerError }: Deps) {
  const open = new Map<string, number>();
  const stopping = new AbortController();

  return {
    /** Tells all listeners to connect again, to another server or to the next one here, and ends their streams. */
    move: () => stopping.abort(),

    async handle(context: Context): Promise<Response> {
      const { headers, method } = context.req.raw;
      // Without a reader there is no stream to follow.
      if (method === 'HEAD') return errorResponse(answerCode('method-not-allowed'), { allow: 'GET' });
      try {
        const principal = await identify(headers);
        const after = readRevision(headers.get('last-event-id') ?? context.req.query('after'));
        const streams = open.get(principal.account) ?? 0;
        if (streams >= maxOpenStreams) throw new KeepsakeError('too-many-streams', { data: { max: maxOpenStreams } });
        open.set(principal.account, streams + 1);
        const response = streamSSE(
          context,
          (stream) => follow(stream, principal, headers, after).finally(() => release(principal)),
          async (error) => void answerError(error),
        );
        response.headers.set('cache-control', 'no-store');
        // nginx would hold events back.
        response.headers.set('x-accel-buffering', 'no');
        return response;
      } catch (error) {
        return errorResponse(answerError(error));
      }
    },
  };

  function release({ account }: Principal) {
    const left = (open.get(account) ?? 1) - 1;
    if (left === 0) open.delete(account);
    else open.set(account, left);
  }

  async function follow(stream: Stream, principal: Principal, headers: Headers, after: number | undefined) {
    const signal = createSignal();
    const stops = [changes.listen(principal, signal.raise), transfers.listen(principal, signal.raise)];
    stream.onAbort(signal.raise);
    stopping.signal.addEventListener('abort', signal.raise);
    try {
      let seen = after ?? (await changes.revision(principal));
      await stream.writeSSE(event(liveEvents.ready, seen));
      let quietSince = Date.now();
      // A listener who comes from another node may show what is not on its way any more.
      let told: number | undefined;
      while (!stream.aborted && !stopping.signal.aborted) {
        const batch = await changes.after(principal, seen);
        // Nothing is told to a session that ended, not even what happened before its listener noticed.
        if (!(await isStillSignedIn(headers))) return await stream.writeSSE(event(liveEvents.bye, seen));
        if (batch === undefined) {
          seen = await changes.revision(principal);
          await stream.writeSSE(event(liveEvents.reset, seen));
        }
        for (const change of batch ?? []) {
          seen = change.revision;
          await stream.writeSSE({ event: liveEvents.change, id: String(seen), data: JSON.stringify(change) });
        }
        const moving = transfers.read(principal);
        if (moving.version !== told) {
          told = moving.version;
          await stream.writeSSE({ event: liveEvents.transfers, data: JSON.stringify(moving.transfers) });
        }
        if (batch === undefined || batch.length > 0) quietSince = Date.now();
        else {
          if (Date.now() - quietSince >= liveHeartbeatMs) {
            await stream.write(': still here\n\n');
            quietSince = Date.now();
          }
          await signal.wait(pollMs);
        }
      }
      if (!stream.aborted) await stream.writeSSE(event(liveEvents.move, seen));
    } finally {
      for (const stop of stops) stop();
      stopping.signal.removeEventListener('abort', signal.raise);
    }
  }

  async function isStillSignedIn(headers: Headers): Promise<boolean> {
    try {
      await identify(headers);
      return true;
    } catch (error) {
      if (error instanceof KeepsakeError && error.code === 'unauthenticated') return false;
      throw error;
    }
  }
}

type Stream = Parameters<Parameters<typeof streamSSE>[1]>[0];

function event(name: string, revision: number) {
  return { event: name, id: String(revision), data: JSON.stringify({ revision }) };
}

function readRevision(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const revision = Number(text);
  if (Number.isSafeInteger(revision) && revision >= 0) return revision;
  throw new KeepsakeError('invalid-input', { data: { issues: [{ path: 'after', message: 'Not a revision' }] } });
}

/** A wake-up that is not lost when it comes while nobody waits. */
function createSignal() {
  let raised = false;
  let wake = () => {};
  return {
    raise() {
      raised = true;
      wake();
    },
    async wait(maxMs: number): Promise<void> {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      raised = false;
    },
  };
}
