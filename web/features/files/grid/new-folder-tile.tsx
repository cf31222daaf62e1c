import { NewFolderPlace, OfflineCaption } from '#web/ui/surfaces/new-places.tsx';
import '#web/ui/surfaces/place.css';
import './new-folder-tile.css';
import { NameError } from '../parts/name-error.tsx';
import { FolderNameInput, NewFolderButtons } from '../parts/new-folder-fields.tsx';
import { useDisclosure } from '../parts/use-disclosure.ts';
import { type CreateFolder, useNewFolder } from '../parts/use-new-folder.ts';

/** A button that turns into an open box, on whose label the name of the new folder is typed. */
export function NewFolderTile({ create, offline }: { create: CreateFolder; offline: boolean }) {
  const { isOpen, trigger, open, close } = useDisclosure();

  if (isOpen) return <NewFolderForm create={create} onClose={close} />;
  return (
    <>
      <button
        type="button"
        className="place"
        aria-label="New Folder"
        aria-keyshortcuts="n"
        ref={trigger}
        disabled={offline}
        onClick={open}
      >
        <NewFolderPlace />
      </button>
      <div className="tile__cap">{offline ? <OfflineCaption /> : <span className="meta">in this folder</span>}</div>
    </>
  );
}

function NewFolderForm({ create, onClose }: { create: CreateFolder; onClose: () => void }) {
  const form = useNewFolder(create, onClose);
  return (
    <form className="new-folder" aria-label="New Folder" noValidate onSubmit={form.submit}>
      <div className="tile__stage">
        <div className="box">
          <span className="box__back" />
          <span className="box__front">
            <span className="label">
              <FolderNameInput form={form} />
            </span>
          </span>
        </div>
      </div>
      <div className="new-folder__actions">
        <NewFolderButtons form={form} />
      </div>
      <NameError message={form.errorMessage} />
    </form>
  );
}
