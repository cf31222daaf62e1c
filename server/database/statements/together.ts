/**
 * Statements of a transaction none of which needs the result of another, in their order: the engine is sent those that are
 * ready at once, in one turn of the event loop. Waits for all, so that none is left when the transaction ends. Throws what
 * failed first.
 */
export async function together<const Results extends readonly unknown[]>(
  statements: {
    [i in keyof Results]: Promise<Results[i]>;
  },
): Promise<Results> {
  let first: { error: unknown } | undefined;
  for (const statement of statements)
    statement.catch((error: unknown) => {
      first ??= { error };
    });
  await Promise.allSettled(statements);
  if (first !== undefined) throw first.error;
  return await Promise.all(statements);
}
