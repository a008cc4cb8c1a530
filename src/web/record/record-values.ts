import type { Field, Fields } from '#shared/record.ts'
import { t } from '../i18n.ts'
import { sentDecimal, sentNumber } from '../text/typed-number.ts'

/** What the box of a field holds: yes or no as such, everything else as it is typed. */
export type BoxValues<F extends Fields> = { [K in keyof F & string]: F[K]['type'] extends 'yes' ? boolean : string }
type Value = string | number | boolean | null | undefined

const inBox = ({ type }: Field, value: Value) =>
  type === 'yes' ? value === true : value === null || value === undefined ? '' : String(value)

/** What the boxes hold of a record; `fresh`, where it is not empty, of none. */
export const valuesFrom = <F extends Fields>(fields: F, row: object | null, fresh: Partial<BoxValues<F>> = {}): BoxValues<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inBox(field, (row ?? fresh)[name as never])])) as BoxValues<F>

const toSent = ({ type }: Field, value: unknown) => {
  if (typeof value !== 'string') return value
  if (type === 'link') return value === '' ? null : Number(value)
  // Digits alone: `1e2` is no number of days.
  if (type === 'number') return /^\d*$/.test(value.trim()) ? sentNumber(value) : Number.NaN
  return type === 'decimal' ? sentDecimal(value) : value
}

/** What is sent of the boxes; texts that are empty are left to the form. */
export const bodyFrom = <F extends Fields>(fields: F, values: BoxValues<F>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSent(field, values[name])]))

/** The fields in words. */
export const labelsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, t(label)]))

/** The type of the input of a field that is a text to the browser: with it telephones show the right keys. */
export const boxType = ({ type }: Field): string | undefined => ({ phone: 'tel', email: 'email' } as Readonly<Record<string, string>>)[type]
