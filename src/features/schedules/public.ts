export { bookingSettings, readPlan } from './server/read-plan.ts'
export { isBookable } from './server/services.ts'
