import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Field } from '#shared/record.ts'
import type { FormOf } from '../forms/checked-form.ts'
import { t } from '../i18n.ts'
import { boxType } from './record-values.ts'

// Most fields are one line of text: the others come when there is one.
const OtherField = lazy(async () => ({ default: (await import('./other-field.tsx')).OtherField }))

const modeOf = { number: 'numeric', decimal: 'decimal' } as Readonly<Record<string, 'numeric' | 'decimal' | undefined>>

export interface FieldProps {
  name: string
  field: Field
  form: Pick<FormOf<Record<string, unknown>>, 'getInputProps'>
  isFirst?: boolean
  /** The choices of a field in words. */
  word?: ((value: string) => string) | undefined
}

/** What every box of a field has. A text that is too long is refused with a message, not cut. */
export const boxOf = ({ label, presence, hint }: Field, isFirst = false) => ({
  label: t(label),
  ...(hint !== undefined && { description: t(hint) }),
  ...(presence === 'required' && { required: true }),
  ...(isFirst && { 'data-autofocus': true }),
})

/** The box of one field. */
export const RecordField = (props: FieldProps) => {
  const { name, field, form, isFirst } = props
  const { type } = field
  if (type === 'yes' || type === 'choice' || type === 'prose' || type === 'day')
    return (
      <Suspense fallback={<div className="skeleton" style={{ height: 58 }} />}>
        <OtherField {...props} />
      </Suspense>
    )
  return (
    <TextInput {...boxOf(field, isFirst)} autoComplete="off" type={boxType(field)} inputMode={modeOf[type]} {...form.getInputProps(name)} />
  )
}
