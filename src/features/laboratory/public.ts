export { findRequests } from './server/requests/find-requests.ts'
export {
  addPastResult,
  findTestsNamed,
  insertPastResult,
  type PastReading,
  readPastResult,
  withdrawPastResult,
} from './server/results/add-past-result.ts'
export { enterResults, Outdated } from './server/results/enter-results.ts'
export { findLatestResults } from './server/results/find-latest.ts'
export { remarkResults } from './server/results/remark-results.ts'
export { isLookedAt, isReleased, releaseState, type ReleaseState } from './server/released/is-released.ts'
export { keepReport, makeReport } from './server/reports/make-report.ts'
export { layOutReport } from './server/reports/lay-out-report.ts'
export { printReport } from './server/reports/print-report.ts'
export { cancelUncollected, findUncollected, type UncollectedTest } from './server/requests/cancel-uncollected.ts'
export { closePublicRequests, reopenPublicRequest } from './server/public/close-for-death.ts'
export { countOpenTests } from './server/requests/count-open-tests.ts'
