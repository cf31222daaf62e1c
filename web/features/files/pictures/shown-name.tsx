import './shown-name.css';
import { shownName, visibleName } from '#contract/names/names.ts';

/** A name as a tile shows it; the ellipsis is set apart from the letters of the name. */
export function ShownName({ name }: { name: string }) {
  const { text, cut } = shownName(name);
  return (
    <>
      {text}
      {cut ? <span className="ellipsis">…</span> : null}
    </>
  );
}

/** The tooltip of a name: the full name when it is cut. */
export function tooltipFor(name: string): string | undefined {
  return shownName(name).cut ? visibleName(name) : undefined;
}
