import './text-field.css';
import { type ComponentProps, useId, useState } from 'react';
import { WarningIcon } from '../icons/icons.tsx';
import { Button } from './button.tsx';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  /** A hint that is always shown. */
  help?: string;
  /** What could be better about what is typed; read out politely when it changes. Empty for nothing, undefined for never. */
  advice?: string;
  /** What is wrong with this field. */
  error?: string;
  /** Whether the field is invalid and another element says why. */
  invalid?: boolean;
  /** The id of that element. */
  describedBy?: string;
};

/** A labelled line of text. A password can be shown. */
export function TextField({
  label,
  help,
  advice,
  error,
  invalid,
  describedBy,
  type = 'text',
  ...input
}: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  /** It was sent all the same. */
  const isRefused = invalid === true && advice !== undefined && advice !== '';
  const described = [help && `${id}-help`, advice && `${id}-advice`, error && `${id}-error`, describedBy]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field__box">
        <input
          {...input}
          id={id}
          className="input"
          type={type === 'password' && shown ? 'text' : type}
          aria-invalid={invalid || error !== undefined ? true : undefined}
          aria-describedby={described || undefined}
        />
        {type === 'password' ? (
          <Button variant="quiet" compact aria-pressed={shown} aria-controls={id} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        ) : null}
      </div>
      {help ? (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {advice === undefined ? null : (
        <p className={isRefused ? 'advice err' : 'advice'} id={`${id}-advice`} role="status">
          {isRefused ? <WarningIcon /> : null}
          {advice}
        </p>
      )}
      {error ? (
        <p className="err" id={`${id}-error`} role="alert">
          <WarningIcon />
          {error}
        </p>
      ) : null}
    </div>
  );
}
