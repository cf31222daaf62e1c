/** The messages of the specification (sections 2, 5 and 8), each once and verbatim. */
export const messages = {
  welcome: 'welcome to Keepsake',
  welcomeMore: 'we are ready to serve your memories...',
  credentialsMissing: 'email or password not found',
  emailMissing: 'email not found',
  passwordsDiffer: 'Passwords do not match',
  signUpFailed: 'Error signing up',
  logInFailed: 'email or password is incorrect',
  forgotFailed: 'Error reseting password',
  forgotSent: 'Password reset email sent',
  logOutFailed: 'Error signing out',
  uploadFailed: 'Error',
  offline: 'Failed to get document from cache. (However, this document may exist on the server.)',
} as const;

/** Messages of section 8 that only programs receive. */
export const programMessages = {
  batchUsed: 'A write batch can no longer be used after commit() has been called.',
  foreignReference: 'This reference belongs to another write batch.',
} as const;
