export { openTriage } from './server/open-triage.ts'
export { lastPregnancy, lastWeight } from './server/patient-facts.ts'
export { findTriage } from './server/queries.ts'
export { triageRoutes } from './server/routes.ts'
