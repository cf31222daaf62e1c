import './details-dialog.css';
import { visibleName } from '#contract/names/names.ts';
import type { Folder } from '#contract/records/entries.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { contentsText } from '../pictures/contents-text.ts';
import { exactSize, Fact } from './details-dialog.tsx';
import { NameNote } from './name-note.tsx';

type FolderDetailsDialogProps = {
  folder: Folder;
  /** Of everything beside it. */
  names: readonly string[];
  onClose: () => void;
};

/** What a folder holds, with all that lies below it. */
export function FolderDetailsDialog({ folder, names, onClose }: FolderDetailsDialogProps) {
  return (
    <Dialog title="Details" onClose={onClose}>
      <dl className="facts">
        <Fact label="Name">
          <span dir="auto">{visibleName(folder.name)}</span>
        </Fact>
        <Fact label="Type">Folder</Fact>
        <Fact label="Holds">{contentsText(folder.contents)}</Fact>
        <Fact label="Size">{exactSize(folder.contents.bytes)}</Fact>
        <Fact label="Folder">
          <span dir="auto">{visibleName(folder.path.at(-1)?.name ?? 'Root')}</span>
        </Fact>
        <Fact label="Created">{momentText(folder.createdAt)}</Fact>
      </dl>
      <NameNote name={folder.name} names={names} />
    </Dialog>
  );
}
