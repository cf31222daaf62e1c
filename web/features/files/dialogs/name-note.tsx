import { foldedName, visibleName } from '#contract/names/names.ts';

/** Says so when Windows and macOS could not keep something beside another thing of its folder. */
export function NameNote({ name, names }: { name: string; names: readonly string[] }) {
  const folded = foldedName(name);
  const other = names.find((one) => one !== name && foldedName(one) === folded);
  if (other === undefined) return null;
  return (
    <p className="details__note">
      {'The name differs from '}
      <b className="wrap-anywhere" dir="auto">
        {visibleName(other)}
      </b>
      {' only in upper and lower case. A folder of Windows or macOS cannot hold both.'}
    </p>
  );
}
