import { visibleName } from '#contract/names/names.ts';
import { caseClash, caseClashEnd } from './case-clash.ts';

/** Says so when Windows and macOS could not keep something beside another thing of its folder. */
export function NameNote({ name, names }: { name: string; names: readonly string[] }) {
  const other = caseClash(name, names);
  if (other === undefined) return null;
  return (
    <p className="details__note">
      {'The name differs from '}
      <b className="wrap-anywhere" dir="auto">
        {visibleName(other)}
      </b>
      {` ${caseClashEnd}`}
    </p>
  );
}
