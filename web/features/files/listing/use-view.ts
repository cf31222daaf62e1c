import { useState } from 'react';
import { readLocal, writeLocal } from '#web/ui/browser/local-storage.ts';

/** How a folder is shown. */
export type View = 'grid' | 'list';

const saved = 'view';

/** The view that was chosen last on this device, and the way to choose. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readLocal(saved) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      writeLocal(saved, chosen);
      setView(chosen);
    },
  ];
}
