import { useState } from 'react';

/** How a folder is shown. */
export type View = 'grid' | 'list';

const saved = 'view';

/** The view that was chosen last on this device, and the way to choose. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (localStorage.getItem(saved) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      localStorage.setItem(saved, chosen);
      setView(chosen);
    },
  ];
}
