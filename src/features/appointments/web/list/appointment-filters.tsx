import { Button, Select } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { appointmentStatuses, statusLabel } from '#features/appointments/rules.ts'
import { AnyDoctorField, RoomField } from '../booking/place-fields.tsx'
import type { AppointmentRows } from './use-appointment-rows.ts'

const idText = (id: number | undefined) => (id === undefined ? '' : String(id))

/** Narrows the list: days, doctor, room, state. */
export const AppointmentFilters = ({ url, setUrl, from, to, isToday }: AppointmentRows) => {
  const days = url.days === 'all'
  return (
    <Filters className="appt-filters">
      <DateField
        daysOnly
        aria-label={t('From day')}
        placeholder={t('From day')}
        value={from}
        onChange={(day) => setUrl({ from: day ?? '', to: day !== null && to !== undefined && day > to ? day : (to ?? ''), days: '' })}
      />
      <DateField
        daysOnly
        aria-label={t('To day')}
        placeholder={t('To day')}
        value={to}
        minDate={from}
        onChange={(day) => setUrl({ from: from ?? '', to: day ?? '', days: '' })}
      />
      <Button aria-pressed={isToday} onClick={() => setUrl({ from: '', to: '', days: '', q: '' })}>
        {t('Today')}
      </Button>
      <Button aria-pressed={days} onClick={() => setUrl({ from: '', to: '', days: days ? '' : 'all' })}>
        {t('Every day')}
      </Button>
      <AnyDoctorField label={undefined} aria-label={t('Doctor')} value={idText(url.doctor)} onChange={(doctor) => setUrl({ doctor })} />
      <RoomField label={undefined} aria-label={t('Room')} value={idText(url.room)} onChange={(room) => setUrl({ room })} />
      <Select
        aria-label={t('State')}
        placeholder={t('Every state')}
        data={appointmentStatuses.map((value) => ({ value, label: t(statusLabel[value]) }))}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={url.status ?? null}
        onChange={(status) => setUrl({ status: status ?? '' })}
      />
    </Filters>
  )
}
