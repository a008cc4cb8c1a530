import { lazy } from 'react'
import { createBrowserRouter } from 'react-router'
import type { WebFeature } from './feature.ts'
import { Broken } from './frame/dead-ends.tsx'
import { Landing, loadFrame, Root } from './root.tsx'
import { Splash } from './splash.tsx'
import { session } from './session/tokens.ts'

const layoutOf = (features: readonly WebFeature[]) => {
  const load = features.find(({ patientLayout }) => patientLayout)?.patientLayout
  if (!load) throw new Error('No feature has a layout for patients')
  return load
}

/** Fetches what stands around the pages of whoever is signed in or signs in, beside what is asked of the server for them. */
export const warmLayouts = (features: readonly WebFeature[]) => {
  const loadPatientLayout = layoutOf(features)
  let warmedFor: number | undefined
  const warm = () => {
    const { user } = session.get()
    if (user && user.user_id !== warmedFor) void (user.role === 'patient' ? loadPatientLayout() : loadFrame()).catch(() => null)
    warmedFor = user?.user_id
  }
  session.subscribe(warm)
  warm()
}

export const makeRouter = (features: readonly WebFeature[]) => {
  const loadPatientLayout = layoutOf(features)
  const PatientLayout = lazy(async () => ({ default: (await loadPatientLayout()).PortalLayout }))
  const pages = features.flatMap((feature) => feature.pages)
  return createBrowserRouter([
    {
      id: '_app',
      element: <Root patientLayout={PatientLayout} />,
      errorElement: <Broken />,
      hydrateFallbackElement: <Splash />,
      children: [
        { index: true, element: <Landing />, handle: { access: 'public', ownLayout: true } },
        { path: '/_app', element: <Landing />, handle: { access: 'public', ownLayout: true } },
        { path: '/dashboard', element: <Landing />, handle: { access: 'public', ownLayout: true } },
        ...pages.map((route) => ({ ...route, errorElement: <Broken /> })),
        {
          path: '*',
          lazy: async () => ({ Component: (await import('./frame/refusals.tsx')).NotFound }),
          handle: { access: 'signed-in' },
        },
      ],
    },
  ])
}
