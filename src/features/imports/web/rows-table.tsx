import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { listImportRows, type ImportRow } from '../contract.ts'
import { ProblemsTable } from './problems-table.tsx'
import { said } from './said.ts'
import { columnWord, rowStateWord, type SentImport } from './words.tsx'

const order = ['refused', 'duplicate', 'kept', 'new', 'created', 'same', 'withdrawn'] as const
const LEADS: Readonly<Partial<Record<SentImport['kind'], string>>> = {
  patients: '/dashboard/patients/',
  people: '/dashboard/administration/people/',
}

const reasonOf = ({ problems, resembles }: ImportRow) =>
  [...problems.map(({ column, message }) => (column === '' ? said(message) : `${columnWord(column)}: ${said(message)}`)), resembles ?? '']
    .filter(Boolean)
    .join(' · ')
const cellsOf = ({ cells }: ImportRow) =>
  Object.entries(cells)
    .map(([column, text]) => `${columnWord(column)}: ${text}`)
    .join(' · ')

const columnsOf = (kind: SentImport['kind'], state: ImportRow['state']): readonly Column<ImportRow>[] => [
  { key: 'row', title: t('Row'), width: 88, align: 'end', render: ({ id }) => number(id) },
  ...(state === 'refused' || state === 'duplicate' || state === 'kept'
    ? [{ key: 'reason', title: t('Why'), render: (row: ImportRow) => <span title={reasonOf(row)}>{reasonOf(row)}</span> }]
    : []),
  state === 'created' || state === 'withdrawn' || state === 'kept'
    ? {
        key: 'record',
        title: t('Record'),
        render: ({ entity_id }) =>
          entity_id !== null &&
          (LEADS[kind] === undefined ? (
            `#${Math.abs(entity_id)}`
          ) : (
            <Link className="link" to={`${LEADS[kind]}${entity_id}`}>
              {t('Open {{n}}', { n: entity_id })}
            </Link>
          )),
      }
    : {
        key: 'cells',
        title: t('In the file'),
        hideOnPhone: state !== 'new' && state !== 'same',
        render: (row) => <span title={cellsOf(row)}>{cellsOf(row)}</span>,
      },
]

const PROBLEMS = 'problems' as const

const StateRows = ({ one, state }: { one: SentImport; state: ImportRow['state'] }) => {
  const rows = usePages(pages(listImportRows, { params: { id: one.id }, query: { state, limit: 50 } }))
  return (
    <DataTable
      label={t('Rows of the file')}
      columns={columnsOf(one.kind, state)}
      of={rows}
      rowKey={({ id }) => id}
      empty={<Empty title={t('Nothing is found')} />}
    />
  )
}

/** The problems of a file by row and column, and its rows, state by state. */
export const RowsTable = ({ one }: { one: SentImport }) => {
  const states = order.filter((state) => one.counts[state] > 0)
  const [chosen, setChosen] = useState<ImportRow['state'] | null>(null)
  const state = chosen !== null && states.includes(chosen) ? chosen : (states[0] ?? 'refused')
  const [isProblems, setProblems] = useState(one.counts.refused + one.noted > 0)
  const hasProblems = one.counts.refused + one.counts.duplicate + one.counts.kept + one.noted > 0
  if (states.length === 0) return null
  return (
    <>
      <div className="row wrap">
        <ChoiceField
          aria-label={t('State of the rows')}
          data={[
            ...(hasProblems ? [{ value: PROBLEMS, label: t('Problems and notes') }] : []),
            ...states.map((value) => ({ value, label: `${rowStateWord(value)} (${number(one.counts[value])})` })),
          ]}
          value={isProblems && hasProblems ? PROBLEMS : state}
          onChange={(value) => {
            setProblems(value === PROBLEMS)
            if (value !== PROBLEMS) setChosen(value)
          }}
        />
      </div>
      {isProblems && hasProblems ? <ProblemsTable one={one} /> : <StateRows one={one} state={state} />}
    </>
  )
}
