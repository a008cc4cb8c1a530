import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { TableFiles } from '#web/ui/table-files.tsx'
import { exportAuditLog } from '../contract.ts'
import { EXPORT_ROWS } from '../rules.ts'
import type { useLogUrl } from './use-log-url.ts'

/** The rows that are asked for, to take away. */
export const LogFiles = ({ request }: Pick<ReturnType<typeof useLogUrl>, 'request'>) => (
  <TableFiles
    endpoint={exportAuditLog}
    request={{ query: request }}
    title={t('At most the newest {{n}} rows', { n: number(EXPORT_ROWS) })}
  />
)
