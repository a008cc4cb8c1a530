import type { Feature } from '../feature.ts'
import { routes } from './server/routes.ts'

export const feature: Feature = {
  routes,
  constraints: {
    company_currency_kept: { says: 'Bills were written in the old currency already: it stays.' },
  },
}
