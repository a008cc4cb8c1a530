import { download } from '#web/calls/api.ts'
import { printLabReport } from '#features/laboratory/contract-reports.ts'

/** Shows the printed report of a visit's tests; rejects as a call does. */
export const openReport = (processId: number) => download(printLabReport, { params: { process_id: processId }, query: {} }, { open: true })
