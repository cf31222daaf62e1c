import { useState } from 'react';
import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

/** What a click on a file does. */
export type OpensIn = 'tab' | 'viewer';

const key = 'opens-in';

/** What was chosen on this device; a new tab unless something was (specification, section 7). */
export function opensIn(): OpensIn {
  return readLocal(key) === 'viewer' ? 'viewer' : 'tab';
}

/** The same, and a function that chooses. */
export function useOpensIn(): [OpensIn, (where: OpensIn) => void] {
  const [where, setWhere] = useState(opensIn);
  return [
    where,
    (chosen) => {
      writeLocal(key, chosen);
      setWhere(chosen);
    },
  ];
}
