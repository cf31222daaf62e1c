import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What went wrong with a form: the sentence, what may help, and the names of the fields to mend. */
export type Trouble = { message: string; help?: string; fields: readonly string[] };

type AccountForm = {
  form: RefObject<HTMLFormElement | null>;
  running: boolean;
  trouble: Trouble | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/**
 * Runs an account form: trims what was typed (specification, section 5), hands it over, and takes back the trouble, if
 * any. Afterwards the focus goes to the first field to mend.
 */
export function useAccountForm<Field extends string>(
  fields: readonly Field[],
  submit: (typed: Record<Field, string>, clear: () => void) => Promise<Trouble | undefined>,
): AccountForm {
  const form = useRef<HTMLFormElement>(null);
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  useEffect(() => {
    const [first] = trouble?.fields ?? [];
    if (first !== undefined) inputOf(form.current, first)?.focus();
  }, [trouble]);

  async function run(element: HTMLFormElement) {
    const data = new FormData(element);
    const typed = Object.fromEntries(fields.map((name) => [name, textOf(data.get(name)).trim()]));
    setRunning(true);
    setTrouble(undefined);
    try {
      setTrouble(await submit(typed as Record<Field, string>, () => element.reset()));
    } finally {
      setRunning(false);
    }
  }

  return {
    form,
    running,
    trouble,
    onSubmit: (event) => {
      event.preventDefault();
      if (!running) void run(event.currentTarget);
    },
  };
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
