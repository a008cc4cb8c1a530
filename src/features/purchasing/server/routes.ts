import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { billRoutes } from './bills/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paperRoutes } from './paper-routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { requisitionMoveRoutes } from './requisitions/move-routes.ts'
import { requisitionRoutes } from './requisitions/routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { settingsRoutes } from './settings.ts'
import { supplierRoutes } from './suppliers/routes.ts'

/** All of purchasing, in the order in which goods come and are paid. */
export const routes = (services: Services): Route[] => [
  ...settingsRoutes,
  ...supplierRoutes,
  ...requisitionRoutes,
  ...requisitionMoveRoutes,
  ...orderRoutes,
  ...paperRoutes(services),
  ...receiptRoutes(services),
  ...billRoutes,
  ...paymentRoutes,
  ...returnRoutes,
]
