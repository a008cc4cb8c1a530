import type { TableRow } from '#shared/table.ts'

/** One row of the report of debtors, as the screen needs it. */
export interface Debtor {
  key: string
  kind: 'patient' | 'customer' | 'insurer'
  patient: number | null
  insurer: number | null
  name: string
  number: string | null
  bills: number
  days_30: string
  days_60: string
  days_90: string
  older: string
  balance: string
}

const id = (cell: TableRow[string] | undefined) => (typeof cell === 'number' ? cell : null)
const text = (cell: TableRow[string] | undefined) => (cell == null ? '' : String(cell))
const amount = (cell: TableRow[string] | undefined) => text(cell) || '0.00'

export const debtorOf = (row: TableRow): Debtor => {
  const [patient, insurer] = [id(row['patient']), id(row['insurance_company'])]
  const name = text(row['name'])
  return {
    key: `${patient}-${insurer}-${name}`,
    kind: patient !== null ? 'patient' : insurer !== null ? 'insurer' : 'customer',
    patient,
    insurer,
    name,
    number: text(row['number']) || null,
    bills: Number(row['bills'] ?? 0),
    days_30: amount(row['days_30']),
    days_60: amount(row['days_60']),
    days_90: amount(row['days_90']),
    older: amount(row['older']),
    balance: amount(row['balance']),
  }
}
