import type { Route } from '#platform/http/handle.ts'
import type { OnReturn } from './end-transfer.ts'
import { noteRoutes } from './note-routes.ts'
import type { Services } from '#platform/services.ts'
import { recallRoutes } from './recall-routes.ts'
import { transferRoutes } from './transfer-routes.ts'

/** Everything that moves stock within the clinic, and out of it without a sale. */
export const moveRoutes = (services: Pick<Services, 'printPdf'>, onReturn: OnReturn): Route[] => [
  ...transferRoutes(onReturn),
  ...noteRoutes,
  ...recallRoutes(services),
]
