export { bookingSettings, readPlan } from './server/read-plan.ts'
export { scheduleRoutes } from './server/routes.ts'
