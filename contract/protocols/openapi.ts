/** Builders of OpenAPI 3.1 path items. */
import { type ErrorCode, errors } from '../errors.ts';

export function operation(summary: string, tag: string, responses: Record<string, object>) {
  return { summary, tags: [tag], responses };
}

/** What nobody has to be logged in for. */
export function forAnyone<Operation extends object>(described: Operation) {
  return { ...described, security: [] };
}

/** `properties` are those of the body; one whose name ends with `?` may be left out. */
export function jsonPost(
  summary: string,
  properties: Record<string, 'string' | 'boolean' | 'object'>,
  responses: Record<string, object>,
) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, type]) => [name.replace('?', ''), { type }]),
  );
  const required = Object.keys(properties).filter((name) => !name.endsWith('?'));
  return {
    ...operation(summary, 'Accounts', { ...responses, ...answers('too-many-requests') }),
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties: fields, required } } } },
  };
}

export function text(description: string) {
  return { description };
}

/** Error responses, grouped by status. */
export function answers(...codes: ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [status, text(same.map((code) => `\`${code}\``).join(', '))]),
  );
}

export function codeList(codes: object): string {
  return Object.keys(codes)
    .map((code) => `\`${code}\``)
    .join(', ');
}

export function inPath(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

export function schema(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

export function json(name: string, description: string) {
  return { description, content: { 'application/json': { schema: schema(name) } } };
}

export function inQuery(name: string, description: string) {
  return { name, in: 'query', required: false, schema: { type: 'string' }, description };
}

export function inHeader(name: string, required = true) {
  return { name, in: 'header', required, schema: { type: 'string' } };
}
