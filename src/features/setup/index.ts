export { openSetUp } from './server/open-set-up.ts'
export { routes } from './server/routes.ts'
