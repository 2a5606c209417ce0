import type { Screen } from './routesOfScreens.ts';

/** Screens on which readers without a session create, confirm or recover an account, or restore an organisation. */
export const accountScreens: readonly Screen[] = [
  {
    path: '/register/existing-user',
    titleKey: 'page.existingUser',
    texts: 'register',
    load: () => import('../../screens/register/ExistingUserScreen.tsx').then((module) => module.ExistingUserScreen),
  },
  {
    path: '/register/success/:id',
    titleKey: 'page.registerSuccess',
    texts: 'register',
    load: () =>
      import('../../screens/register/RegisterSuccessScreen.tsx').then((module) => module.RegisterSuccessScreen),
  },
  {
    path: '/register/:memberId?',
    titleKey: 'page.register',
    texts: 'register',
    load: () => import('../../screens/register/RegisterScreen.tsx').then((module) => module.RegisterScreen),
  },
  {
    path: '/confirm/:id',
    titleKey: 'page.confirm',
    texts: 'register',
    load: () => import('../../screens/register/ConfirmEmailScreen.tsx').then((module) => module.ConfirmEmailScreen),
  },
  {
    path: '/forgot-password',
    titleKey: 'page.forgot',
    texts: 'register',
    load: () => import('../../screens/recover/ForgotPasswordScreen.tsx').then((module) => module.ForgotPasswordScreen),
  },
  {
    path: '/forgot-password/success',
    titleKey: 'page.forgotSuccess',
    texts: 'register',
    load: () =>
      import('../../screens/recover/ForgotPasswordSentScreen.tsx').then((module) => module.ForgotPasswordSentScreen),
  },
  {
    path: '/reset-password/:code',
    titleKey: 'page.reset',
    texts: 'register',
    load: () => import('../../screens/recover/ResetPasswordScreen.tsx').then((module) => module.ResetPasswordScreen),
  },
  {
    path: '/reset/success',
    titleKey: 'page.resetSuccess',
    texts: 'register',
    load: () =>
      import('../../screens/recover/PasswordResetDoneScreen.tsx').then((module) => module.PasswordResetDoneScreen),
  },
  {
    path: '/organization/restore/:code',
    titleKey: 'page.restore',
    texts: 'restore',
    load: () =>
      import('../../screens/restore/RestoreOrganisationScreen.tsx').then((module) => module.RestoreOrganisationScreen),
  },
  {
    path: '/setup',
    titleKey: 'page.firstSteps',
    texts: 'register',
    load: () => import('../../screens/firstSteps/FirstStepsScreen.tsx').then((module) => module.FirstStepsScreen),
  },
];
