export { insertServices } from './server/queries.ts'
export { routes } from './server/routes.ts'
