export { routes } from './server/routes.ts'
