export { bookingSettings, readPlan } from './server/read-plan.ts'
