import { Checkbox, Select, Textarea } from '@mantine/core'
import { DateField } from '../ui/date-field.tsx'
import { boxOf, type FieldProps } from './record-field.tsx'

/** The box of a field that is not one line of text. */
export const OtherField = ({ name, field, form, isFirst, word = (value) => value }: FieldProps) => {
  const { type, presence, choices = [] } = field
  const box = boxOf(field, isFirst)
  if (type === 'yes') return <Checkbox {...box} required={false} {...form.getInputProps(name, { type: 'checkbox' })} />
  if (type === 'day') return <DateField {...box} {...form.getInputProps(name)} />
  if (type === 'prose') return <Textarea {...box} autosize minRows={2} maxRows={6} {...form.getInputProps(name)} />
  return (
    <Select
      {...box}
      allowDeselect={presence === 'optional'}
      data={choices.map((value) => ({ value, label: word(value) }))}
      {...form.getInputProps(name)}
    />
  )
}
