export { deathRoutes } from './server/routes.ts'
