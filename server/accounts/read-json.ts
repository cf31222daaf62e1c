import type { z } from 'zod';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** The body of a request, as a schema has it. Throws invalid-json, invalid-input. */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw new KeepsakeError('invalid-json');
  });
  const { success, data } = schema.safeParse(body);
  if (!success) throw new KeepsakeError('invalid-input');
  return data;
}
