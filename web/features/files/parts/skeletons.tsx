/** The place of a tile while a folder is loading. */
export function SkeletonTile() {
  return (
    <div aria-hidden="true">
      <span className="tile__stage">
        <span className="box">
          <span className="box__front skel" />
        </span>
      </span>
      <div className="tile__cap">
        <span className="skel mt-1 h-3 w-3/5" />
      </div>
    </div>
  );
}

/** The places of the rows of a list. */
export function SkeletonRows() {
  return (
    <div className="list" aria-hidden="true">
      <div className="list__head" />
      {['one', 'two', 'three'].map((key) => (
        <div className="list__row" key={key}>
          <span className="list__name">
            <span className="skel h-8 w-11 flex-none" />
            <span className="skel h-4 w-2/5" />
          </span>
        </div>
      ))}
    </div>
  );
}
