import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { tableTypes, type TableFile } from '#shared/table.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import { exportStock } from '#features/stock/contract-items.ts'

const files: readonly { file: TableFile; name: string }[] = [
  { file: 'csv', name: 'CSV' },
  { file: 'xlsx', name: 'Excel' },
  { file: 'pdf', name: 'PDF' },
]

/** What is on the list, batch by batch, to take away. */
export const ExportMenu = ({ query }: { query: RequestOf<typeof exportStock>['query'] }) => {
  const { run, isRunning } = useAction()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} aria-hidden />} loading={isRunning}>
          {t('Export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ file, name }) => (
          <Menu.Item
            key={file}
            onClick={() => run(() => download(exportStock, { query }, { accept: tableTypes[file], open: file === 'pdf' }))}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
