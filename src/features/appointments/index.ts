export { appointmentRoutes } from './server/routes.ts'
