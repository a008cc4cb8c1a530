import { createBrowserRouter } from 'react-router'
import { routes as portal } from '#features/portal/web/routes.tsx'
import { routes as users } from '#features/users/web/routes.tsx'
import { Broken, NotFound } from './frame/dead-ends.tsx'
import { Landing, Root } from './root.tsx'
import type { PageRoute } from './routing.ts'
import { Splash } from './splash.tsx'

/** The pages of every feature. A new room adds its line here and its entries in menu.tsx. */
const pages: readonly PageRoute[] = [...users, ...portal]

export const makeRouter = () =>
  createBrowserRouter([
    {
      id: '_app',
      element: <Root />,
      errorElement: <Broken />,
      hydrateFallbackElement: <Splash />,
      children: [
        { index: true, element: <Landing />, handle: { access: 'public', ownLayout: true } },
        { path: '/_app', element: <Landing />, handle: { access: 'public', ownLayout: true } },
        { path: '/dashboard', element: <Landing />, handle: { access: 'public', ownLayout: true } },
        ...pages.map((route) => ({ ...route, errorElement: <Broken /> })),
        { path: '*', element: <NotFound />, handle: { access: 'signed-in' } },
      ],
    },
  ])
