export { findOpenVisits } from './server/queries.ts'
export type { VisitOpener } from './server/start-visit.ts'
export { findToday, findWaits } from './server/waits.ts'
