import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import type { Endpoint } from '#shared/endpoint.ts'
import { tableTypes, type TableFile } from '#shared/table.ts'
import { download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import type { Choice, ReportView } from './report-list.ts'

/** The same rows to take away, and on paper. */
export const ReportFiles = ({ view: { endpoint, request }, choice }: { view: ReportView; choice: Choice }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ file, open }: { file: TableFile; open?: true }) =>
      download(endpoint as Endpoint, request(choice), { accept: tableTypes[file], open: open ?? false }),
    onError: toast.failed,
  })
  const save = (file: TableFile, name: string) => (
    <Button leftSection={<IconDownload size={16} aria-hidden />} disabled={isPending} onClick={() => mutate({ file })}>
      {name}
    </Button>
  )
  return (
    <>
      {save('csv', 'CSV')}
      {save('xlsx', 'Excel')}
      {save('pdf', 'PDF')}
      <Button leftSection={<IconPrinter size={16} aria-hidden />} disabled={isPending} onClick={() => mutate({ file: 'pdf', open: true })}>
        {t('Print')}
      </Button>
    </>
  )
}
