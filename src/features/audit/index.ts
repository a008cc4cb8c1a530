export { auditRoutes } from './server/routes.ts'
