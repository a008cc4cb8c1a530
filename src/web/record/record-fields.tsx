import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field, Fields } from '#shared/record.ts'
import type { FormOf } from '../forms/checked-form.ts'
import { t } from '../i18n.ts'
import { boxType, type BoxValues } from './record-values.ts'

const modeOf = { number: 'numeric', decimal: 'decimal' } as Readonly<Record<string, 'numeric' | 'decimal' | undefined>>

interface BoxProps {
  name: string
  field: Field
  form: Pick<FormOf<Record<string, unknown>>, 'getInputProps'>
  isFirst?: boolean
  /** The choices of a field in words. */
  word?: ((value: string) => string) | undefined
}
/** The box of one field. */
export const RecordField = ({ name, field, form, isFirst, word = (value) => value }: BoxProps) => {
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
  return <TextInput {...input} autoComplete="off" type={boxType(field)} inputMode={modeOf[type]} {...form.getInputProps(name)} />
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
      <RecordField
        name={name}
        field={field}
        form={form as never}
        isFirst={at === 0}
        word={words[name] as ((value: string) => string) | undefined}
      />
    </BoxOf>
  ))
const BoxOf = ({ own, children }: { own: ReactNode; children: ReactNode }) => own ?? children
