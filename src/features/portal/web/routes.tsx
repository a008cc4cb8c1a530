import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/patient-overview', { access: 'signed-in' }, () => import('./patient-overview.tsx'), 'PatientOverviewPage'),
  page(
    '/patient-overview/assistant',
    { access: 'signed-in' },
    () => import('#features/assistant/web/assistant-panel.tsx'),
    'AssistantPanel',
  ),
  page(
    '/patient-overview/documents',
    { access: 'signed-in' },
    () => import('#features/records/web/my-documents-panel.tsx'),
    'MyDocumentsPanel',
  ),
  page(
    '/patient-overview/documents/:id',
    { access: 'signed-in' },
    () => import('#features/records/web/my-document-panel.tsx'),
    'MyDocumentPanel',
  ),
  page('/patient-overview/access', { access: 'signed-in' }, () => import('./access/access-page.tsx'), 'AccessPage'),
  page('/patient-overview/data', { access: 'signed-in' }, () => import('./download/download-page.tsx'), 'DownloadPage'),
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
]
