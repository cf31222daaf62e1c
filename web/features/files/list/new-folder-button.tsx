import './new-folder-button.css';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { type CreateFolder, useNewFolder } from '../actions/use-new-folder.ts';
import { NameError, nameErrorId } from '../parts/name-error.tsx';
import { useDisclosure } from '../parts/use-disclosure.ts';

/** The button above a list that turns into a form for the name of the new folder. */
export function NewFolderButton({ create, offline }: { create: CreateFolder; offline: boolean }) {
  const { isOpen, trigger, open, close } = useDisclosure();

  if (isOpen) return <NewFolderForm create={create} onClose={close} />;
  return (
    <Button ref={trigger} aria-keyshortcuts="n" disabled={offline} onClick={open}>
      <PlusIcon />
      New Folder
    </Button>
  );
}

function NewFolderForm({ create, onClose }: { create: CreateFolder; onClose: () => void }) {
  const { input, running, errorMessage, submit, closeOnEscape } = useNewFolder(create, onClose);
  return (
    <form className="new-folder-line" aria-label="New Folder" noValidate onSubmit={submit}>
      <input
        className="input"
        ref={input}
        dir="auto"
        aria-label="Folder name"
        aria-invalid={errorMessage !== undefined || undefined}
        aria-describedby={errorMessage && nameErrorId}
        autoComplete="off"
        readOnly={running}
        onKeyDown={closeOnEscape}
      />
      <Button type="submit" variant="primary" busy={running} onKeyDown={closeOnEscape}>
        Add
      </Button>
      <Button disabled={running} onClick={onClose} onKeyDown={closeOnEscape}>
        Cancel
      </Button>
      <NameError message={errorMessage} />
    </form>
  );
}
