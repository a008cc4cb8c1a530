import { AppointmentStatus } from '#features/appointments/web/appointment-status.tsx'
import { age, ago, dateTime, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { contactOf, nameOfRequest, shortWhenOf, type Request } from './request-words.ts'

interface Options {
  isNarrow: boolean
  /** Those on a record too, which is then named. */
  isAll: boolean
  now: number
}

/** The columns of the inbox: who, how they are reached, what for, with whom, when, and how it stands. */
export const requestColumns = ({ isNarrow, isAll, now }: Options): readonly Column<Request>[] => {
  const columns: (Column<Request> | false)[] = [
    {
      key: 'received',
      title: t('Received'),
      width: 116,
      hideOnPhone: true,
      render: ({ date_created }) => (
        <span className="t2 num" title={dateTime(date_created)}>
          {ago(date_created, now)}
        </span>
      ),
    },
    {
      key: 'name',
      title: t('Name'),
      render: (row) => (
        <span className="clip" title={nameOfRequest(row)}>
          <bdi className="strong">{nameOfRequest(row)}</bdi>{' '}
          <span className="small t3 num">{[sex(row.gender), age(row.date_of_birth)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    !isNarrow && {
      key: 'contact',
      title: t('Reached by'),
      width: 184,
      hideOnPhone: true,
      render: (row) => (
        <span className="clip num" title={contactOf(row)}>
          {contactOf(row)}
        </span>
      ),
    },
    {
      key: 'for',
      title: t('For'),
      hideOnPhone: true,
      render: ({ item_name, reason }) => <span title={reason}>{item_name === null ? reason : `${item_name} · ${reason}`}</span>,
    },
    {
      key: 'doctor',
      title: t('Doctor'),
      width: isNarrow ? 124 : 148,
      hideOnPhone: true,
      render: ({ doctor_name }) => (
        <span title={doctor_name ?? undefined}>{doctor_name ?? <span className="t3">{t('Any doctor')}</span>}</span>
      ),
    },
    {
      key: 'when',
      title: t('When'),
      width: 152,
      render: ({ appointment_date_time }) => <span className="num">{shortWhenOf(appointment_date_time)}</span>,
    },
    { key: 'status', title: t('State'), width: 124, hideOnPhone: true, render: ({ status }) => <AppointmentStatus of={status} /> },
    isAll && {
      key: 'record',
      title: t('Record'),
      width: 108,
      hideOnPhone: true,
      render: ({ patient_number, is_open }) =>
        patient_number === null ? (
          <span className="t3">{is_open ? t('to be found') : '–'}</span>
        ) : (
          <span className="num">{patient_number}</span>
        ),
    },
  ]
  return columns.filter((column) => column !== false)
}
