export function DocumentView({ file }: { file: { name: string } }) {
  return (
    <>
      <div className="viewer__content">{file.name}</div>
      <div className="viewer__tools" />
    </>
  );
}
