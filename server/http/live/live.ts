import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { maxOpenStreams } from '#contract/limits.ts';
import { liveEvents, liveHeartbeatMs } from '#contract/live.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { Scope } from '#server/drive/access/scope.ts';
import type { Feed, News } from '#server/drive/changes/feed.ts';
import type { Transfers } from '#server/drive/changes/transfers.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Exchange } from '../content/content.ts';
import type { Identify } from '../middleware/identify.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { type EventStream, openEventStream, type StreamEvent } from './event-stream.ts';
import { createWakeUp } from './wake-up.ts';

/** The table is read and the session checked at least this often, even without a wake-up, in milliseconds. */
const pollMs = 5000;

type Deps = { access: Access; feed: Feed; transfers: Transfers; identify: Identify; answerError: AnswerError };

/**
 * The live stream of all that a principal sees (server-sent events). The table of changes is the source of truth: read
 * after the listener's revisions, send, wait for a wake-up, repeat. `Last-Event-ID` or `?after=` names where to resume.
 */
export function createLiveHandler({ access, feed, transfers, identify, answerError }: Deps) {
  const open = new Map<string, number>();
  const stopping = new AbortController();
  const following = new Set<Promise<void>>();

  return {
    /** Has all listeners reconnect, to another server or to the next one here, and ends their streams. */
    move: () => stopping.abort(),

    /** Resolves when no stream reads any more, also none whose listener left. To be called after `move`. */
    async ended(): Promise<void> {
      await Promise.allSettled(following);
    },

    async handle({ request, outgoing }: Pick<Exchange, 'request' | 'outgoing'>): Promise<Response> {
      const { headers, method, url } = request;
      // Without a reader there is no stream to follow.
      if (method === 'HEAD') return errorResponse(answerCode('method-not-allowed'), { allow: 'GET' });
      try {
        const principal = await identify(headers);
        const scopes = await access.liveScopes(principal);
        const after = headers.get('last-event-id') ?? new URL(url).searchParams.get('after');
        const cursor = readCursor(after ?? undefined, scopes);
        const streams = open.get(principal.account) ?? 0;
        if (streams >= maxOpenStreams) throw new KeepsakeError('too-many-streams', { data: { max: maxOpenStreams } });
        open.set(principal.account, streams + 1);
        const stream = openEventStream(outgoing);
        const ending = follow(stream, { scopes, cursor, headers })
          .catch((error: unknown) => void answerError(error))
          .finally(() => {
            stream.end();
            release(principal);
            following.delete(ending);
          });
        following.add(ending);
        await ending;
        return RESPONSE_ALREADY_SENT;
      } catch (error) {
        return errorResponse(answerError(error));
      }
    },
  };

  function release({ account }: Principal) {
    const left = required(open.get(account), 'open streams of an account') - 1;
    if (left === 0) open.delete(account);
    else open.set(account, left);
  }

  async function follow(stream: EventStream, listener: Listener): Promise<void> {
    const { scopes, cursor, headers } = listener;
    const [own] = scopes;
    const wakeUp = createWakeUp();
    const stops = [
      ...scopes.map((scope) => feed.listen(scope, wakeUp.raise)),
      ...scopes.map((scope) => transfers.listen(scope, wakeUp.raise)),
    ];
    stream.onEnd(wakeUp.raise);
    stopping.signal.addEventListener('abort', wakeUp.raise);
    try {
      for (const scope of scopes) if (!cursor.has(scope.account)) cursor.set(scope.account, await feed.revision(scope));
      await stream.send([event(liveEvents.ready, listener)]);
      let quietSince = Date.now();
      // Undefined, since a listener that comes from another node may show transfers that have ended.
      let sentVersion: number | undefined;
      while (!stream.isOver() && !stopping.signal.aborted) {
        const news = await readNews(listener);
        // An ended session receives nothing, not even changes from before its end was noticed.
        if (!(await isStillSignedIn(headers))) return await stream.send([event(liveEvents.bye, listener)]);
        for (const { scope, found } of news) await stream.send(await eventsOf(listener, scope, found?.changes));
        const moving = transfers.read(own);
        if (moving.version !== sentVersion) {
          sentVersion = moving.version;
          await stream.send([{ event: liveEvents.transfers, data: moving.transfers }]);
        }
        if (news.length > 0) quietSince = Date.now();
        else if (Date.now() - quietSince >= liveHeartbeatMs) {
          await stream.sendComment('still here');
          quietSince = Date.now();
        }
        // Whatever was made while this was read has raised it.
        if (!news.some(({ found }) => found === undefined || found.isMore)) await wakeUp.wait(pollMs);
      }
      await stream.send([event(liveEvents.move, listener)]);
    } finally {
      for (const stop of stops) stop();
      stopping.signal.removeEventListener('abort', wakeUp.raise);
    }
  }

  /** The changes in each scope that has any. */
  async function readNews({ scopes, cursor }: Listener): Promise<{ scope: Scope; found: News | undefined }[]> {
    const read = await Promise.all(
      scopes.map(async (scope) => ({ scope, found: await feed.after(scope, revisionIn(cursor, scope)) })),
    );
    return read.filter(({ found }) => found === undefined || found.changes.length > 0);
  }

  async function eventsOf(listener: Listener, scope: Scope, changes: Change[] | undefined): Promise<StreamEvent[]> {
    const { scopes, cursor } = listener;
    if (changes === undefined) {
      cursor.set(scope.account, await feed.revision(scope));
      return [event(liveEvents.reset, listener)];
    }
    return changes.map((change) => {
      cursor.set(scope.account, change.revision);
      const data = scope === scopes[0] ? change : { ...change, account: scope.account };
      return { event: liveEvents.change, id: writeCursor(cursor, scopes), data };
    });
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

/** A client that listens to a stream: what it sees, and up to which revisions. */
type Listener = { scopes: [own: Scope, ...others: Scope[]]; cursor: Cursor; headers: Headers };

function event(name: string, { scopes, cursor }: Listener): StreamEvent {
  return { event: name, id: writeCursor(cursor, scopes), data: { revision: revisionIn(cursor, scopes[0]) } };
}

function revisionIn(cursor: Cursor, { account }: Scope): number {
  return required(cursor.get(account), 'revision of an account that a listener sees');
}
