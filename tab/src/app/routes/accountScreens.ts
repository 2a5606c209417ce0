import type { Screen } from './screen.ts';

/** Screens to create, confirm or recover an account, and to restore an organisation. They need no session. */
export const accountScreens: readonly Screen[] = [
  {
    path: '/register/existing-user',
    titleKey: 'page.existingUser',
    texts: 'register',
    load: () => import('../../screens/register/ExistingUserScreen.tsx').then((it) => it.ExistingUserScreen),
  },
  {
    path: '/register/success/:id',
    titleKey: 'page.registerSuccess',
    texts: 'register',
    load: () => import('../../screens/register/RegisterSuccessScreen.tsx').then((it) => it.SuccessScreen),
  },
  {
    path: '/register/:memberId?',
    titleKey: 'page.register',
    texts: 'register',
    load: () => import('../../screens/register/RegisterScreen.tsx').then((it) => it.RegisterScreen),
  },
  {
    path: '/confirm/:id',
    titleKey: 'page.confirm',
    texts: 'register',
    load: () => import('../../screens/register/ConfirmScreen.tsx').then((it) => it.ConfirmScreen),
  },
  {
    path: '/forgot-password',
    titleKey: 'page.forgot',
    texts: 'register',
    load: () => import('../../screens/recover/ForgotScreen.tsx').then((it) => it.ForgotScreen),
  },
  {
    path: '/forgot-password/success',
    titleKey: 'page.forgotSuccess',
    texts: 'register',
    load: () => import('../../screens/recover/ForgotSentScreen.tsx').then((it) => it.ForgotSentScreen),
  },
  {
    path: '/reset-password/:code',
    titleKey: 'page.reset',
    texts: 'register',
    load: () => import('../../screens/recover/ResetScreen.tsx').then((it) => it.ResetScreen),
  },
  {
    path: '/reset/success',
    titleKey: 'page.resetSuccess',
    texts: 'register',
    load: () => import('../../screens/recover/ResetDoneScreen.tsx').then((it) => it.ResetDoneScreen),
  },
  {
    path: '/organization/restore/:code',
    titleKey: 'page.restore',
    texts: 'restore',
    load: () => import('../../screens/restore/RestoreScreen.tsx').then((it) => it.RestoreScreen),
  },
  {
    path: '/setup',
    titleKey: 'page.firstSteps',
    texts: 'register',
    load: () => import('../../screens/firstSteps/FirstStepsScreen.tsx').then((it) => it.FirstStepsScreen),
  },
];
