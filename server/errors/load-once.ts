/** Loads something when it is first asked for. Everybody gets the same; what could not be loaded is loaded again the next time. */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return async () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return await loaded;
  };
}
