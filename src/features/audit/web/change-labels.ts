import { date, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

/** One field of a change: what it was where that was kept, and what it became. */
export interface ChangedField {
  label: string
  before?: string
  after: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const NOTHING = '–'

/** The name of a field as screens have it: `first_name` is "First name", in the person's language where that is known. */
export const fieldWord = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim()
  return t(words.charAt(0).toUpperCase() + words.slice(1))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value in words: days, times, yes and no as screens show them, lists and groups of fields in a row. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : number(value)
  if (typeof value === 'string') return DAY.test(value) ? date(value) : INSTANT.test(value) ? dateTime(value) : value
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(valueText).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, part]) => `${fieldWord(name)}: ${valueText(part)}`)
      .join('; ')
  return NOTHING
}

/** What was recorded at once has no before: its lists of two are lists. */
const isNew = (action: string) => /^(create|import|export|read|download|print)/.test(action)

/** The fields of a change in readable words, in the order in which they were recorded. */
export const changedFields = (action: string, change: unknown): ChangedField[] => {
  if (change === null || change === undefined) return []
  if (!isObject(change)) return [{ label: t('Details'), after: valueText(change) }]
  return Object.entries(change).map(([name, value]) => {
    const label = fieldWord(name)
    if (!isNew(action) && Array.isArray(value) && value.length === 2)
      return { label, before: valueText(value[0]), after: valueText(value[1]) }
    return { label, after: valueText(value) }
  })
}
