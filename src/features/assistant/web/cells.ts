import type { ReplyColumn } from '../contract.ts'
import type { Message } from './chat-state.ts'
import { date, dateTime, minutes, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

export type Cell = Message['structured_data'][number][string] | undefined
type Kind = ReplyColumn['kind']

const figures: ReadonlySet<Kind> = new Set(['count', 'quantity', 'number', 'money', 'percent', 'minutes', 'days'])
/** Figures stand right, and can be drawn. */
export const isFigure = (kind: Kind): boolean => figures.has(kind)

/** A cell as a number; null where there is none. */
export const valueOf = (cell: Cell): number | null => {
  if (cell === null || cell === undefined || cell === '') return null
  const value = Number(cell)
  return Number.isFinite(value) ? value : null
}

const daysText = (days: number) => t('{count, plural, one {{n} day} other {{n} days}}', { count: days, n: number(days) })
/** At most one digit after the point: a mean needs no more. */
const rounded = (value: number) => Math.round(value * 10) / 10

const figureText = (kind: Kind, value: number, { withCurrency }: { withCurrency: boolean }): string => {
  if (kind === 'money') return money(String(value), { withCurrency })
  if (kind === 'minutes') return minutes(Math.round(value))
  if (kind === 'days') return daysText(rounded(value))
  if (kind === 'percent') return `${number(rounded(value))} %`
  return number(value)
}

/** A cell as the clinic writes it; a dash where there is nothing. */
export const cellText = (kind: Kind, cell: Cell, { withCurrency = false } = {}): string => {
  if (cell === null || cell === undefined || cell === '') return '–'
  if (kind === 'date') return date(String(cell))
  if (kind === 'instant') return dateTime(cell)
  // Amounts never go through binary fractions.
  if (kind === 'money') return money(String(cell), { withCurrency })
  const value = isFigure(kind) ? valueOf(cell) : null
  return value === null ? String(cell) : figureText(kind, value, { withCurrency })
}
