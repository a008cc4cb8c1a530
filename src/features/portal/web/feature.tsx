import { queryClient } from '#web/calls/query-client.ts'
import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'
import { session } from '#web/session/tokens.ts'
import { overviewQuery } from './portal-calls.ts'
import { beginWithShare } from './portal-texts.ts'

let hasBegun = false
const begin = () => {
  void queryClient.prefetchQuery(overviewQuery)
  if (!hasBegun) beginWithShare()
  hasBegun = true
}

/** The layout of every page of a patient, and the first of them. What it shows is asked for beside its code. */
const loadLayout = () => {
  if (session.get().user?.role === 'patient') begin()
  return import('./portal-layout.tsx')
}

export const feature: WebFeature = {
  pages: [
    page('/patient-overview', { access: 'patient' }, loadLayout, 'PatientOverviewPage'),
    page('/patient-overview/more', { access: 'patient' }, loadLayout, 'MorePage'),
    page(
      '/patient-overview/assistant',
      { access: 'patient' },
      () => import('#features/assistant/web/assistant-panel.tsx'),
      'AssistantPanel',
    ),
    page(
      '/patient-overview/documents',
      { access: 'patient' },
      () => import('#features/records/web/my-documents-panel.tsx'),
      'MyDocumentsPanel',
    ),
    page(
      '/patient-overview/documents/:id',
      { access: 'patient' },
      () => import('#features/records/web/my-document-panel.tsx'),
      'MyDocumentPanel',
    ),
    page('/patient-overview/access', { access: 'patient' }, () => import('./access/access-page.tsx'), 'AccessPage'),
    page('/patient-overview/visits', { access: 'patient' }, () => import('./visits/visits-page.tsx'), 'VisitsPage'),
    page('/patient-overview/data', { access: 'patient' }, () => import('./download/download-page.tsx'), 'DownloadPage'),
    page('/patient-overview/link', { access: 'patient' }, () => import('./link-page.tsx'), 'LinkPage'),
    page('/patient-overview/profile', { access: 'patient' }, () => import('./profile-page.tsx'), 'ProfilePage'),
    page('/patient-overview/bookings', { access: 'patient' }, () => import('./bookings/bookings-page.tsx'), 'BookingsPage'),
    page('/patient-overview/requests', { access: 'patient' }, () => import('./requests/requests-page.tsx'), 'RequestsPage'),
    page('/patient-overview/bills', { access: 'patient' }, () => import('./bills/bills-page.tsx'), 'BillsPage'),
    page('/patient-overview/results', { access: 'patient' }, () => import('./results/results-page.tsx'), 'ResultsPage'),
    page('/patient-overview/results/:id', { access: 'patient' }, () => import('./results/result-page.tsx'), 'ResultPage'),
    page(
      '/patient-overview/prescriptions',
      { access: 'patient' },
      () => import('./prescriptions/prescriptions-page.tsx'),
      'PrescriptionsPage',
    ),
    page(
      '/patient-overview/announcements',
      { access: 'patient' },
      () => import('#features/announcements/web/my-announcements-panel.tsx'),
      'MyAnnouncementsPanel',
    ),
    page(
      '/patient-overview/notifications',
      { access: 'patient' },
      () => import('#features/notifications/web/my-notifications-panel.tsx'),
      'MyNotificationsPanel',
    ),
  ],
  patientLayout: loadLayout,
}
