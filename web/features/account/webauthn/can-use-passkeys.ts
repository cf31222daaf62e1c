/**
 * Whether this browser can use passkeys on this page (W3C Web Authentication, level 3): not in the clear, and not where the
 * server is called by a number, with or without brackets.
 */
export function canUsePasskeys(): boolean {
  return 'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {}) && /[a-z][^\]]*$/.test(location.hostname);
}
