import './styleguide.css';
import { type ComponentType, useEffect } from 'react';
import { Buttons, Choices, Dialogs, Fields } from './controls.tsx';
import { forceStates } from './force-states.ts';
import { Colours, Depth, Icons, Mark, Type } from './foundations.tsx';
import { Notices, ToastsAndBars } from './notices.tsx';
import { Dividers, Prints, Tiles } from './papers.tsx';

const sections: [string, ComponentType][] = [
  ['Mark', Mark],
  ['Colour', Colours],
  ['Type', Type],
  ['Shadow and radius', Depth],
  ['Icons', Icons],
  ['Buttons', Buttons],
  ['Fields', Fields],
  ['Choice', Choices],
  ['Dialog and tip', Dialogs],
  ['Notices', Notices],
  ['Toasts and progress', ToastsAndBars],
  ['Paper', Prints],
  ['Tiles', Tiles],
  ['Divider', Dividers],
];

/** `/styleguide`, in development only: every part of web/ui in every state, light and dark beside each other. */
export function StyleguidePage() {
  useEffect(forceStates, []);
  return (
    <main className="guide" id="main" tabIndex={-1}>
      <title>Parts · Keepsake</title>
      <h1>Parts</h1>
      {sections.map(([name, Section]) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <div className="guide__themes">
            {['light', 'dark'].map((theme) => (
              <div className="guide__theme" data-theme={theme} key={theme}>
                <Section />
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  );
}
