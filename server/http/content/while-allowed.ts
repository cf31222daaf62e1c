import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** How often a running response looks whether something ended on this node or was signalled by another, in milliseconds. */
const lookMs = 500;
/** And how often it asks in any case, since a signal may get lost and a session may expire, in milliseconds. */
const askMs = 60_000;

type Running = {
  /** Identifies the sender again; throws when they may no longer receive the bytes. */
  confirm: () => Promise<unknown>;
  /** Increases whenever a session, an app password or a download token may have ended, as far as this node knows. */
  endings: () => number;
  /** What that was before the sender was identified. */
  seen: number;
  /** Called once, when the sender may receive nothing more. */
  onEnd: () => void;
};

/**
 * Does work that may take hours for as long as its client is allowed to receive the result: a log-out, a new password and a
 * revocation end it within a second.
 */
export async function whileAllowed<Result>(running: Running, work: () => Promise<Result>): Promise<Result> {
  const { confirm, endings, onEnd } = running;
  let [seen, askedAt, isAsking] = [running.seen, performance.now(), false];
  const timer = setInterval(() => {
    if (isAsking || (endings() === seen && performance.now() - askedAt < askMs)) return;
    [seen, askedAt, isAsking] = [endings(), performance.now(), true];
    confirm()
      .catch((error: unknown) => {
        // An error of the database says nothing about the client.
        if (!endsAccess(error)) return;
        clearInterval(timer);
        onEnd();
      })
      .finally(() => {
        isAsking = false;
      });
  }, lookMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function endsAccess(error: unknown): boolean {
  return error instanceof KeepsakeError && (error.code === 'unauthenticated' || error.code === 'object-not-found');
}
