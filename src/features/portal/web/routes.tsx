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
]
