import { useState } from 'react';
import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

/** How a folder is shown. */
export type View = 'grid' | 'list';

const key = 'view';

/** The view that was last chosen on this device, and a function that chooses one. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readLocal(key) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      writeLocal(key, chosen);
      setView(chosen);
    },
  ];
}
