export { insertServices, type NewService } from './server/queries.ts'
export { routes } from './server/routes.ts'
