import { useState } from 'react';
import type { IfTaken } from '#contract/records/batch.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choices } from '#web/ui/controls/choices.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { namesText } from '../parts/names-text.ts';

/** What can be chosen for things whose names are taken. */
export type TakenChoice = Exclude<IfTaken, 'stay'>;

type TakenNamesDialogProps = {
  what: 'move' | 'copy';
  /** What stayed where it is, as people read it. */
  names: readonly string[];
  /** Whether there are files among it, and folders. */
  hasFiles: boolean;
  hasFolders: boolean;
  folderName: string;
  onChoose: (choice: TakenChoice | undefined) => void;
};

const labels = { 'keep-both': 'Keep both', 'next-version': 'Make the next version', skip: 'Skip' } as const;

/** Asks once what to do with everything whose name is taken where it goes. */
export function TakenNamesDialog({ what, names, hasFiles, hasFolders, folderName, onChoose }: TakenNamesDialogProps) {
  const [choice, setChoice] = useState<TakenChoice>('keep-both');
  const [only] = names;
  const title =
    names.length === 1 && only
      ? `${only} is already in ${folderName}`
      : `${names.length.toLocaleString('en')} names are already in ${folderName}`;
  return (
    <Dialog title={title} onClose={() => onChoose(undefined)}>
      {names.length > 1 ? <p className="wrap-anywhere">{namesText(names)}. Your choice is for all of them.</p> : null}
      {hasFolders ? (
        <p>
          {hasFiles ? 'Folders of the same name are merged.' : 'The folders are merged.'} The choice is for the files.
        </p>
      ) : null}
      <Choices
        label="What to do"
        value={choice}
        onChoose={setChoice}
        options={[
          { value: 'keep-both', label: labels['keep-both'], help: `What you ${what} gets a number, like “(2)”.` },
          {
            value: 'next-version',
            label: labels['next-version'],
            help: 'It takes the place of the file there, whose earlier versions stay.',
          },
          {
            value: 'skip',
            label: labels.skip,
            help: what === 'move' ? 'It stays where it is now.' : 'It is not copied.',
          },
        ]}
      />
      <div className="dialog__actions">
        <Button onClick={() => onChoose(undefined)}>Cancel</Button>
        <Button variant="primary" onClick={() => onChoose(choice)}>
          {labels[choice]}
        </Button>
      </div>
    </Dialog>
  );
}
