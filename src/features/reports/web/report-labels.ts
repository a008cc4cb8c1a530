import type { TableColumn, TableRow } from '#shared/table.ts'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Columns whose words are the program's; what people have named is never translated. */
const isOurs = (key: string, row: TableRow) => {
  if (key === 'payer') return row['insurance_company'] === null
  if (key === 'name') return row['department'] === null || !('item' in row || 'department' in row || 'kind' in row)
  if (key === 'entry') return row['part'] !== 'Takings' || row['entry'] === 'Total taken'
  return ['category', 'payment_category', 'kind', 'part', 'counter'].includes(key)
}

/** A cell as it is read on screen. */
export const cellText = ({ key, kind }: TableColumn, row: TableRow): string => {
  const value = row[key]
  if (value === null || value === undefined) return ''
  if (kind === 'money') return money(String(value))
  if (kind === 'date') return date(String(value))
  if (kind === 'text') return isOurs(key, row) ? t(capitalised(String(value))) : String(value)
  return number(kind === 'count' ? Number(value) : String(Number(value)))
}
