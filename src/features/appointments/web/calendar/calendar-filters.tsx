import { ActionIcon, Button, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { statusLook } from '../appointment-status.tsx'
import { appointmentStatuses } from '../calendar-calls.ts'
import type { Calendar } from './plan.ts'
import type { CalendarState } from './use-calendar.ts'
import { useQuery } from '@tanstack/react-query'
import { listRooms } from '#features/schedules/contract.ts'
import { query } from '#web/calls/api.ts'
import { useDoctorNames } from '../use-doctor-names.ts'
import styles from './head.module.css'

/** Doctors and rooms to choose from. */
const usePlaces = () => {
  const { options: doctors } = useDoctorNames()
  const { data: rooms = [] } = useQuery(query(listRooms, { query: { active: 'true' } }))
  return { doctors, rooms: rooms.map(({ id, name }) => ({ value: String(id), label: name })) }
}

const text = (value: number | undefined) => (value === undefined ? null : String(value))

interface Props {
  state: CalendarState
  calendar: Calendar | undefined
  /** In the month there is no service to choose: its days are counts. */
  isMonth: boolean
  onZoom?: ((by: 1 | -1) => void) | undefined
}

/** Whose appointments, where, for what, and in which state. What is left out stays as a shadow: its time is taken. */
export const CalendarFilters = ({ state: { doctor, room, service, status, set }, calendar, isMonth, onZoom }: Props) => {
  const { doctors, rooms } = usePlaces()
  const services = [...new Set((calendar?.entries ?? []).flatMap(({ item_name: name }) => name ?? []))].toSorted((a, b) =>
    a.localeCompare(b),
  )
  const common = {
    size: 'sm' as const,
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('Clear') },
    nothingFoundMessage: t('Nothing found'),
  }
  const [isShown, setShown] = useState(false)
  const isFiltered = [doctor, room, service, status].some((one) => one !== undefined)
  return (
    <div
      className={`in-row wrap gap-4 ${styles.filters}`}
      role="group"
      aria-label={t('Filters')}
      data-shown={isShown || isFiltered || undefined}
    >
      <Button
        className="only-phone phone-rigid"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        aria-expanded={isShown || isFiltered}
        onClick={() => setShown(!isShown)}
      >
        {t('Filters')}
      </Button>
      <Select
        {...common}
        aria-label={t('Doctor')}
        placeholder={t('Any doctor')}
        data={doctors}
        value={text(doctor)}
        onChange={(value) => set({ doctor: value ?? undefined })}
      />
      <Select
        {...common}
        aria-label={t('Room')}
        placeholder={t('Any room')}
        data={rooms}
        value={text(room)}
        onChange={(value) => set({ room: value ?? undefined })}
      />
      {!isMonth && (
        <>
          <Select
            {...common}
            aria-label={t('Service')}
            placeholder={t('All services')}
            data={service !== undefined && !services.includes(service) ? [service, ...services] : services}
            value={service ?? null}
            onChange={(value) => set({ service: value ?? undefined })}
          />
          <Select
            {...common}
            searchable={false}
            aria-label={t('Status')}
            placeholder={t('All statuses')}
            data={appointmentStatuses.map((value) => ({ value, label: statusLook(value).word }))}
            value={status ?? null}
            onChange={(value) => set({ status: value ?? undefined })}
          />
        </>
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={() => set({ doctor: undefined, room: undefined, service: undefined, status: undefined })}>
          {t('Clear filters')}
        </Button>
      )}
      {onZoom && (
        <span className={`row gap-0 ${styles.zoom}`}>
          <ActionIcon aria-label={t('Shrink')} title={t('Shrink')} onClick={() => onZoom(-1)}>
            <IconZoomOut size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('Enlarge')} title={t('Enlarge')} onClick={() => onZoom(1)}>
            <IconZoomIn size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  )
}
