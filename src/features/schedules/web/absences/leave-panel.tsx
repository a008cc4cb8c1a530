import { Button, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBeach, IconCalendarEvent } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { date, today } from '#web/text/format.ts'
import { shortDay } from '#web/text/short-day.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { createTimeOff, listTimeOff } from '#features/schedules/contract.ts'
import { daysOfLeave } from './leave-values.ts'
import { kindWord } from '../schedule-labels.ts'
import { type LeaveOnScreen, useDoctorNames } from '../use-week-plan.ts'
import formsStyles from '../forms.module.css'
import weekStyles from '../week.module.css'
import { PHONE } from '#web/look/tokens.ts'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

const PAGE = 50

/** Where the appointments that stand in leave are listed. */
export const affectedAddress = (leave: LeaveOnScreen, zone: string): string => {
  const { first_day, last_day } = daysOfLeave(leave, zone)
  return `/dashboard/appointments/list?doctor=${leave.doctor}&from=${first_day}&to=${last_day}`
}

/** From when to when, in days where it is whole days. */
const When = ({ leave, zone }: { leave: LeaveOnScreen; zone: string }) => {
  const { first_day, from, last_day, to } = daysOfLeave(leave, zone)
  if (from === '' && to === '')
    return <span className="num">{first_day === last_day ? date(first_day) : `${date(first_day)} – ${date(last_day)}`}</span>
  return (
    <span className="num">
      {first_day === last_day
        ? `${date(first_day)} ${from || '00:00'}–${to || '24:00'}`
        : `${shortDay(first_day)} ${from} – ${date(last_day)} ${to}`}
    </span>
  )
}

const Affected = ({ leave, zone }: { leave: LeaveOnScreen; zone: string }) =>
  leave.cancelled_at !== null ? (
    <Status tone="inactive">{t('Cancelled')}</Status>
  ) : leave.affected > 0 ? (
    <Link
      className={`link inline-row ${formsStyles.affected}`}
      to={affectedAddress(leave, zone)}
      onClick={(event) => event.stopPropagation()}
    >
      <Status tone="attention" icon={IconCalendarEvent}>
        {t('{count, plural, one {# appointment} other {# appointments}}', { count: leave.affected })}
      </Status>
    </Link>
  ) : (
    <span className="t3">{t('none')}</span>
  )

const columns = (zone: string): Column<LeaveOnScreen>[] => [
  { key: 'doctor', title: t('Doctor'), render: ({ doctor_name }) => <span className="strong">{doctor_name}</span> },
  { key: 'when', title: t('When'), width: 260, hideOnPhone: true, render: (leave) => <When leave={leave} zone={zone} /> },
  {
    key: 'from',
    title: t('Type'),
    width: 110,
    hideOnPhone: true,
    render: ({ kind }) => kindWord(kind),
  },
  { key: 'note', title: t('Note'), hideOnPhone: true, render: ({ note }) => <span className="t2">{note}</span> },
  { key: 'affected', title: t('Appointments'), width: 150, render: (leave) => <Affected leave={leave} zone={zone} /> },
]

const phoneColumns = (zone: string): Column<LeaveOnScreen>[] => [
  {
    key: 'doctor',
    title: t('Doctor'),
    render: (leave) => (
      <span className="stack min-w-0">
        <span className="strong clip">{leave.doctor_name}</span>
        <span className="small">
          <When leave={leave} zone={zone} />
        </span>
      </span>
    ),
  },
  { key: 'affected', title: t('Appointments'), width: 150, render: (leave) => <Affected leave={leave} zone={zone} /> },
]

/** Leave of doctors: who is away when, and the appointments that stand in it. */
export const LeavePanel = () => {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const { can } = useRights()
  const zone = useClinic()?.time_zone ?? 'UTC'
  const [{ doctor, past }, set] = useUrlState({ doctor: Id, past: z.literal('1') })
  const [opened, setOpened] = useState<LeaveOnScreen | 'new' | null>(null)
  const filters = past ? { doctor } : { doctor, from: today(), cancelled: 'false' as const }
  const leave = usePages(pages(listTimeOff, { query: { ...filters, limit: PAGE } }))
  const { doctors } = useDoctorNames(leave.data)
  const mayChange = can(createTimeOff)
  return (
    <>
      <div className="row wrap">
        <ChoiceFilter
          label={t('Doctor')}
          any={t('Any doctor')}
          className={`phone-full ${weekStyles.doctorChoice}`}
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage={t('No matching doctor')}
          data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={doctor}
          onChange={(doctor) => set({ doctor })}
        />
        <Switch
          label={t('Include past and cancelled')}
          checked={past !== undefined}
          onChange={(event) => set({ past: event.currentTarget.checked ? '1' : '' })}
        />
        <span className="grow" />
        {mayChange && <AddButton label={t('Add leave')} onClick={() => setOpened('new')} />}
      </div>
      <DataTable
        label={t('Leave')}
        columns={isPhone ? phoneColumns(zone) : columns(zone)}
        rows={leave}
        rowKey={({ id }) => id}
        onOpen={mayChange ? setOpened : undefined}
        empty={
          <Empty
            icon={IconBeach}
            title={past ? t('No leave recorded') : t('No planned leave')}
            action={mayChange && <Button onClick={() => setOpened('new')}>{t('Add leave')}</Button>}
          >
            {t('Leave removes the doctor’s free times; appointments during the leave are listed, so that they can be moved.')}
          </Empty>
        }
      />
      <Suspense>
        {opened && (
          <LeaveDialog leave={opened === 'new' ? null : opened} doctor={doctor} doctors={doctors} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </>
  )
}
