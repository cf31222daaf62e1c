/**
 * Whether this browser can use passkeys on this page (W3C Web Authentication, level 3): not in the clear, and not where the
 * server is called by a number.
 */
export function canUsePasskeys(): boolean {
  return (
    'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {}) &&
    !/^\[|^[\d.]+$/.test(window.location.hostname)
  );
}
