import type { ReactNode } from 'react';
import type { ViewedFile } from '../reading/viewed-file.ts';

/** Says above a document what of it is not shown, and where all of it is. */
export function DocumentNote({ file, children }: { file: ViewedFile; children: ReactNode }) {
  return (
    <p className="document-note">
      {children} <DownloadLink file={file}>Download the file</DownloadLink> to have all of it.
    </p>
  );
}

export function DownloadLink({
  file,
  className,
  children,
}: {
  file: ViewedFile;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a className={className} href={file.url} download="">
      {children}
    </a>
  );
}
