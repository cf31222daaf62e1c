import { shownName } from '#contract/names.ts';

/** A name as a tile shows it; the ellipsis is a mark of its own, not a letter of the name. */
export function ShownName({ name }: { name: string }) {
  const { text, cut } = shownName(name);
  return (
    <>
      {text}
      {cut ? <span className="ellipsis">…</span> : null}
    </>
  );
}

/** The tip of a name: the whole of one that is cut. */
export function tipFor(name: string): string | undefined {
  return shownName(name).cut ? name : undefined;
}
