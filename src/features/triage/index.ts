export { openTriage } from './server/open-triage.ts'
export { lastPregnancy, lastWeight } from './server/patient-facts.ts'
export { findTriage, findVitals } from './server/queries.ts'
export { triageRoutes } from './server/routes.ts'
