import './new-folder-button.css';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, WarningIcon } from '../../ui/icons/icons.tsx';
import { type CreateFolder, useNewFolder } from './use-new-folder.ts';

/** Above a list: a button that turns into a line for the name of the new folder. */
export function NewFolderButton({ create, offline }: { create: CreateFolder; offline: boolean }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }

  if (open) return <NewFolderLine create={create} onClose={close} />;
  return (
    <Button ref={opener} aria-keyshortcuts="n" disabled={offline} onClick={() => setOpen(true)}>
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
        aria-describedby={trouble && 'new-folder-trouble'}
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
      {trouble ? (
        <p className="err" id="new-folder-trouble" role="alert">
          <WarningIcon />
          <span className="wrap-anywhere">{trouble}</span>
        </p>
      ) : null}
    </form>
  );
}
