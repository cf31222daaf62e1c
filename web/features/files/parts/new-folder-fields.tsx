import { Button } from '#web/ui/controls/button.tsx';
import { NameError, nameErrorId } from './name-error.tsx';
import { type CreateFolder, type NewFolderForm, useNewFolder } from './use-new-folder.ts';

type FolderNameInputProps = { form: NewFolderForm; className?: string };
type NewFolderButtonsProps = { form: NewFolderForm };

/** The field for the name of a new folder. */
export function FolderNameInput({ form, className }: FolderNameInputProps) {
  const { input, running, errorMessage, closeOnEscape } = form;
  return (
    <input
      className={className}
      ref={input}
      dir="auto"
      aria-label="Folder name"
      aria-invalid={errorMessage !== undefined || undefined}
      aria-describedby={errorMessage && nameErrorId}
      autoComplete="off"
      readOnly={running}
      onKeyDown={closeOnEscape}
    />
  );
}

/** Add and Cancel. */
export function NewFolderButtons({ form: { running, close, closeOnEscape } }: NewFolderButtonsProps) {
  return (
    <>
      <Button type="submit" variant="primary" busy={running} onKeyDown={closeOnEscape}>
        Add
      </Button>
      <Button onClick={close} onKeyDown={closeOnEscape}>
        Cancel
      </Button>
    </>
  );
}

/** The form in one line: above a list, and in a dialog. */
export function NewFolderFields({ create, onClose }: { create: CreateFolder; onClose: () => void }) {
  const form = useNewFolder(create, onClose);
  return (
    <form className="new-folder-line" aria-label="New Folder" noValidate onSubmit={form.submit}>
      <FolderNameInput className="input" form={form} />
      <NewFolderButtons form={form} />
      <NameError message={form.errorMessage} />
    </form>
  );
}
