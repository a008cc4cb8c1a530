import type { VisitOpener } from '#features/attendance/index.ts'
import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { answerRoutes } from './requests/answer-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { transcribeRoutes } from './requests/transcribe-routes.ts'

export const pharmacyRoutes = (services: Services, openers: readonly VisitOpener[]): Route[] => [
  ...readingRoutes,
  ...requestRoutes(services),
  ...answerRoutes(services),
  ...transcribeRoutes(openers),
]
