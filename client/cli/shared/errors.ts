import { exitCodes } from '#contract/command-line.ts';
import { ApiError } from '../../api-error.ts';
import { failureIn } from '../../storage/requests/rejected.ts';
import { ConnectionLost, StorageError } from '../../storage/requests/storage-error.ts';
import { isAway } from '../../storage/retries/retry.ts';
import { isLocalDiskFull, localError } from '../local/disk-errors.ts';
import { UnsafeTarget } from '../local/target.ts';
import { unreachableReason } from './unreachable.ts';

/** The command or its arguments are invalid. */
export class UsageError extends Error {}

/** No server and token are stored on this machine, or not ones that are accepted. */
export class NotLoggedIn extends Error {
  constructor(message = 'You are not logged in. Run `keepsake login <address>` first.') {
    super(message);
  }
}

/** What the person reads where the server refuses the app password of their log-in. */
const notAccepted =
  'The server does not accept the app password that is saved here: it was revoked or has ended. Run `keepsake login <address>` again.';

/** There is neither a file nor a folder at a path of the server. */
export function nothingAt(names: readonly string[]): StorageError {
  const message = `The server has no file or folder "${names.join('/')}".`;
  return new StorageError('object-not-found', { status: 404, message });
}

/** The exit code of the process after an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof NotLoggedIn) return exitCodes.notLoggedIn;
  if (isLocalDiskFull(error)) return exitCodes.noRoom;
  const failure = failureIn(error).error;
  if (failure instanceof ConnectionLost) return exitCodes.unreachable;
  if (isAway(failure) || isUnavailable(failure)) return exitCodes.unreachable;
  if (failure.code === 'unauthenticated' || failure.code === 'unauthorized-app') return exitCodes.notLoggedIn;
  if (failure.code === 'object-not-found') return exitCodes.notFound;
  return isNoRoom(failure) ? exitCodes.noRoom : exitCodes.failed;
}

/** The message that is shown to the person, with the reason why a server could not be reached. */
export function messageOf(error: unknown): string {
  const reason = exitCodeOf(error) === exitCodes.unreachable ? unreachableReason(error) : undefined;
  return [sentenceOf(error), reason].filter((part) => part !== undefined).join(' ');
}

function sentenceOf(error: unknown): string {
  if (isNotAccepted(failureIn(error).error)) return notAccepted;
  const isOwn = [UsageError, NotLoggedIn, UnsafeTarget, ApiError].some((kind) => error instanceof kind);
  if (isOwn) return (error as Error).message;
  const local = localError(error);
  if (local !== undefined) return local.sentence;
  const { error: failure } = failureIn(error);
  // Any other error of Node says more than our message for `unknown`.
  if ('code' in failure && failure.code === 'unknown' && failure.status === 0 && error instanceof Error)
    return error.message;
  return failure.message;
}

function isUnavailable({ code, status }: StorageError): boolean {
  return code === 'retry-limit-exceeded' && status === 503;
}

function isNotAccepted(failure: StorageError | ConnectionLost): boolean {
  return failure instanceof StorageError && failure.serverCode === 'unauthenticated';
}

function isNoRoom({ code, serverCode }: StorageError): boolean {
  return code === 'quota-exceeded' || serverCode === 'disk-full';
}
