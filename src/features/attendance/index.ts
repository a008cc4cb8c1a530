export { lockOpenVisit } from './server/lock-open-visit.ts'
export { findOpenVisits, lockVisit } from './server/queries.ts'
export type { VisitOpener } from './server/start-visit.ts'
export { findToday, findWaits } from './server/waits.ts'
