import './new-folder-button.css';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { type CreateFolder, useNewFolder } from '../actions/use-new-folder.ts';
import { NameTrouble, nameTroubleId } from '../parts/name-error.tsx';
import { useOpener } from '../parts/use-opener.ts';

/** Above a list: a button that turns into a line for the name of the new folder. */
export function NewFolderButton({ create, offline }: { create: CreateFolder; offline: boolean }) {
  const { isOpen, opener, open, close } = useOpener();

  if (isOpen) return <NewFolderLine create={create} onClose={close} />;
  return (
    <Button ref={opener} aria-keyshortcuts="n" disabled={offline} onClick={open}>
      <PlusIcon />
      New Folder
    </Button>
  );
}

function NewFolderLine({ create, onClose }: { create: CreateFolder; onClose: () => void }) {
  const { input, running, trouble, submit, closeOnEscape } = useNewFolder(create, onClose);
  return (
    <form className="new-folder-line" aria-label="New Folder" noValidate onSubmit={submit}>
      <input
        className="input"
        ref={input}
        dir="auto"
        aria-label="Folder name"
        aria-invalid={trouble !== undefined || undefined}
        aria-describedby={trouble && nameTroubleId}
        autoComplete="off"
        readOnly={running}
        onKeyDown={closeOnEscape}
      />
      <Button type="submit" look="primary" busy={running} onKeyDown={closeOnEscape}>
        Add
      </Button>
      <Button disabled={running} onClick={onClose} onKeyDown={closeOnEscape}>
        Cancel
      </Button>
      <NameTrouble sentence={trouble} />
    </form>
  );
}
