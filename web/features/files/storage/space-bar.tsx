import { Link } from 'react-router';
import type { Storage } from '#contract/api/storage-api.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { kindWords } from '../pictures/kind-words.ts';

/** What fills the space: a part of a bar for each kind and for old versions, and the same in words. */
export function SpaceBar({ storage: { usedBytes, quotaBytes, kinds, oldVersions, trash } }: { storage: Storage }) {
  const parts = [
    ...kinds.map(({ kind, count, bytes }) => ({
      id: kind,
      what: kindWords[kind],
      to: `/find?kind=${kind}`,
      count: counted(count, 'file'),
      bytes,
    })),
    ...(oldVersions.count > 0
      ? [{ id: 'version', what: 'Old versions', to: undefined, count: undefined, bytes: oldVersions.bytes }]
      : []),
  ];
  const sum = parts.reduce((bytes, part) => bytes + part.bytes, 0);
  const whole = Math.max(quotaBytes ?? 0, sum, 1);
  return (
    <>
      <p className="mt-2">
        {quotaBytes === null ? `${sizeText(usedBytes)} used` : `${sizeText(usedBytes)} of ${sizeText(quotaBytes)} used`}
      </p>
      <div className="space" aria-hidden="true">
        {parts.map(({ id, bytes }) => (
          <span key={id} className="space__part" data-part={id} style={{ width: `${(bytes / whole) * 100}%` }} />
        ))}
      </div>
      <ul className="space__legend">
        {parts.map(({ id, what, to, count, bytes }) => (
          <li key={id}>
            <span className="space__part" data-part={id} aria-hidden="true" />
            <span>
              {to === undefined ? what : <Link to={to}>{what}</Link>} {sizeText(bytes)}
              {count === undefined ? '' : `, ${count}`}
            </span>
          </li>
        ))}
      </ul>
      {trash.bytes > 0 ? (
        <p className="meta">{sizeText(trash.bytes)} of it is in Trash, which is counted above.</p>
      ) : null}
      {sum > usedBytes ? (
        <p className="meta">Files that are equal are stored once, which saves {sizeText(sum - usedBytes)}.</p>
      ) : null}
    </>
  );
}
