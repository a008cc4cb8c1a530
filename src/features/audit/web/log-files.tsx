import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { tableTypes } from '#shared/table.ts'
import { download } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { exportAuditLog } from '../contract.ts'
import { EXPORT_ROWS } from '../rules.ts'
import type { useLogUrl } from './use-log-url.ts'

/** The rows that are asked for, to take away. */
export const LogFiles = ({ request }: Pick<ReturnType<typeof useLogUrl>, 'request'>) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (file: 'csv' | 'xlsx') => download(exportAuditLog, { query: request }, { accept: tableTypes[file] }),
    onError: toast.failed,
  })
  const title = t('At most the newest {{n}} rows', { n: number(EXPORT_ROWS) })
  const save = (file: 'csv' | 'xlsx', name: string) => (
    <Button title={title} leftSection={<IconDownload size={16} aria-hidden />} disabled={isPending} onClick={() => mutate(file)}>
      {name}
    </Button>
  )
  return (
    <>
      {save('csv', 'CSV')}
      {save('xlsx', 'Excel')}
    </>
  )
}
