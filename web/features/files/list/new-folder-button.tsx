import './new-folder-button.css';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { FolderNameInput, NewFolderButtons } from '../actions/new-folder-fields.tsx';
import { type CreateFolder, useNewFolder } from '../actions/use-new-folder.ts';
import { NameError } from '../parts/name-error.tsx';
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
  const form = useNewFolder(create, onClose);
  return (
    <form className="new-folder-line" aria-label="New Folder" noValidate onSubmit={form.submit}>
      <FolderNameInput className="input" form={form} />
      <NewFolderButtons form={form} onClose={onClose} />
      <NameError message={form.errorMessage} />
    </form>
  );
}
