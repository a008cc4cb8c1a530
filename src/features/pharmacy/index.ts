export { pharmacyRoutes } from './server/routes.ts'
