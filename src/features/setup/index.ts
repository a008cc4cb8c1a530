export { demonstrationWork } from './server/job.ts'
export { watchSetUp } from './server/is-set-up.ts'
export { openSetUp } from './server/open-set-up.ts'
export { routes } from './server/routes.ts'
