import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { IfTaken } from '#contract/records/batch.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choices } from '#web/ui/controls/choices.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Listings } from '../listing/listings.ts';
import { namesText } from '../parts/names-text.ts';
import type { Thing } from '../placing/placing-outcome.ts';
import { findTaken, type Taken } from './find-taken.ts';
import type { Destination } from './folder-tree.ts';
import { TakenPair } from './taken-pair.tsx';

/** What can be chosen for things whose names are taken. */
export type TakenChoice = Exclude<IfTaken, 'stay'>;

type TakenNamesDialogProps = {
  what: 'move' | 'copy';
  /** What stayed where it is. */
  stayed: readonly Thing[];
  to: Destination;
  listings: Pick<Listings, 'read' | 'named'>;
  onChoose: (choice: TakenChoice | undefined) => void;
};

const labels = { 'keep-both': 'Keep both', 'next-version': 'Make the next version', skip: 'Skip' } as const;

/** Asks once what to do with everything whose name is taken where it goes; of a single file both are shown. */
export function TakenNamesDialog({ what, stayed, to, listings, onChoose }: TakenNamesDialogProps) {
  const [choice, setChoice] = useState<TakenChoice>('keep-both');
  const [first, ...others] = stayed;
  const only = others.length === 0 && first?.isFolder === false ? first : undefined;
  const { data: taken, isPending } = useQuery({
    queryKey: ['taken', only?.id, to.id],
    queryFn: () => (only ? findTaken(listings, only, to.id) : null),
    staleTime: 0,
    gcTime: 0,
  });
  const names = stayed.map(({ name }) => visibleName(name));
  const folderName = visibleName(to.name);
  const title =
    names.length === 1
      ? `${names[0]} is already in ${folderName}`
      : `${names.length.toLocaleString('en')} names are already in ${folderName}`;
  return (
    <Dialog title={title} onClose={() => onChoose(undefined)}>
      {names.length > 1 ? <p className="wrap-anywhere">{namesText(names)}. Your choice is for all of them.</p> : null}
      {stayed.some(({ isFolder }) => isFolder) ? (
        <p>
          {stayed.every(({ isFolder }) => isFolder)
            ? 'The folders are merged.'
            : 'Folders of the same name are merged.'}{' '}
          The choice is for the files.
        </p>
      ) : null}
      {only && (isPending || taken) ? (
        <TakenPair pair={taken?.pair} titles={[`The one you ${what}`, `The one in ${folderName}`]} />
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(choice);
        }}
      >
        <Choices
          label="What to do"
          autoFocus
          value={choice}
          onChoose={setChoice}
          options={[
            { value: 'keep-both', label: labels['keep-both'], help: keptBoth(what, taken) },
            { value: 'next-version', label: labels['next-version'], help: nextVersion(taken) },
            {
              value: 'skip',
              label: labels.skip,
              help: what === 'move' ? 'It stays where it is now.' : 'It is not copied.',
            },
          ]}
        />
        <div className="dialog__actions">
          <Button onClick={() => onChoose(undefined)}>Cancel</Button>
          <Button type="submit" variant="primary">
            {labels[choice]}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function keptBoth(what: 'move' | 'copy', taken: Taken | null | undefined): string {
  return taken?.numbered === undefined
    ? `What you ${what} gets a number, like “(2)”.`
    : `The one you ${what} becomes “${visibleName(taken.numbered)}”.`;
}

function nextVersion(taken: Taken | null | undefined): string {
  if (!taken) return 'It takes the place of the file there, whose earlier versions stay.';
  const { version } = taken.pair[1];
  return `It becomes version ${version + 1}. Version ${version} stays and can come back.`;
}
