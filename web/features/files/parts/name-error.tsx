import { ApiError } from '#client/api-error.ts';
import { WarningIcon } from '#web/ui/icons/icons.tsx';

export const nameTroubleId = 'new-folder-trouble';

/** Why the name of a new folder was not taken; the field names it as its description. */
export function NameTrouble({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null;
  return (
    <p className="err" id={nameTroubleId} role="alert">
      <WarningIcon />
      <span className="wrap-anywhere">{sentence}</span>
    </p>
  );
}

/** Why a folder or file did not get its name, and what to do. */
export function nameTrouble(error: unknown, name: string, thing: 'folder' | 'file'): string {
  return error instanceof ApiError && error.code === 'name-taken' ? nameTaken(name, thing) : callTrouble(error);
}

/** Why a call failed, and what to do. */
export function callTrouble(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong here. Try again.';
  if (error.code === 'unavailable') return 'The server cannot be reached. Check the connection, then try again.';
  return error.message;
}

export function nameTaken(name: string, thing: 'folder' | 'file'): string {
  return `A ${thing} named ${name.trim()} is already here. Choose another name.`;
}
