export { clinicFigures } from './server/clinic-figures.ts'
export { systemRoutes } from './server/routes.ts'
export { watchSystem } from './server/watch.ts'
