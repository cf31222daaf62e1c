export function isDocument(contentType: string, _name: string): boolean {
  return contentType.startsWith('text/') || contentType === 'application/pdf';
}
