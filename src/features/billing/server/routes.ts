import type { Program } from '#features/feature.ts'
import type { Route } from '#platform/http/handle.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { paperRoutes } from './paper-routes.ts'
import { paymentRoutes } from './payment-routes.ts'

export const routes = (program: Program): Route[] => [
  ...invoiceRoutes(program.tillRequests),
  ...paymentRoutes(program.tillRequests),
  ...paperRoutes(program),
]
