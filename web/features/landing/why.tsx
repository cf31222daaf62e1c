import './why.css';
import type { ReactNode } from 'react';
import { Drawing } from '#web/ui/surfaces/drawing.tsx';

/** The three benefits (specification, section 2). */
export function Why() {
  return (
    <section className="band why">
      <h2>Why</h2>
      <ul>
        <Benefit
          title="Great Deals"
          text="It runs on a machine you already own. No monthly fee, no plan to choose, no limit but your own disk."
        >
          <path className="deep" d="M24 48l8-12h62l9 12z" />
          <path className="board" d="M20 48h87v48H20z" />
          <path className="sheet" d="M44 62h38v17H44z" />
          <path className="faint" d="M51 70h16" />
          <path d="M94 40c6-14 14-20 22-24" />
          <path className="corner" d="M104 8l20-4 4 20-13 10-18-16z" />
          <circle className="hole" cx="118" cy="13" r="2.6" />
        </Benefit>
        <Benefit
          title="Fast Serve"
          text="Folders open at once, however full they are. An interrupted upload resumes from the same byte."
        >
          <path className="thread" d="M4 38h22M10 54h18M2 70h22" />
          <g transform="rotate(-6 82 54)">
            <path className="sheet" d="M40 20h80v62H40z" />
            <path className="wash" d="M46 26h68v44H46z" />
            <path className="cloth-fill" d="M46 70V58l18-16 13 11 17-20 20 22v15z" />
            <path d="M46 58l18-16 13 11 17-20 20 22" />
          </g>
          <path className="corner" d="M32 12h20L32 32zM126 92h-18l18-18z" />
        </Benefit>
        <Benefit
          title="Great Support"
          text="When something goes wrong, plain words tell you what happened and what to do next."
        >
          <path className="sheet" d="M22 16h42l-6 14 9 12-10 14 8 14-6 12H22z" />
          <path className="sheet" d="M72 16h38v66H67l6-12-8-14 10-14-9-12z" />
          <path className="thread" d="M55 27l20-3M56 41l24-2M50 56l22 1M52 70l23 4M75 74c14 8 26 2 34-14" />
          <path d="M107 63l15-27M121 38c-2-2 1-8 4-7 2 1 0 6-4 7z" />
        </Benefit>
      </ul>
    </section>
  );
}

function Benefit({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <Drawing viewBox="0 0 132 104">
        <path d="M4 96h124" />
        {children}
      </Drawing>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}
