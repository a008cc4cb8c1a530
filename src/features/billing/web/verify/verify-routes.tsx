import { page, type PageRoute } from '#web/routing.ts'

/** Where the square on a paper leads: for anybody, without signing in. */
export const verifyRoutes: readonly PageRoute[] = [
  page('/verify', { access: 'public', ownLayout: true }, () => import('./verify-page.tsx'), 'VerifyPage'),
  page('/verify/:code', { access: 'public', ownLayout: true }, () => import('./verify-page.tsx'), 'VerifyPage'),
]
