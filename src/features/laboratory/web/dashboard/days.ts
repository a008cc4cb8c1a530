import { addDays } from '#shared/zoned.ts'

/** The days that are looked at, YYYY-MM-DD, both included. */
export interface Days {
  from: string
  to: string
}
export const spans = { today: 1, week: 7, month: 30 } as const
export type Span = keyof typeof spans

/** The last so many days up to today. */
export const daysOf = (span: Span, today: string): Days => ({ from: addDays(today, 1 - spans[span]), to: today })
/** Which span the days are; null: their own. */
export const spanOf = ({ from, to }: Days, today: string): Span | null =>
  to === today ? ((Object.keys(spans) as Span[]).find((span) => daysOf(span, today).from === from) ?? null) : null
/** The days that an address asks for: today when it names none, or days that are no range. */
export const daysIn = ({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): Days =>
  from && to && from <= to ? { from, to } : daysOf('today', today)

/** A share in whole percent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 100))
