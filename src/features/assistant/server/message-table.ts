import type { Table, TableColumn } from '#shared/table.ts'
import { dayIn } from '#shared/dates.ts'
import type { ChatReply, ReplyColumn } from '../contract.ts'
import type { Clinic } from './engine.ts'
import { sayValue } from '../answer/say.ts'

const kinds: Record<ReplyColumn['kind'], TableColumn['kind']> = {
  text: 'text',
  instant: 'text',
  date: 'date',
  count: 'count',
  quantity: 'quantity',
  number: 'quantity',
  percent: 'quantity',
  minutes: 'quantity',
  days: 'quantity',
  money: 'money',
}
const units: Partial<Record<ReplyColumn['kind'], string>> = { minutes: 'min', days: 'days', percent: '%' }

const cellOf = (value: string | number | null, { kind }: ReplyColumn, clinic: Clinic) => {
  if (value === null) return null
  if (kind === 'instant') return sayValue(value, kind, clinic)
  return kinds[kind] === 'quantity' || kind === 'money' ? String(value) : value
}

/** The rows of an answer as a table for files; it has no sums, as not every figure can be summed. */
export const tableOf = (reply: ChatReply, clinic: Clinic): Table => {
  const day = dayIn(clinic.zone, reply.asked_at)
  return {
    title: reply.question.slice(0, 200),
    subject: reply.filter.join('. ') || null,
    start_date: day,
    end_date: day,
    currency: clinic.currency,
    columns: reply.columns.map(({ key, title, kind }) => ({
      key,
      title: units[kind] ? `${title} (${units[kind]})` : title,
      kind: kinds[kind],
    })),
    rows: reply.structured_data.map((row) =>
      Object.fromEntries(reply.columns.map((column) => [column.key, cellOf(row[column.key] ?? null, column, clinic)])),
    ),
    totals: {},
  }
}
