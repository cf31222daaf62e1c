/** Where tiles will stand while a folder is on its way. */
export function SkeletonTiles() {
  return (
    <>
      <li className="tile" aria-hidden="true">
        <SkeletonBox />
      </li>
      <li className="tile" aria-hidden="true">
        <SkeletonBox />
      </li>
      <li className="tile" aria-hidden="true">
        <SkeletonBox />
      </li>
    </>
  );
}

function SkeletonBox() {
  return (
    <>
      <span className="tile__stage">
        <span className="box">
          <span className="box__front skel" />
        </span>
      </span>
      <div className="tile__cap">
        <span className="skel mt-1 h-3 w-3/5" />
      </div>
    </>
  );
}
