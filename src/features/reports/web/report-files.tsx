import type { Endpoint } from '#shared/endpoint.ts'
import type { TableFile } from '#shared/table.ts'
import { t } from '#web/i18n.ts'
import { TableFiles } from '#web/ui/table-files.tsx'
import type { Choice, ReportView } from './report-list.ts'

const files: readonly TableFile[] = ['csv', 'xlsx', 'pdf']

/** The same rows to take away, and on paper. */
export const ReportFiles = ({ view: { endpoint, request }, choice }: { view: ReportView; choice: Choice }) => (
  <TableFiles endpoint={endpoint as Endpoint} request={request(choice)} files={files} print={t('Print')} />
)
