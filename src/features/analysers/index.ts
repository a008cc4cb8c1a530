export { analyserRoutes } from './server/routes.ts'
