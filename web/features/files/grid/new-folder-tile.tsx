import './new-folder-tile.css';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { type CreateFolder, useNewFolder } from '../actions/use-new-folder.ts';
import { NameError, nameErrorId } from '../parts/name-error.tsx';
import { useDisclosure } from '../parts/use-disclosure.ts';

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
        <span className="tile__stage">
          <span className="box">
            <span className="box__back" />
            <span className="box__front">
              <span className="label">
                <PlusIcon />
                New Folder
              </span>
            </span>
          </span>
        </span>
      </button>
      <div className="tile__cap">
        <span className="meta">{offline ? 'not available offline' : 'an empty box'}</span>
      </div>
    </>
  );
}

function NewFolderForm({ create, onClose }: { create: CreateFolder; onClose: () => void }) {
  const { input, running, errorMessage, submit, closeOnEscape } = useNewFolder(create, onClose);
  return (
    <form className="new-folder" aria-label="New Folder" noValidate onSubmit={submit}>
      <div className="tile__stage">
        <div className="box">
          <span className="box__back" />
          <span className="box__front">
            <span className="label">
              <input
                ref={input}
                dir="auto"
                aria-label="Folder name"
                aria-invalid={errorMessage !== undefined || undefined}
                aria-describedby={errorMessage && nameErrorId}
                autoComplete="off"
                readOnly={running}
                onKeyDown={closeOnEscape}
              />
            </span>
          </span>
        </div>
      </div>
      <div className="new-folder__actions">
        <Button type="submit" variant="primary" busy={running} onKeyDown={closeOnEscape}>
          Add
        </Button>
        <Button disabled={running} onClick={onClose} onKeyDown={closeOnEscape}>
          Cancel
        </Button>
      </div>
      <NameError message={errorMessage} />
    </form>
  );
}
