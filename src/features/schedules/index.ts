export { bookingSettings, readPlan } from './server/read-plan.ts'
export { isBookable } from './server/services.ts'
export { scheduleRoutes } from './server/routes.ts'
