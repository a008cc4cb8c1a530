import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { listBookableServices, listRooms } from '#features/schedules/contract.ts'
import { rhythmWord, slotCount } from '../schedule-labels.ts'
import type { SessionValues } from './session-values.ts'
import type { SessionOnScreen } from '../use-week-plan.ts'
import styles from '../forms.module.css'

interface Choice {
  value: string
  label: string
}
const withKnown = (choices: readonly Choice[], id: number | null | undefined, label: string | null | undefined): Choice[] =>
  id == null || choices.some(({ value }) => value === String(id)) ? [...choices] : [...choices, { value: String(id), label: label ?? '' }]

const named = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ value: String(id), label: name }))

/** How many patients a session is for, as far as the boxes tell. */
const Sum = ({ values }: { values: SessionValues }) => {
  const count = slotCount({ ...values, slot_minutes: Number(values.slot_minutes) })
  const capacity = Number(values.capacity)
  if (!Number.isFinite(count) || count < 1 || !(capacity >= 1)) return null
  return (
    <p className={`t3 ${styles.sessionSum} num`} role="status">
      {t('{count, plural, one {# slot} other {# slots}}', { count })} ·{' '}
      {t('{count, plural, one {# patient a day} other {# patients a day}}', { count: count * capacity })}
    </p>
  )
}

interface Props {
  form: FormOf<SessionValues>
  /** The session that is changed: its room and service may be out of use by now. */
  session?: SessionOnScreen
  /** The dialog opens with the cursor here. */
  isFirst?: boolean
}

/** The boxes of a session, its day and doctor apart. */
export const SessionFields = ({ form, session, isFirst }: Props) => {
  const { getInputProps, values, setFieldValue } = form
  const { data: rooms = [] } = useQuery(query(listRooms, { query: { active: 'true' } }))
  const { data: services = [] } = useQuery(query(listBookableServices, { query: {} }))
  const number = (name: 'slot_minutes' | 'capacity' | 'overbook') => ({
    inputMode: 'numeric' as const,
    maxLength: 3,
    ...getInputProps(name),
  })
  return (
    <>
      <div className={`grid items-start gap-5 ${styles.sessionGrid}`}>
        <TimeField label={t('From')} required data-autofocus={isFirst || undefined} {...getInputProps('starts_at')} />
        <TimeField label={t('To')} required {...getInputProps('ends_at')} />
        <TextInput label={t('Minutes per slot')} required {...number('slot_minutes')} />
        <TextInput label={t('Patients at the same time')} required {...number('capacity')} />
      </div>
      <Sum values={values} />
      <div className={`grid items-start gap-5 ${styles.sessionGrid} ${styles.two}`}>
        <Select
          label={t('Room')}
          placeholder={t('No room')}
          searchable
          selectFirstOptionOnChange
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          nothingFoundMessage={t('No matches')}
          data={withKnown(named(rooms), session?.room, session?.room_name)}
          {...getInputProps('room')}
          value={values.room || null}
          onChange={(room) => setFieldValue('room', room ?? '')}
        />
        <Select
          label={t('Service')}
          placeholder={t('All services')}
          searchable
          selectFirstOptionOnChange
          clearable
          limit={50}
          clearButtonProps={{ 'aria-label': t('Clear') }}
          nothingFoundMessage={t('No matches')}
          data={withKnown(named(services), session?.item, session?.item_name)}
          {...getInputProps('item')}
          value={values.item || null}
          onChange={(item) => setFieldValue('item', item ?? '')}
        />
      </div>
      <div className={`grid items-start gap-5 ${styles.sessionGrid}`}>
        <Select
          label={t('Frequency')}
          allowDeselect={false}
          data={[1, 2, 3, 4, 5, 6, 7, 8].map((every) => ({ value: String(every), label: rhythmWord(every) }))}
          {...getInputProps('every_weeks')}
          value={values.every_weeks}
        />
        <DateField
          label={t('First day')}
          required
          {...getInputProps('valid_from')}
          onChange={(day) => setFieldValue('valid_from', day ?? '')}
        />
        <DateField
          label={t('Last day')}
          minDate={values.valid_from}
          {...getInputProps('valid_to')}
          placeholder={t('no end')}
          onChange={(day) => setFieldValue('valid_to', day ?? '')}
        />
        <TextInput label={t('Overbooking')} description={t('extra at a time, by the desk')} {...number('overbook')} />
      </div>
      <div className={`flow ${styles.sessionChecks}`}>
        <Checkbox label={t('Online booking')} {...getInputProps('is_public', { type: 'checkbox' })} />
        <Checkbox label={t('Also on holidays')} {...getInputProps('on_holidays', { type: 'checkbox' })} />
      </div>
    </>
  )
}
