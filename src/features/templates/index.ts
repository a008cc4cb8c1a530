export { templateRoutes } from './server/routes.ts'
