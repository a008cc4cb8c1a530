import { ActionIcon, Select, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { DiagnosisPicker } from '#features/diagnoses/web/diagnosis-picker.tsx'
import { deathPlaces } from '#features/patients/contract-death.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { placeName } from './death-words.ts'
import type { DeathValues } from './death-values.ts'

const Cause = ({ form }: { form: FormOf<DeathValues> }) => {
  const { cause } = form.getValues()
  if (cause === null)
    return (
      <DiagnosisPicker
        label={t('Cause of death, if known')}
        error={form.errors['diagnosis_code'] ?? form.errors['cause']}
        onChoose={({ code, text }) => form.setFieldValue('cause', { code, text })}
      />
    )
  return (
    <div>
      <span className="small t2">{t('Cause of death')}</span>
      <div className="row">
        <bdi className="grow wrap-text">{cause.text}</bdi>
        <ActionIcon variant="default" aria-label={t('Remove the cause')} onClick={() => form.setFieldValue('cause', null)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** The boxes of a death: what is not known is left empty, and nothing is filled in by itself. */
export const DeathFields = ({ form, staffLabel }: { form: FormOf<DeathValues>; staffLabel: string }) => {
  const { getInputProps } = form
  const { place, reporter } = form.getValues()
  return (
    <>
      <div className="death-pair">
        <DateField label={t('Day of death')} required data-autofocus maxDate={today()} {...getInputProps('died_on')} />
        <TimeField label={t('Time of death')} description={t('Leave empty when unknown')} {...getInputProps('died_at')} />
      </div>
      <Select
        label={t('Place of death')}
        required
        data={deathPlaces.map((value) => ({ value, label: placeName(value) }))}
        allowDeselect={false}
        {...getInputProps('place')}
      />
      {(place === 'other' || place === 'other facility') && (
        <TextInput label={t('Which place')} required={place === 'other'} maxLength={200} {...getInputProps('place_note')} />
      )}
      <Cause form={form} />
      <ChoiceField
        aria-label={t('Reported by')}
        data={[
          { value: 'person', label: t('Relative or other person') },
          { value: 'staff', label: staffLabel },
        ]}
        value={reporter}
        onChange={(value) => form.setFieldValue('reporter', value)}
      />
      {reporter === 'person' && (
        <div className="death-pair">
          <TextInput label={t('Reported by (name)')} required maxLength={150} {...getInputProps('reported_by')} />
          <TextInput label={t('Relation')} maxLength={60} {...getInputProps('reporter_relation')} />
        </div>
      )}
      <Textarea label={t('Remark')} autosize minRows={1} maxRows={4} maxLength={500} {...getInputProps('note')} />
    </>
  )
}
