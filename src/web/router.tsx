import { lazy } from 'react'
import { createBrowserRouter } from 'react-router'
import { routes as analysers } from '#features/analysers/web/routes.tsx'
import { routes as announcements } from '#features/announcements/web/routes.tsx'
import { routes as appointments } from '#features/appointments/web/routes.tsx'
import { routes as assistant } from '#features/assistant/web/routes.tsx'
import { routes as attendance } from '#features/attendance/web/routes.tsx'
import { routes as audit } from '#features/audit/web/routes.tsx'
import { routes as billing } from '#features/billing/web/routes.tsx'
import { routes as board } from '#features/board/web/routes.tsx'
import { routes as booking } from '#features/booking/web/routes.tsx'
import { routes as catalogue } from '#features/catalogue/web/routes.tsx'
import { routes as company } from '#features/company/web/routes.tsx'
import { routes as templates } from '#features/templates/web/routes.tsx'
import { routes as imports } from '#features/imports/web/routes.tsx'
import { routes as insurance } from '#features/insurance/web/routes.tsx'
import { routes as drugs } from '#features/drugs/web/routes.tsx'
import { routes as diagnoses } from '#features/diagnoses/web/routes.tsx'
import { routes as chart } from '#features/chart/web/routes.tsx'
import { routes as labCatalogue } from '#features/lab-catalogue/web/routes.tsx'
import { routes as laboratory } from '#features/laboratory/web/routes.tsx'
import { routes as backups } from '#features/backups/web/routes.tsx'
import { routes as system } from '#features/system/web/routes.tsx'
import { routes as messages } from '#features/messages/web/routes.tsx'
import { routes as notifications } from '#features/notifications/web/routes.tsx'
import { routes as patients } from '#features/patients/web/routes.tsx'
import { loadLayout as loadPatientLayout, routes as portal } from '#features/portal/web/routes.tsx'
import { routes as pharmacy } from '#features/pharmacy/web/routes.tsx'
import { routes as purchasing } from '#features/purchasing/web/routes.tsx'
import { routes as records } from '#features/records/web/routes.tsx'
import { routes as reports } from '#features/reports/web/routes.tsx'
import { routes as stock } from '#features/stock/web/routes.tsx'
import { routes as schedules } from '#features/schedules/web/routes.tsx'
import { routes as setup } from '#features/setup/web/routes.tsx'
import { routes as registration } from '#features/registration/web/routes.tsx'
import { routes as workspace } from '#features/workspace/web/routes.tsx'
import { routes as triage } from '#features/triage/web/routes.tsx'
import { routes as users } from '#features/users/web/routes.tsx'
import { Broken } from './frame/dead-ends.tsx'
import { Landing, loadFrame, Root } from './root.tsx'
import { page, type PageRoute } from './routing.ts'
import { Splash } from './splash.tsx'
import { session } from './session/tokens.ts'

/** The pages of every feature. A new room adds its line here and its entries in menu.tsx. */
const pages: readonly PageRoute[] = [
  ...users,
  ...audit,
  ...patients,
  ...registration,
  ...chart,
  ...assistant,
  ...board,
  ...attendance,
  ...announcements,
  ...appointments,
  ...booking,
  ...triage,
  ...workspace,
  ...laboratory,
  ...labCatalogue,
  ...analysers,
  ...pharmacy,
  ...purchasing,
  ...billing,
  ...reports,
  ...imports,
  ...templates,
  ...records,
  ...portal,
  ...schedules,
  ...stock,
  ...company,
  ...insurance,
  ...catalogue,
  ...diagnoses,
  ...drugs,
  ...messages,
  ...backups,
  ...system,
  ...notifications,
  ...setup,
  page('/docs', { access: 'signed-in' }, () => import('./api-reference/api-reference-page.tsx'), 'ApiReferencePage'),
]

const PatientLayout = lazy(async () => ({ default: (await loadPatientLayout()).PortalLayout }))

/** Fetches what stands around the pages of whoever is signed in or signs in, beside what is asked of the server for them. */
export const warmLayouts = () => {
  let warmedFor: number | undefined
  const warm = () => {
    const { user } = session.get()
    if (user && user.user_id !== warmedFor) void (user.role === 'patient' ? loadPatientLayout() : loadFrame()).catch(() => null)
    warmedFor = user?.user_id
  }
  session.subscribe(warm)
  warm()
}

export const makeRouter = () =>
  createBrowserRouter([
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
