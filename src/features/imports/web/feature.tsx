import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const IMPORTS = '/dashboard/administration/imports'

export const feature: WebFeature = {
  pages: [
    page(IMPORTS, { access: 'imports.run' }, () => import('./imports-page.tsx'), 'ImportsPage'),
    page(`${IMPORTS}/clinic`, { access: 'clinic.export' }, () => import('./clinic-page.tsx'), 'ClinicPage'),
    page(`${IMPORTS}/:id`, { access: 'imports.run' }, () => import('./import-page.tsx'), 'ImportPage'),
  ],
  menu: [
    { group: 'Administration', place: 220, label: 'Import and export', to: '/dashboard/administration/imports', access: 'imports.run' },
  ],
}
