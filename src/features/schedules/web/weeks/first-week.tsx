import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { getBookingSettings } from '#features/schedules/contract.ts'
import type { NewSession } from './session-dialog.tsx'
import { addSessions, usualWeek } from './use-session-actions.ts'
import type { DoctorName, SessionOnScreen } from '../use-week-plan.ts'
import styles from '../forms.module.css'

const USUAL_MINUTES = 20

interface UsualProps {
  doctor: DoctorName
  /** As low as a row of a table. */
  quiet?: boolean
  onAdded: (added: readonly SessionOnScreen[]) => void
}

/** Gives a doctor a usual week, in one press. */
export const UsualWeek = ({ doctor, quiet, onAdded }: UsualProps) => {
  const settings = useQuery(query(getBookingSettings, { query: {} }))
  const [isRunning, setRunning] = useState(false)
  const give = async () => {
    setRunning(true)
    const added = await addSessions(usualWeek(doctor.id, settings.data?.default_minutes ?? USUAL_MINUTES))
    setRunning(false)
    onAdded(added)
  }
  const label = t('Monday to Friday 8–17')
  return (
    <Button
      className={quiet ? 'row-button' : undefined}
      aria-label={quiet ? `${label}: ${doctor.name}` : undefined}
      loading={isRunning}
      onClick={() => void give()}
    >
      {label}
    </Button>
  )
}

interface Props {
  doctors: readonly DoctorName[]
  /** One doctor was chosen. */
  isOne: boolean
  /** Absent: this person may only look. */
  onAdd?: (given?: Partial<NewSession>) => void
  onAdded: (added: readonly SessionOnScreen[]) => void
}

/** Nobody has a session yet: what sessions are for, and the quickest way to have some. */
export const FirstWeek = ({ doctors, isOne, onAdd, onAdded }: Props) => {
  const { allowed } = useRights()
  const [one] = doctors
  const title = isOne && one ? t('{name} has no sessions', { name: one.name }) : t('No doctor has sessions yet')
  if (doctors.length === 0)
    return (
      <Empty
        icon={IconCalendarTime}
        title={t('No doctors yet')}
        action={
          allowed('users.view') && (
            <Button component={Link} to="/dashboard/administration/people">
              {t('People')}
            </Button>
          )
        }
      >
        {t('Add doctors under Administration, People; then add their sessions here.')}
      </Empty>
    )
  const actions = onAdd && (
    <div className={`form-stack gap-4 mt-4 items-stretch text-start ${styles.firstWeek}`}>
      {doctors.map((doctor) => (
        <div key={doctor.id} className="row wrap">
          {!isOne && <span className={`strong grow ${styles.firstName}`}>{doctor.name}</span>}
          <UsualWeek doctor={doctor} onAdded={onAdded} />
          <Button aria-label={`${t('Other times')}: ${doctor.name}`} onClick={() => onAdd({ doctor: doctor.id })}>
            {t('Other times')}
          </Button>
        </div>
      ))}
    </div>
  )
  return (
    <Empty icon={IconCalendarTime} title={title} action={actions}>
      {t('Sessions define when a doctor sees patients; the desk and online booking use their free times.')}{' '}
      {t('A doctor without sessions can be booked at any time, one patient at a time.')}
    </Empty>
  )
}
