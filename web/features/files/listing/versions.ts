import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DriveClient } from '#client/drive-api.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Results } from './results.ts';

/** The versions of files, as the server lists them, and what can be done with them. */
export type Versions = ReturnType<typeof createVersions>;

type Deps = { api: DriveClient; queries: QueryClient; results: Results };

export function createVersions({ api, queries, results }: Deps) {
  const keyOf = (fileId: string) => ['versions', fileId];
  const readAgain = (fileId: string) => queries.invalidateQueries({ queryKey: keyOf(fileId) });

  return {
    /** The query of the versions of a file, page by page. */
    query: ({ id }: StoredFile) =>
      infiniteQueryOptions({
        queryKey: keyOf(id),
        queryFn: ({ pageParam, signal }) =>
          api.versions.list({ id, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, { signal }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
        staleTime: 0,
      }),

    /** The query of what the old versions of all files below a folder take. */
    below: ({ id }: Folder) =>
      queryOptions({
        queryKey: keyOf(id),
        queryFn: ({ signal }) => api.versions.below({ id }, { signal }),
        staleTime: 0,
      }),

    /** A change arrived: it may be a version. */
    changed: ({ entryId }: Change) => void readAgain(entryId),

    /** Adds a version with the content of an earlier one. Throws ApiError. */
    async restore(fileId: string, versionId: string) {
      const file = await api.versions.restore({ id: fileId, versionId });
      await readAgain(fileId);
      return file;
    },

    /** Deletes an earlier version for good. Throws ApiError. */
    async remove(fileId: string, versionId: string): Promise<void> {
      await api.versions.remove({ id: fileId, versionId });
      await readAgain(fileId);
    },

    /** Makes the current versions files of their own, at most `maxBatchOperations`. Throws ApiError. */
    async keepBoth(files: readonly StoredFile[]) {
      const kept = await api.versions.keepBoth({ files: files.map(({ id, version }) => ({ id, version })) });
      results.show(kept.files.map(({ added }) => added.id));
      return kept;
    },
  };
}
