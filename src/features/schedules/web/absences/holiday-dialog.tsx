import { Checkbox, TextInput } from '@mantine/core'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { createHoliday, updateHoliday } from '#features/schedules/contract.ts'
import type { HolidayOnScreen } from '../use-week-plan.ts'

type Values = { day: string; name: string; is_yearly: boolean }

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <DateField
      label={t('Day')}
      required
      data-autofocus
      {...form.getInputProps('day')}
      onChange={(day) => form.setFieldValue('day', day ?? '')}
    />
    <TextInput label={t('Name')} required maxLength={100} {...form.getInputProps('name')} />
    <Checkbox
      label={t('Every year on this day')}
      description={t('The 29th of February counts in leap years alone.')}
      {...form.getInputProps('is_yearly', { type: 'checkbox' })}
    />
  </>
)

/** Adds a holiday, or changes one. */
export const HolidayDialog = ({ holiday, onClose }: { holiday: HolidayOnScreen | null; onClose: () => void }) => (
  <RecordDialog
    row={holiday}
    create={createHoliday}
    update={updateHoliday}
    add={t('Add holiday')}
    name={({ name }) => name}
    values={(row): Values => ({ day: row?.day ?? '', name: row?.name ?? '', is_yearly: row?.is_yearly ?? false })}
    labels={{ day: t('Day'), name: t('Name'), is_yearly: t('Every year') }}
    use={null}
    onClose={onClose}
  >
    {(form) => <Fields form={form} />}
  </RecordDialog>
)
