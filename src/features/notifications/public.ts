export { forgetPatientNews, notifyPatient } from './server/notify.ts'
export { bringUpToDate, standingCount, standingRow, standingTold, type Standing } from './server/standing.ts'
export { lookAtAll, watchStanding } from './server/watch.ts'
