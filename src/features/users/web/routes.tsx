import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/auth/login', { access: 'public', ownLayout: true }, () => import('./login.tsx'), 'LoginPage'),
  page('/auth/register', { access: 'public', ownLayout: true }, () => import('./register-account.tsx'), 'RegisterAccountPage'),
  page('/dashboard/profile', { access: 'signed-in' }, () => import('./profile.tsx'), 'ProfilePage'),
  page('/dashboard/profile/password', { access: 'signed-in' }, () => import('./change-password.tsx'), 'ChangePasswordPage'),
]
