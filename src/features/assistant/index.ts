export { assistantRoutes } from './server/routes.ts'
