import { Checkbox } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { minutes, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import { AppointmentStatus } from './appointment-status.tsx'
import type { AppointmentOnScreen } from './appointment-shape.ts'
import { lateMinutes, whenText } from './appointment-labels.ts'

interface Chosen {
  ids: ReadonlySet<number>
  toggle: (id: number) => void
}
interface Options {
  /** Rows can be chosen, to be changed together. */
  chosen?: Chosen | undefined
  isOneDay?: boolean
  isOfOnePatient?: boolean
  isNarrow?: boolean
  isPhone?: boolean
  now: number
}

const AppointmentState = ({ appointment, now }: { appointment: AppointmentOnScreen; now: number }) => {
  const late = lateMinutes(appointment, now)
  // Yesterday's are not late any more: they did not come, and somebody has to say so.
  return late > 0 && late < 720 ? (
    <Status tone="attention" icon={IconHourglassHigh}>
      {t('Late by {span}', { span: minutes(late) })}
    </Status>
  ) : (
    <AppointmentStatus state={appointment.status} />
  )
}

/** The columns of a list of appointments; of one patient's without the name. */
export const appointmentColumns = ({
  chosen,
  isOneDay,
  isOfOnePatient,
  isNarrow,
  isPhone,
  now,
}: Options): readonly Column<AppointmentOnScreen>[] => {
  const columns: (Column<AppointmentOnScreen> | false | undefined)[] = [
    chosen && {
      key: 'chosen',
      title: t('Select'),
      isTitleHidden: true,
      width: 44,
      hideOnPhone: true,
      render: ({ id, patient_name, appointment_date_time }) => (
        <Checkbox
          aria-label={t('Choose {name}, {time}', { name: patient_name, time: time(appointment_date_time) })}
          checked={chosen.ids.has(id)}
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
          onChange={() => chosen.toggle(id)}
        />
      ),
    },
    {
      key: 'time',
      title: isOneDay ? t('Time') : t('When'),
      width: isOneDay ? (isPhone ? 64 : 120) : 184,
      render: ({ appointment_date_time, ends_at }) =>
        isOneDay ? (
          <span className="num">
            <b>{time(appointment_date_time)}</b>
            {!isPhone && <span className="t3">–{time(ends_at)}</span>}
          </span>
        ) : (
          <span className="num">{whenText(appointment_date_time)}</span>
        ),
    },
    !isOfOnePatient && {
      key: 'name',
      title: t('Patient'),
      render: ({ patient, patient_name, patient_number }) => (
        <span className="stack items-start gap-1 text-wraps py-2">
          <span>
            <bdi className="strong">{patient_name}</bdi> <span className="small t3 num">{patient_number ?? t('not matched')}</span>
          </span>
          <ListedAllergies patient={patient} />
        </span>
      ),
    },
    {
      key: 'doctor',
      title: t('Doctor'),
      width: isNarrow ? 140 : 196,
      hideOnPhone: true,
      render: ({ assigned_doctor, room_name }) => (
        <span title={[assigned_doctor, room_name].filter(Boolean).join(' · ')}>
          {assigned_doctor ?? <span className="t3">{t('Any doctor')}</span>}
          {room_name !== null && !isNarrow && <span className="small t3"> {room_name}</span>}
        </span>
      ),
    },
    {
      key: 'reason',
      title: t('For'),
      hideOnPhone: true,
      render: ({ item_name, reason }) => <span title={reason}>{item_name === null ? reason : `${item_name} · ${reason}`}</span>,
    },
    !isNarrow && {
      key: 'number',
      title: t('Number'),
      width: 128,
      hideOnPhone: true,
      render: ({ number }) => <span className="num t3">{number}</span>,
    },
    { key: 'status', title: t('Status'), width: isPhone ? 124 : 168, render: (row) => <AppointmentState appointment={row} now={now} /> },
  ]
  return columns.filter((column) => column !== false && column !== undefined)
}
