import { Checkbox, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { bornInWords, readBorn } from './born-text.ts'
import { genderChoices } from './patient-labels.ts'
import type { PatientForm } from './patient-values.ts'
import { PrintWarning } from './print-warning.tsx'

const Names = ({ form }: { form: PatientForm }) => {
  const { single_name, is_unidentified } = form.getValues()
  if (is_unidentified)
    return (
      <TextInput
        label={t('Where and when found')}
        placeholder={t('Market road, 14:00')}
        data-autofocus
        autoFocus
        {...form.getInputProps('found_at')}
      />
    )
  return (
    <>
      <TextInput label={t('First name')} required autoComplete="off" data-autofocus autoFocus {...form.getInputProps('first_name')} />
      {!single_name && <TextInput label={t('Last name')} required autoComplete="off" {...form.getInputProps('second_name')} />}
    </>
  )
}

/** Who somebody is, in the order in which it is asked at the counter. */
export const PersonFields = ({ form }: { form: PatientForm }) => {
  const { first_name, second_name, other_names, date_of_birth, is_unidentified } = form.getValues()
  const born = form.getInputProps('date_of_birth')
  return (
    <FormSection title={t('Personal details')}>
      <Names form={form} />
      <PrintWarning text={[first_name, second_name, other_names].join(' ')} />
      <ChoiceField label={t('Sex')} required data={genderChoices()} {...form.getInputProps('gender')} />
      <TextInput
        label={t('Date of birth or age')}
        description={born.error ? undefined : bornInWords(date_of_birth)}
        autoComplete="off"
        {...born}
        error={born.error && (readBorn(date_of_birth) ? born.error : t('Enter a date or an age.'))}
      />
      <TextInput label={t('Phone')} type="tel" inputMode="tel" autoComplete="off" {...form.getInputProps('phone')} />
      <TextInput label={t('Residence')} autoComplete="off" {...form.getInputProps('residence')} />
      <div className="flow span-all gap-4-6">
        {!is_unidentified && <Checkbox label={t('One name only')} {...form.getInputProps('single_name', { type: 'checkbox' })} />}
        <Checkbox label={t('Identity unknown')} {...form.getInputProps('is_unidentified', { type: 'checkbox' })} />
      </div>
    </FormSection>
  )
}
