import type { Program } from '#features/feature.ts'
import type { Route } from '#platform/http/handle.ts'
import { counterRoutes } from './counter/counter-routes.ts'
import { answerRoutes } from './requests/answer-routes.ts'
import { paperRoutes } from './papers/paper-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { requestRoutes } from './requests/request-routes.ts'
import { transcribeRoutes } from './requests/transcribe-routes.ts'
import { returnRoutes } from './returns/return-routes.ts'
import { saleRoutes } from './sales/sale-routes.ts'

export const routes = (program: Program): Route[] => [
  ...readingRoutes,
  ...paperRoutes(program),
  ...counterRoutes,
  ...saleRoutes,
  ...returnRoutes,
  ...requestRoutes(program),
  ...answerRoutes(program),
  ...transcribeRoutes(program.visitOpeners),
]
