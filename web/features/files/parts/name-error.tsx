import { ApiError } from '#client/api-error.ts';
import { visibleName } from '#contract/names/names.ts';
import { WarningIcon } from '#web/ui/icons/icons.tsx';

export const nameErrorId = 'new-folder-error';

/** Why the name of a new folder was refused; the field refers to it as its description. */
export function NameError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className="err" id={nameErrorId} role="alert">
      <WarningIcon />
      <span className="wrap-anywhere">{message}</span>
    </p>
  );
}

/** Why a folder or file did not get its name, and what to do. */
export function nameErrorMessage(error: unknown, name: string, kind: 'folder' | 'file'): string {
  return error instanceof ApiError && error.code === 'name-taken'
    ? nameTakenMessage(name, kind)
    : callErrorMessage(error);
}

/** Why a call failed, and what to do. */
export function callErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.';
  if (error.code === 'unavailable') return 'The server cannot be reached. Check the connection, then try again.';
  return error.message;
}

export function nameTakenMessage(name: string, kind: 'folder' | 'file'): string {
  return `A ${kind} named ${visibleName(name.trim())} is already here. Choose another name.`;
}
