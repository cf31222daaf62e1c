import type { z } from 'zod';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { parseJson } from '#server/errors/parse-json.ts';

/** The body of a request, as a schema has it. Throws invalid-json, invalid-input. */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const body = await request.arrayBuffer().catch(() => new ArrayBuffer());
  const { success, data } = schema.safeParse(parseJson(body));
  if (!success) throw new KeepsakeError('invalid-input');
  return data;
}
