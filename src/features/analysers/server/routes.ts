import type { Route } from '#platform/http/handle.ts'
import { controlRoutes } from './controls/routes.ts'
import { equipmentRoutes } from './equipment/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { jobRoutes } from './jobs/routes.ts'

/** Instruments, what their codes mean, what they are to do, what they sent, and their controls. */
export const routes = (): Route[] => [...equipmentRoutes, ...jobRoutes, ...inboxRoutes, ...controlRoutes]
