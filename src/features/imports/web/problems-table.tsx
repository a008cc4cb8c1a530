import { pages } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { listImportProblems, type ImportRow } from '../contract.ts'
import { sentMessage } from './cell-messages.ts'
import { columnWord, rowStateWord, type SentImport } from './labels.tsx'
import styles from './imports.module.css'

/** One cell of the file that is wrong, or was read in a way to look at. */
interface Cell {
  key: string
  row: number
  column: string
  text: string
  message: string
  state: ImportRow['state']
}

const cellsOf = ({ id, state, cells, problems, notes }: ImportRow): Cell[] => [
  ...problems.map(({ column, message }, at) => ({ key: `${id} p${at}`, row: id, column, text: cells[column] ?? '', message, state })),
  ...notes.map(({ column, text, message }, at) => ({ key: `${id} n${at}`, row: id, column, text, message, state })),
]

const columns = (): readonly Column<Cell>[] => [
  { key: 'row', title: t('Row'), width: 64, align: 'end', render: ({ row }) => number(row) },
  { key: 'column', title: t('Column'), width: 144, render: ({ column }) => (column === '' ? '' : columnWord(column)) },
  { key: 'text', title: t('In the file'), width: 200, hideOnPhone: true, render: ({ text }) => <span title={text}>{text}</span> },
  { key: 'message', title: t('Problem'), render: ({ message }) => <span title={sentMessage(message)}>{sentMessage(message)}</span> },
  { key: 'state', title: t('Row status'), width: 152, hideOnPhone: true, render: ({ state }) => rowStateWord(state) },
]

/** Everything that is wrong or remarkable in the file, by row and column. */
export const ProblemsTable = ({ one }: { one: SentImport }) => {
  const rows = usePages(pages(listImportProblems, { params: { id: one.id }, query: { limit: 50 } }))
  const cells = rows.data === undefined ? undefined : rows.data.flatMap(cellsOf)
  return (
    <div className={`contents ${styles.problems}`}>
      <DataTable
        label={t('Problems and notes')}
        columns={columns()}
        rows={{ ...rows, data: cells }}
        rowKey={({ key }) => key}
        empty={<Empty title={t('No matches')} />}
      />
    </div>
  )
}
