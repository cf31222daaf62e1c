import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What is wrong with a form: the sentence, what may help, and the names of the fields to correct. */
export type FormError = {
  message: string;
  help?: string | undefined;
  fields: readonly string[];
  /** The one of them that is most likely wrong, unless it is the first. */
  focus?: string;
  /** Shown below the field to correct instead of above the form. */
  atField?: boolean;
};

export type AccountForm = ReturnType<typeof useAccountForm>;

/** The id of the notice above the form. */
export const errorId = 'form-error';

/**
 * Runs an account form: trims its values (specification, section 5), passes them to `submit`, and takes the error back,
 * if any. The focus then goes to the field to correct.
 */
export function useAccountForm<Field extends string>(
  fields: readonly Field[],
  submit: (values: Record<Field, string>, clear: () => void) => Promise<FormError | undefined>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [running, setRunning] = useState(false);
  const [formError, setFormError] = useState<FormError>();

  useEffect(() => {
    const field = formError?.focus ?? formError?.fields[0];
    if (field !== undefined) inputOf(form, field)?.focus();
  }, [formError]);

  return {
    form,
    running,
    formError,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (!running) void run(event.currentTarget);
    },
    /** What a text field of the form needs to show its part of the error. */
    field(name: string) {
      const invalid = formError?.fields.includes(name) ?? false;
      return {
        name,
        required: true,
        invalid,
        describedBy: formError && !formError.atField ? errorId : undefined,
        error: formError?.atField && invalid ? formError.message : undefined,
      };
    },
  };

  async function run(element: HTMLFormElement) {
    const data = new FormData(element);
    const values = Object.fromEntries(fields.map((name) => [name, textOf(data.get(name)).trim()]));
    setRunning(true);
    setFormError(undefined);
    try {
      setFormError(await submit(values as Record<Field, string>, () => element.reset()));
    } finally {
      setRunning(false);
    }
  }
}

function inputOf(form: RefObject<HTMLFormElement | null>, name: string): HTMLInputElement | undefined {
  const input = form.current?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
