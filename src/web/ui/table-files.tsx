import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import type { Endpoint, RequestOf } from '#shared/endpoint.ts'
import { tableTypes, type TableFile } from '#shared/table.ts'
import { download } from '../calls/api.ts'
import { toast } from '../messages/toast.tsx'

const names: Record<TableFile, string> = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' }
const SPREADSHEETS: readonly TableFile[] = ['csv', 'xlsx']

interface Props<E extends Endpoint> {
  endpoint: E
  request: RequestOf<E>
  /** What is saved: CSV and Excel unless said. */
  files?: readonly TableFile[]
  /** The button that opens the PDF to be printed; none without it. */
  print?: string
  /** What is worth knowing before one takes the rows. */
  title?: string
}

/** Buttons that take the rows of a table away: as files, and on paper. */
export const TableFiles = <const E extends Endpoint>({ endpoint, request, files = SPREADSHEETS, print, title }: Props<E>) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ file, open }: { file: TableFile; open: boolean }) => download(endpoint, request, { accept: tableTypes[file], open }),
    onError: toast.failed,
  })
  return (
    <>
      {files.map((file) => (
        <Button
          key={file}
          title={title}
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={isPending}
          onClick={() => mutate({ file, open: false })}
        >
          {names[file]}
        </Button>
      ))}
      {print !== undefined && (
        <Button
          title={title}
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={isPending}
          onClick={() => mutate({ file: 'pdf', open: true })}
        >
          {print}
        </Button>
      )}
    </>
  )
}
