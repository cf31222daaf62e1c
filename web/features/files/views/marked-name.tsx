import './marked-name.css';
import { partsOf } from './matches.ts';

/** A name in which what was typed is marked. */
export function MarkedName({ name, typed }: { name: string; typed: string }) {
  return partsOf(name, typed).map(({ text, isMatch }, at) =>
    isMatch ? (
      <mark className="match" key={at}>
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
}
