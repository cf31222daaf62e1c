import type { User } from '#client/account.ts';
import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

/** The localStorage key of the saved copy of the signed-in user (specification, section 3). */
export const savedUserKey = 'localKey';

/** The saved user, or null when none is saved or the copy has no uid. */
export function readSavedUser(): User | null {
  return userFrom(readLocal(savedUserKey));
}

export function userFrom(saved: string | null): User | null {
  if (saved === null) return null;
  try {
    const { uid, email } = JSON.parse(saved) as Partial<User>;
    return typeof uid === 'string' && uid !== '' && typeof email === 'string' ? { uid, email } : null;
  } catch {
    return null;
  }
}

/** Saves the user; an empty object stands for a login that has started. */
export function saveUser(user: User | Record<string, never>) {
  writeLocal(savedUserKey, JSON.stringify(user, ['uid', 'email']));
}

export function forgetUser() {
  writeLocal(savedUserKey, null);
}
