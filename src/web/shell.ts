import type { WebFeature } from './feature.ts'
import { page } from './routing.ts'

/** What belongs to no feature. */
export const shell: WebFeature = {
  pages: [page('/docs', { access: 'signed-in' }, () => import('./api-reference/api-reference-page.tsx'), 'ApiReferencePage')],
  menu: [{ group: 'Administration', place: 240, label: 'API reference', to: '/docs', access: 'company.change' }],
}
