import './new-folder-button.css';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon } from '#web/ui/icons/icons.tsx';
import { NewFolderFields } from '../parts/new-folder-fields.tsx';
import { useDisclosure } from '../parts/use-disclosure.ts';
import type { CreateFolder } from '../parts/use-new-folder.ts';

/** The button above a list that turns into a form for the name of the new folder. */
export function NewFolderButton({ create, offline }: { create: CreateFolder; offline: boolean }) {
  const { isOpen, trigger, open, close } = useDisclosure();

  if (isOpen) return <NewFolderFields create={create} onClose={close} />;
  return (
    <Button ref={trigger} aria-keyshortcuts="n" disabled={offline} onClick={open}>
      <PlusIcon />
      New Folder
    </Button>
  );
}
