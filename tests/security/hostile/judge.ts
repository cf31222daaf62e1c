import type { IncomingMessage } from 'node:http';

/** What a browser may show without a download. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif)|(video|audio)\/[a-z0-9]+|text\/plain; charset=utf-8|application\/(pdf|json)(;.*)?)$/;
const active = /^(script|style|xslt|(shared|service)?worker|(audio|paint)worklet)$/;
const bytes = /^\/(content|preview)\/|[?&]alt=media/;

/** What is wrong with the headers of a response that may hold what somebody uploaded. */
export function judge(
  { url = '', headers: asked }: IncomingMessage,
  { headers, statusCode }: IncomingMessage,
): string[] {
  const complaints: string[] = [];
  const policy = String(headers['content-security-policy'] ?? '');
  const type = headers['content-type'] ?? '';
  const destination = String(asked['sec-fetch-dest']);
  const isAttachment = (headers['content-disposition'] ?? '').startsWith('attachment');
  const isFile = statusCode === 200 && bytes.test(url);
  if (headers['x-content-type-options'] !== 'nosniff') complaints.push('may be sniffed');
  if (headers['cross-origin-resource-policy'] !== 'same-origin') complaints.push('is open to other origins');
  if (!policy.includes("frame-ancestors 'none'")) complaints.push('may be framed');
  if (/allow-scripts|unsafe-eval|script-src [^;]*unsafe-inline/.test(policy)) complaints.push('may run scripts');
  if (isFile && !policy.includes("default-src 'none'")) complaints.push('may load');
  if (isFile && type !== 'application/pdf' && !/; sandbox( allow-same-origin)?$/.test(policy))
    complaints.push('has no sandbox');
  if (statusCode === 200 && !isAttachment && !shown.test(type)) complaints.push(`is shown as ${type}`);
  if (isAttachment && type !== 'application/octet-stream') complaints.push(`is downloaded as ${type}`);
  if (isFile && active.test(destination)) complaints.push(`is given as ${destination}`);
  if (asked['sec-fetch-site'] === 'cross-site' && destination !== 'document' && asked.cookie !== undefined)
    complaints.push('is asked for with cookies by another site');
  if (headers['set-cookie'] !== undefined || headers['x-ran'] !== undefined) complaints.push('has foreign headers');
  return complaints;
}
