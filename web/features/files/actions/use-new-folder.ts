import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errors } from '#contract/errors.ts';
import { nameProblem } from '#contract/names.ts';
import { nameTrouble } from '../parts/name-error.tsx';

/** Makes a folder; throws ApiError. */
export type CreateFolder = (name: string) => Promise<void>;

/**
 * The form that asks for the name of a new folder (specification, section 5): a blank name creates nothing and closes
 * the form, a name that cannot be used stays with the reason.
 */
export function useNewFolder(create: CreateFolder, onClose: () => void) {
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  // The person just asked for this field.
  useEffect(() => input.current?.focus(), []);

  return {
    input,
    running,
    trouble,
    submit(event: FormEvent) {
      event.preventDefault();
      if (!running) void add(input.current?.value ?? '');
    },
    closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape' && !running) onClose();
    },
  };

  async function add(name: string) {
    if (name.trim() === '') return onClose();
    const problem = nameProblem(name);
    if (problem) return refuse(errors[problem].message);
    setRunning(true);
    try {
      await create(name);
    } catch (error) {
      setRunning(false);
      return refuse(nameTrouble(error, name, 'folder'));
    }
    onClose();
  }

  function refuse(sentence: string) {
    setTrouble(sentence);
    input.current?.focus();
    input.current?.select();
  }
}
