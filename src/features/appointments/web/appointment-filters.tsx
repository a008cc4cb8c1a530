import { Button, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { appointmentStatuses, statusLabel } from '../rules.ts'
import { AnyDoctorField, RoomField } from './place-fields.tsx'
import type { AppointmentRows } from './use-appointment-rows.ts'

const idText = (id: number | undefined) => (id === undefined ? '' : String(id))

/** Narrows the list: days, doctor, room, state. */
export const AppointmentFilters = ({ url, setUrl, from, to, isToday }: AppointmentRows) => {
  // A phone has room for the rows or for the filters.
  const [isOpen, setOpen] = useState(false)
  const days = url.days === 'all'
  return (
    <>
      <Button
        className="only-phone"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
      <div className="appt-filters" data-open={isOpen || undefined}>
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
          placeholder={t('Any state')}
          data={appointmentStatuses.map((value) => ({ value, label: t(statusLabel[value]) }))}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          value={url.status ?? null}
          onChange={(status) => setUrl({ status: status ?? '' })}
        />
      </div>
    </>
  )
}
