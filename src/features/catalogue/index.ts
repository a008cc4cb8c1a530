export { insertItems } from './server/insert-items.ts'
export { routes } from './server/routes.ts'
