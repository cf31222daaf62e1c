import type { ComponentProps } from 'react';
import { maxSearchCharacters } from '#contract/limits.ts';

const label = 'Find folders and files';

type FindInputProps = ComponentProps<'input'> & { value: string; onTyped: (typed: string) => void };

/** The field that names are typed into, which has the focus from the start. */
export function FindInput({ onTyped, ...props }: FindInputProps) {
  return (
    <input
      aria-label={label}
      placeholder={label}
      maxLength={maxSearchCharacters}
      autoComplete="off"
      spellCheck={false}
      autoFocus
      onChange={({ currentTarget }) => onTyped(currentTarget.value)}
      {...props}
    />
  );
}
