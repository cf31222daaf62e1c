import { Drawing } from '../surfaces/drawing.tsx';

/** A tied box whose string is cut: the server cannot be reached. */
export function CutString() {
  return (
    <Drawing>
      <path d="M18 208h264" />
      <path className="board" d="M52 92h196v116H52z" />
      <path className="deep" d="M46 68h208v24H46z" />
      <path className="faint" d="M52 106h196" />
      <path className="sheet" d="M86 132h84v34H86z" />
      <path className="faint" d="M100 149h36" />
      <path className="thread" d="M206 208v-84c0-14-14-14-12-28M206 68c0 10 10 12 8 24" />
      <path className="thread" d="M46 80h104c16 0 14 16 4 20M254 80h-34c-10 0-12-8-20-4" />
      <path className="corner" d="M46 92h26l-26 26z" />
    </Drawing>
  );
}

/** A box whose label has come off: what it holds is there, but it cannot be read. */
export function FallenLabel() {
  return (
    <Drawing>
      <path d="M18 208h264" />
      <path className="deep" d="M70 84l16-22h128l16 22z" />
      <path className="board" d="M62 84h176v124H62z" />
      <path className="faint" d="M62 98h176" />
      <path strokeDasharray="2 7" d="M104 124h92v38h-92z" />
      <path className="corner" d="M62 84h26l-26 26zM238 84v26l-26-26z" />
      <g transform="rotate(-14 226 194)">
        <path className="sheet" d="M184 174h92v38h-92z" />
        <path className="thread" d="M198 188h44M198 199h28" />
      </g>
    </Drawing>
  );
}
