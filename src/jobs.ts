import { reminderWork } from '#features/appointments/index.ts'
import { endOfDayWork } from '#features/attendance/index.ts'
import { backupWorks } from '#features/backups/index.ts'
import { bookingLinkMaker } from '#features/booking/index.ts'
import { clinicExportWorks, importCleaning, importWork } from '#features/imports/index.ts'
import { messageWork } from '#features/messages/index.ts'
import { notificationWork } from '#features/notifications/index.ts'
import { recordWorks } from '#features/records/index.ts'
import { demonstrationWork } from '#features/setup/index.ts'
import { expiryWork } from '#features/stock/index.ts'
import { sealWork } from '#platform/audit/seal-job.ts'
import { cleanUpWork } from '#platform/jobs/clean-up.ts'
import type { Job, JobWork } from '#platform/jobs/job.ts'
import { standing } from './standing.ts'

/** Everything the program does outside requests, from the bottom of the graph up. */
export const works: readonly JobWork[] = [
  cleanUpWork,
  sealWork,
  notificationWork(standing),
  messageWork,
  ...backupWorks,
  demonstrationWork,
  expiryWork,
  endOfDayWork,
  reminderWork(bookingLinkMaker),
  ...recordWorks,
  importWork,
  importCleaning,
  ...clinicExportWorks,
]

export const jobs: readonly Job[] = works.map((work) => work.job)
