import { dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { appointmentStatuses, statusLabel } from '#features/appointments/rules.ts'
import type { AppointmentWithChanges } from '../appointment-shape.ts'
import { whenText } from '../appointment-words.ts'
import { useDoctorNames } from '../use-doctor-names.ts'

type Change = AppointmentWithChanges['changes'][number]

/** A field before and after. */
const pairOf = (value: unknown): [unknown, unknown] | null => (Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : null)
const statusWord = (value: unknown) => {
  const status = appointmentStatuses.find((one) => one === value)
  return status ? t(statusLabel[status]) : ''
}

/** What was done, in words. */
const useChangeWords = () => {
  const { nameOfDoctor } = useDoctorNames()
  return ({ kind, change }: Change): string => {
    const status = pairOf(change['status'])
    const start = pairOf(change['appointment_date_time'])
    const end = pairOf(change['ends_at'])
    const doctor = pairOf(change['doctor_id'] ?? change['doctor'])
    const parts = [
      kind === 'booked' && t('Booked'),
      kind === 'patient' && t('Put on a record'),
      status && statusWord(status[1]),
      start && t('Moved from {{from}} to {{to}}', { from: whenText(String(start[0])), to: whenText(String(start[1])) }),
      !start && end && t('Now until {{time}}', { time: time(String(end[1])) }),
      doctor && t('Doctor: {{name}}', { name: nameOfDoctor(typeof doctor[1] === 'number' ? doctor[1] : null) }),
    ].filter((part) => typeof part === 'string')
    return parts.length > 0 ? parts.join(' · ') : t('Changed')
  }
}

/** What happened to an appointment, newest first: when, what, by whom, why. */
export const AppointmentHistory = ({ changes }: { changes: readonly Change[] }) => {
  const wordsOf = useChangeWords()
  return (
    <section aria-label={t('History')}>
      <h3>{t('History')}</h3>
      <ol className="appt-history">
        {changes.toReversed().map((change) => (
          <li key={change.id}>
            <span className="num t3 small">{dateTime(change.changed_at)}</span>
            <span>
              {wordsOf(change)}
              <span className="small t3"> {change.changed_by_name ?? t('by the link of the booking')}</span>
              {change.reason !== '' && <span className="t2 wrap-text appt-why">{change.reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
