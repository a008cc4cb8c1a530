import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Table, TableColumn, TableRow } from '#shared/table.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import type { Rows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import type { ReportView } from './report-list.ts'
import { cellText } from './report-labels.ts'
import styles from './reports.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

type Widths = Record<TableColumn['kind'], number | undefined>
const wide: Widths = { text: undefined, date: 128, count: 96, quantity: 104, money: 148 }
/** Many sums side by side. */
const dense: Widths = { ...wide, money: 112 }
const DENSE_FROM = 9
const narrow: Widths = { text: undefined, date: 112, count: 80, quantity: 88, money: 112 }

/** Words and numbers that are short; names take another line. */
const short = new Set(['code', 'number', 'category', 'payment_category', 'kind', 'counter', 'part', 'unit'])

const columnOf = (column: TableColumn, onPhone: readonly string[], widths: Widths): Column<TableRow> => ({
  key: column.key,
  title: t(column.title),
  width: widths[column.kind],
  ...(column.kind !== 'text' && column.kind !== 'date' && { align: 'end' }),
  ...(column.kind === 'text' && !short.has(column.key) && { wraps: true }),
  hideOnPhone: !onPhone.includes(column.key),
  render: (row) => cellText(column, row),
})

/** Where a row leads: the open bills of a debtor. */
const billsOf = ({ patient, insurance_company, name }: TableRow) => {
  const owner = patient !== null ? { patient_id: patient } : insurance_company !== null ? { insurance_company } : { q: name }
  const asked = Object.entries({ ...owner, open: 'true' }).map(([key, value]) => [key, String(value)])
  return `/dashboard/billing/invoices?${new URLSearchParams(asked)}`
}

interface Props {
  view: ReportView
  table: Table
  query: Omit<Rows<TableRow>, 'data'>
  foot: ReactNode
}

/** The rows of a report with their sums. */
export const ReportTable = ({ view, table, query, foot }: Props) => {
  const navigate = useNavigate()
  const { allowed } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const sums = table.columns.map((column, at) => (at === 0 ? t('Total') : cellText(column, table.totals)))
  return (
    <div className={`stack flex-1 phone-rigid ${styles.table}`} data-report={view.key}>
      <DataTable
        label={t(view.label)}
        columns={table.columns.map((column) =>
          columnOf(column, view.onPhone, isNarrow ? narrow : table.columns.length >= DENSE_FROM ? dense : wide),
        )}
        rows={{ ...query, data: table.rows, total: table.rows.length }}
        rowKey={(row) => table.columns.map(({ key }) => row[key]).join('|')}
        onOpen={view.key === 'debtors' && allowed('billing.view') ? (row) => void navigate(billsOf(row)) : undefined}
        empty={null}
        foot={foot}
        totals={Object.keys(table.totals).length > 0 ? sums : undefined}
      />
    </div>
  )
}
