import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fileErrors } from '#contract/file-errors.ts';
import { nameProblem } from '#contract/names/names.ts';
import { nameErrorMessage } from './name-error.tsx';

/** Creates a folder; throws ApiError. */
export type CreateFolder = (name: string) => Promise<unknown>;

/** The state and handlers of the form. */
export type NewFolderForm = ReturnType<typeof useNewFolder>;

/**
 * The form for the name of a new folder (specification, section 5): a blank name creates nothing and closes the form, an
 * invalid name stays, with the reason.
 */
export function useNewFolder(create: CreateFolder, onClose: () => void) {
  const [running, setRunning] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);

  // The person just opened this field.
  useEffect(() => input.current?.focus(), []);

  return {
    input,
    running,
    errorMessage,
    close,
    submit(event: FormEvent) {
      event.preventDefault();
      if (!running) void add(input.current?.value ?? '');
    },
    closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // A dialog that the form is in stays open.
      event.preventDefault();
      close();
    },
  };

  async function add(name: string) {
    if (name.trim() === '') return close();
    const problem = nameProblem(name);
    if (problem) return refuse(fileErrors[problem].message);
    setRunning(true);
    try {
      await create(name);
    } catch (error) {
      setRunning(false);
      return refuse(nameErrorMessage(error, name, 'folder'));
    }
    close();
  }

  /** Also while it runs: nobody has to wait for a server that does not answer. */
  function close() {
    if (isClosed.current) return;
    isClosed.current = true;
    onClose();
  }

  function refuse(message: string) {
    setErrorMessage(message);
    input.current?.focus();
    input.current?.select();
  }
}
