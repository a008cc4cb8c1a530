export { forgetPatientNews, notifyPatient } from './server/notify.ts'
export { bringUpToDate, alertCount, alertRow, alertsNotified, type AlertRule } from './server/update-alerts.ts'
export { type WaitingRule } from './server/waiting.ts'
export { checkAlerts, watchAlerts } from './server/watch.ts'
