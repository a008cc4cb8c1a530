export { insertItems } from './server/insert-items.ts'
export { afterName as afterItemName, matches as itemMatches } from './server/items.ts'
export { routes } from './server/routes.ts'
