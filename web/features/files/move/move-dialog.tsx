import './move-dialog.css';
import { lazy, Suspense } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ChooseFolderProps } from './choose-folder.tsx';

const ChooseFolder = lazy(async () => ({ default: (await import('./choose-folder.tsx')).ChooseFolder }));

/** Asks where folders and files are moved or copied to; the folders to choose from are loaded when it is first asked. */
export function MoveDialog(props: ChooseFolderProps) {
  const { what, entries, onClose } = props;
  const [first, ...others] = entries;
  const named = first && others.length === 0 ? visibleName(first.name) : `${entries.length.toLocaleString('en')} items`;
  return (
    <Dialog title={`${what === 'move' ? 'Move' : 'Copy'} ${named} to…`} onClose={onClose}>
      <Suspense fallback={<div className="folder-choice" aria-busy />}>
        <ChooseFolder {...props} />
      </Suspense>
    </Dialog>
  );
}
