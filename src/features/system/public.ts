export { clinicFigures } from './server/clinic-figures.ts'
export { watchSystem } from './server/watch.ts'
