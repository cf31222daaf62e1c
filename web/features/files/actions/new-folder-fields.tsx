import { Button } from '#web/ui/controls/button.tsx';
import { nameErrorId } from '../parts/name-error.tsx';
import type { NewFolderForm } from './use-new-folder.ts';

type FolderNameInputProps = { form: NewFolderForm; className?: string };
type NewFolderButtonsProps = { form: NewFolderForm; onClose: () => void };

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
export function NewFolderButtons({ form: { running, closeOnEscape }, onClose }: NewFolderButtonsProps) {
  return (
    <>
      <Button type="submit" variant="primary" busy={running} onKeyDown={closeOnEscape}>
        Add
      </Button>
      <Button disabled={running} onClick={onClose} onKeyDown={closeOnEscape}>
        Cancel
      </Button>
    </>
  );
}
