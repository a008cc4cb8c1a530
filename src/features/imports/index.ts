export { importRoutes } from './server/routes.ts'
export { importWork } from './server/work.ts'
