import { IconActivityHeartbeat, IconAlertOctagon, IconAlertTriangle, IconBolt } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { CriticalFlag } from '#features/attendance/web/critical-status.tsx'
import { sexAndAge, trackWord, visitName, type VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { isLeftOpen, isObservationOverdue } from '#features/attendance/rules.ts'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { PregnancyFlag } from '#features/patients/web/pregnancy-status.tsx'
import { dayOf, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { LevelName } from './level-name.tsx'

const MINUTE = 60_000
const TICK_MS = 10_000

const State = ({ of: visit }: { of: VisitOnScreen }) => {
  if (visit.priority === 'emergency')
    return (
      <Status tone="critical" icon={IconAlertOctagon}>
        {t('Emergency')}
      </Status>
    )
  if (visit.priority === 'urgent')
    return (
      <Status tone="attention" icon={IconBolt}>
        {t('Urgent')}
      </Status>
    )
  return null
}

/** The category; without one the patient is of unknown risk, and it says so. */
const Category = ({ visit, isWhole }: { visit: VisitOnScreen; isWhole: boolean }) => {
  const { triage_scale: scale, triage_level: level, triage_suggested_level: suggested, needs_triage_category: isNeeded } = visit
  if (!isNeeded)
    return scale && level !== null ? (
      <LevelName scale={scale} level={level} />
    ) : isWhole ? (
      <span className="small t3">{trackWord(visit.track)}</span>
    ) : null
  return (
    <Status tone="attention" icon={IconAlertTriangle}>
      {suggested === null ? t('Not triaged') : t('Not triaged · suggested {{level}}', { level: suggested })}
    </Status>
  )
}

/** How long somebody waits, or who has them; against the time that the triage named. */
const Wait = ({ of: visit, now }: { of: VisitOnScreen; now: number }) => {
  const waited = minutes(Math.max(0, Math.floor((now - Date.parse(visit.track_since)) / MINUTE)))
  if (isLeftOpen(visit, now)) return <Status tone="inactive">{t('Left open · {{day}}', { day: dayOf(visit.created_at) })}</Status>
  if (visit.attended_by_name) return <Status tone="progress">{visit.attended_by_name}</Status>
  const left = visit.triage_due_at === null ? null : Date.parse(visit.triage_due_at) - now
  if (left !== null && left < 0)
    return <Status tone="attention">{t('Over by {{span}}', { span: minutes(Math.floor(-left / MINUTE)) })}</Status>
  return <Status tone="waiting">{left === null ? waited : t('Due in {{span}}', { span: minutes(Math.round(left / MINUTE)) })}</Status>
}

const overdueFor = ({ observation_due_at: due }: VisitOnScreen, now: number) => minutes(Math.floor((now - Date.parse(due ?? '')) / MINUTE))

const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = items.findIndex((item) => item === document.activeElement)
  items[Math.min(items.length - 1, Math.max(0, at + step))]?.focus()
}

interface Props {
  visits: readonly VisitOnScreen[]
  chosen: number | undefined
  /** Everybody in the house is listed with where they are. */
  isWhole: boolean
  onChoose: (id: number) => void
}

/** Who waits, the most urgent first. Arrows walk, Enter opens. */
export const NursingQueue = ({ visits, chosen, isWhole, onChoose }: Props) => {
  const now = useNow(TICK_MS)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk through the buttons inside
    <ul className="nurse-list" onKeyDown={walk}>
      {visits.map((visit, at) => (
        <li key={visit.id}>
          <button
            type="button"
            className="plain nurse-item"
            aria-current={visit.id === chosen || undefined}
            tabIndex={visit.id === chosen || (at === 0 && !visits.some(({ id }) => id === chosen)) ? 0 : -1}
            onClick={() => onChoose(visit.id)}
          >
            <span className="row">
              <bdi className="strong grow wrap-text">{visitName(visit)}</bdi>
              <State of={visit} />
            </span>
            <span className="small t3 num">
              {sexAndAge(visit)} · {visit.patient_number}
            </span>
            <CriticalFlag visit={visit} />
            <AllergyFlag allergies={visit.allergies} status={visit.allergy_status} />
            <PregnancyFlag pregnancy={visit.pregnancy} />
            <span className="small t2 clip">{visit.reason}</span>
            <span className="row nurse-foot">
              <span className="grow row">
                <Category visit={visit} isWhole={isWhole} />
              </span>
              <Wait of={visit} now={now} />
            </span>
            {isObservationOverdue(visit, now) && !isLeftOpen(visit, now) && (
              <Status tone="attention" icon={IconActivityHeartbeat}>
                {t('Observe again: {{span}} overdue', { span: overdueFor(visit, now) })}
              </Status>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
