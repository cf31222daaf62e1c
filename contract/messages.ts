/** The sentences of the specification (sections 2, 5 and 8), each once and to the letter. */
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
