import type { VisitOpener } from '#features/attendance/public.ts'
import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { counterRoutes } from './counter/counter-routes.ts'
import { answerRoutes } from './requests/answer-routes.ts'
import { paperRoutes } from './papers/paper-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { transcribeRoutes } from './requests/transcribe-routes.ts'
import { returnRoutes } from './returns/return-routes.ts'
import { saleRoutes } from './sales/sale-routes.ts'

export const pharmacyRoutes = (services: Services, openers: readonly VisitOpener[]): Route[] => [
  ...readingRoutes,
  ...paperRoutes(services),
  ...counterRoutes,
  ...saleRoutes,
  ...returnRoutes,
  ...requestRoutes(services),
  ...answerRoutes(services),
  ...transcribeRoutes(openers),
]
