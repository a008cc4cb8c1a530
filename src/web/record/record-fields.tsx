import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field, Fields } from '#shared/record.ts'
import type { FormOf } from '../forms/checked-form.ts'
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

const sentOf = ({ type }: Field, value: unknown) => {
  if (typeof value !== 'string') return value
  if (type === 'link') return value === '' ? null : Number(value)
  if (type === 'number') return sentNumber(value)
  return type === 'decimal' ? sentDecimal(value) : value
}

/** What is sent of the boxes; texts that are empty are left to the form. */
export const bodyFrom = <F extends Fields>(fields: F, values: BoxValues<F>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sentOf(field, values[name])]))

/** The fields in words. */
export const labelsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, t(label)]))

const typeOf = { phone: 'tel', email: 'email' } as Readonly<Record<string, string | undefined>>
const modeOf = { number: 'numeric', decimal: 'decimal' } as Readonly<Record<string, 'numeric' | 'decimal' | undefined>>

interface BoxProps {
  name: string
  field: Field
  form: FormOf<Record<string, unknown>>
  isFirst: boolean
  /** The choices of a field in words. */
  word: ((value: string) => string) | undefined
}
const Box = ({ name, field, form, isFirst, word = (value) => value }: BoxProps) => {
  const { type, label, presence, hint, max, choices = [] } = field
  const input = {
    label: t(label),
    ...(hint !== undefined && { description: t(hint) }),
    ...(presence === 'required' && { required: true }),
    ...(max !== undefined && { maxLength: max }),
    ...(isFirst && { 'data-autofocus': true }),
  }
  if (type === 'yes') return <Checkbox {...input} required={false} {...form.getInputProps(name, { type: 'checkbox' })} />
  if (type === 'choice')
    return (
      <Select
        {...input}
        allowDeselect={presence === 'optional'}
        data={choices.map((value) => ({ value, label: word(value) }))}
        {...form.getInputProps(name)}
      />
    )
  if (type === 'prose') return <Textarea {...input} autosize minRows={2} maxRows={6} {...form.getInputProps(name)} />
  return <TextInput {...input} autoComplete="off" type={typeOf[type]} inputMode={modeOf[type]} {...form.getInputProps(name)} />
}

interface Props<F extends Fields> {
  fields: F
  form: FormOf<BoxValues<F>>
  /** The choices of a field in words. */
  words?: { [K in keyof F]?: (value: never) => string }
  /** A box of one's own for a field, such as for a link. */
  boxes?: { [K in keyof F]?: ReactNode }
}

/** A box for each field, in their order; the cursor begins in the first. */
export const RecordFields = <F extends Fields>({ fields, form, words = {}, boxes = {} }: Props<F>) =>
  Object.entries(fields).map(([name, field], at) => (
    <BoxOf key={name} own={boxes[name]}>
      <Box
        name={name}
        field={field}
        form={form as never}
        isFirst={at === 0}
        word={words[name] as ((value: string) => string) | undefined}
      />
    </BoxOf>
  ))
const BoxOf = ({ own, children }: { own: ReactNode; children: ReactNode }) => own ?? children
