import { useEffect, useState } from 'react';
import { passwordErrors, plainPasswordProblem } from '#contract/passwords.ts';
import type { RefusedPasswords } from './refused-passwords.ts';
import type { AccountForm } from './use-account-form.ts';

/**
 * Why the new password in a form is not accepted yet, in the words of the server, while it is typed; undefined when nothing
 * is known against it. Length and address are compared here; what else the server refused it has said before.
 */
export function usePasswordAdvice({ form, formError }: AccountForm, refused: RefusedPasswords): string | undefined {
  const [advice, setAdvice] = useState<string>();

  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    const consider = () => setAdvice(adviceFor(element, refused));
    const stop = new AbortController();
    element.addEventListener('input', consider, { signal: stop.signal });
    element.addEventListener('reset', () => setAdvice(undefined), { signal: stop.signal });
    // What the server has just refused is in the field.
    if (formError !== undefined) consider();
    return () => stop.abort();
  }, [form, formError, refused]);

  return advice;
}

function adviceFor(form: HTMLFormElement, refused: RefusedPasswords): string | undefined {
  const [password, email] = [valueOf(form, 'password'), valueOf(form, 'email')];
  if (password === '') return undefined;
  const problem = plainPasswordProblem(password, email) ?? refused.codeOf(password);
  return problem && passwordErrors[problem].message;
}

/** As the form sends it. */
function valueOf(form: HTMLFormElement, name: string): string {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input.value.trim() : '';
}
