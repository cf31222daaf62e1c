/** What is loaded together for who is not signed in. */
export { LogInPage } from '#web/features/account/login/log-in-page.tsx';
export { SignUpPage } from '#web/features/account/login/sign-up-page.tsx';
