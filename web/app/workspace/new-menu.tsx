import '#web/features/files/parts/entry-menu.css';
import { useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigationType } from 'react-router';
import { NewFolderFields } from '#web/features/files/parts/new-folder-fields.tsx';
import type { CreateFolder } from '#web/features/files/parts/use-new-folder.ts';
import { FilePicker, FolderPicker, type NewFileProps } from '#web/features/upload/ui/pickers.tsx';
import { BoxIcon, FolderInIcon, PlusIcon, UploadIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { NewSlotContext, type NewState } from './new-slot.ts';

type NewMenuProps = { newFile: NewFileProps; create: CreateFolder };

/** "New" in the phone's bar: a folder or files in the folder that is shown. */
export function NewMenu({ newFile, create }: NewMenuProps) {
  const slot = useContext(NewSlotContext);
  const { state } = useLocation();
  const how: string = useNavigationType();
  const isWanted = how !== 'POP' && (state as Partial<NewState> | null)?.opensNew === true;
  const [open, setOpen] = useState<'menu' | 'folder' | undefined>(isWanted ? 'menu' : undefined);
  const close = () => setOpen(undefined);
  if (slot === null) return null;
  const closing = {
    ...newFile,
    onFiles: (files: readonly File[]) => {
      close();
      newFile.onFiles(files);
    },
    onTree: (...tree: Parameters<NewFileProps['onTree']>) => {
      close();
      newFile.onTree(...tree);
    },
  };
  return (
    <>
      {createPortal(
        <button type="button" disabled={newFile.offline || newFile.disabled} onClick={() => setOpen('menu')}>
          <PlusIcon />
          New
        </button>,
        slot,
      )}
      {open === 'menu' ? (
        <Dialog title="New" onClose={close}>
          <ul className="entry-menu">
            <li>
              <button type="button" onClick={() => setOpen('folder')}>
                <BoxIcon />
                New Folder
              </button>
            </li>
            <li>
              <label>
                <UploadIcon />
                New File
                <FilePicker {...closing} />
              </label>
            </li>
            <li>
              <FolderPicker {...closing} icon={<FolderInIcon />} />
            </li>
          </ul>
        </Dialog>
      ) : null}
      {open === 'folder' ? (
        <Dialog title="New Folder" onClose={close}>
          <NewFolderFields create={create} onClose={close} />
        </Dialog>
      ) : null}
    </>
  );
}
