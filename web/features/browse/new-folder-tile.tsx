import './new-folder-tile.css';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#client/api-error.ts';
import { errors } from '#contract/errors.ts';
import { nameProblem } from '#contract/names.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, WarningIcon } from '../../ui/icons/icons.tsx';

type NewFolderTileProps = { create: (name: string) => Promise<void>; offline: boolean };

/** An empty place that turns into an open box: its label takes the name of the new folder. */
export function NewFolderTile({ create, offline }: NewFolderTileProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }

  if (open) return <NewFolderForm create={create} onClose={close} />;
  return (
    <li className="tile">
      <button
        type="button"
        className="place"
        aria-label="New Folder"
        ref={opener}
        disabled={offline}
        onClick={() => setOpen(true)}
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
        <span className="meta">{offline ? 'when you are online again' : 'an empty box'}</span>
      </div>
    </li>
  );
}

function NewFolderForm({ create, onClose }: Pick<NewFolderTileProps, 'create'> & { onClose: () => void }) {
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  // The person just asked for this field.
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const name = input.current?.value ?? '';
    if (running) return;
    if (name.trim() === '') return onClose();
    const problem = nameProblem(name);
    if (problem) return refuse(errors[problem].message);
    setRunning(true);
    try {
      await create(name);
    } catch (error) {
      setRunning(false);
      return refuse(sentenceFor(error, name));
    }
    onClose();
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !running) onClose();
  }

  function refuse(sentence: string) {
    setTrouble(sentence);
    input.current?.focus();
    input.current?.select();
  }

  return (
    <li className="tile">
      <form className="new-folder" aria-label="New Folder" noValidate onSubmit={(event) => void submit(event)}>
        <div className="tile__stage">
          <div className="box">
            <span className="box__back" />
            <span className="box__front">
              <span className="label">
                <input
                  ref={input}
                  aria-label="Folder name"
                  aria-invalid={trouble !== undefined || undefined}
                  aria-describedby={trouble && 'new-folder-trouble'}
                  autoComplete="off"
                  readOnly={running}
                  onKeyDown={closeOnEscape}
                />
              </span>
            </span>
          </div>
        </div>
        <div className="new-folder__acts">
          <Button type="submit" look="primary" busy={running} onKeyDown={closeOnEscape}>
            Add
          </Button>
          <Button disabled={running} onClick={onClose} onKeyDown={closeOnEscape}>
            Cancel
          </Button>
        </div>
        {trouble ? (
          <p className="err" id="new-folder-trouble" role="alert">
            <WarningIcon />
            <span className="wrap-anywhere">{trouble}</span>
          </p>
        ) : null}
      </form>
    </li>
  );
}

function sentenceFor(error: unknown, name: string): string {
  if (!(error instanceof ApiError)) return 'Something went wrong here. Try again.';
  if (error.code === 'name-taken') return `A folder named ${name.trim()} is already here. Choose another name.`;
  if (error.code === 'unavailable') return 'The server cannot be reached. Check the connection, then try again.';
  return error.message;
}
