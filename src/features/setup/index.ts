export { demonstrationWork } from './server/job.ts'
export { openSetUp } from './server/open-set-up.ts'
export { routes } from './server/routes.ts'
