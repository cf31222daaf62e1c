import type { ComponentType } from 'react';

/** Something that is done instead of opening what was found. */
export type PaletteAction = {
  id: string;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** Enter alone never does it. */
  mustBeChosen?: true;
  run: () => void;
};
