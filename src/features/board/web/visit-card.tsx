import {
  IconActivityHeartbeat,
  IconAlertOctagon,
  IconAlertTriangle,
  IconBolt,
  IconCash,
  IconClock,
  IconFlask,
  IconHourglassHigh,
} from '@tabler/icons-react'
import { memo, useRef, type ReactNode } from 'react'
import { CriticalFlag } from '#features/attendance/web/critical-status.tsx'
import { sexAndAge, visitName } from '#features/attendance/web/visit-name.tsx'
import type { Track } from '#features/attendance/rules.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { PregnancyFlag, pregnancyWords } from '#features/patients/web/pregnancy-status.tsx'
import { LevelName } from '#features/triage/web/level-name.tsx'
import { dayOf, minutes, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { shortStaffName, type Visit, type Wait } from './board-rules.ts'
import { useDraggable } from './drag.ts'
import { walkCards } from './walk-cards.ts'
import { useQuery } from '@tanstack/react-query'
import { listCashierQueue } from '#features/billing/contract.ts'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import styles from './board.module.css'

/** Where an unpaid bill holds somebody up. */
const paidFirst: readonly Track[] = ['lab', 'pharmacy', 'billing']

/** What a patient has still to pay, where it holds them up, for who may see bills; undefined when there is nothing. */
const useDue = ({ id, track }: Visit): string | undefined => {
  const { can } = useRights()
  const { data } = useQuery({
    ...query(listCashierQueue, { query: {} }),
    enabled: can(listCashierQueue) && paidFirst.includes(track),
    select: (rows) => rows.find((row) => row.id === id)?.due,
  })
  return data !== undefined && Number(data) > 0 && paidFirst.includes(track) ? data : undefined
}

/** Where a missing category is said: at the desk nobody has one yet, and behind the doctor it says nothing more. */
const isUntriaged = ({ track, needs_triage_category: isNeeded }: Visit) => isNeeded && (track === 'triage' || track === 'doctor')

/** Facts about the patient, most dangerous first. */
const chipsOf = (visit: Visit, due: string | undefined, isToObserve: boolean): ReactNode[] => {
  const { priority, allergies, alerts, track, has_critical_triage } = visit
  return [
    has_critical_triage && <CriticalFlag key="critical" visit={visit} />,
    priority === 'emergency' && (
      <Status key="emergency" chip tone="critical" icon={IconAlertOctagon}>
        {t('Emergency')}
      </Status>
    ),
    ...alerts
      .filter(({ is_critical }) => is_critical)
      .map(({ text }) => (
        <Status key={`alert ${text}`} chip whole tone="critical" icon={IconAlertOctagon}>
          {t('Alert: {text}', { text })}
        </Status>
      )),
    visit.allergy_status && <AllergyFlag key="allergy" allergies={allergies} status={visit.allergy_status} isShort />,
    visit.pregnancy && pregnancyWords(visit.pregnancy) !== null && <PregnancyFlag key="pregnancy" pregnancy={visit.pregnancy} />,
    priority === 'urgent' && (
      <Status key="urgent" chip tone="attention" icon={IconBolt}>
        {t('Urgent')}
      </Status>
    ),
    isUntriaged(visit) && (
      <Status key="untriaged" chip tone="attention" icon={IconAlertTriangle}>
        {t('Not triaged')}
      </Status>
    ),
    isToObserve && (
      <Status key="observe" chip tone="attention" icon={IconActivityHeartbeat}>
        {t('Recheck vitals')}
      </Status>
    ),
    track === 'added result' && (
      <Status key="result" chip tone="done" icon={IconFlask}>
        {t('Result ready')}
      </Status>
    ),
    <OrdersPending key="pending" visit={visit.id} />,
    due !== undefined && (
      <Status key="unpaid" chip tone="attention" icon={IconCash}>
        {t('Unpaid')} <span className="num">{money(due)}</span>
      </Status>
    ),
  ].filter(Boolean)
}

/** Red is for the body, never for the clock: a late patient is amber. Who is in time has no word and no colour: only exceptions speak. */
const WaitState = ({ kind, by }: { kind: Wait['kind']; by: string | number | undefined }) => {
  if (kind === 'attended')
    return (
      <span className={`grow flex ${styles.cardWho}`} title={String(by)}>
        <Status tone="progress">
          <span className="clip">{shortStaffName(String(by))}</span>
        </Status>
      </span>
    )
  if (kind === 'over')
    return (
      <Status tone="attention" icon={IconHourglassHigh}>
        {t('Over by {span}', { span: minutes(Number(by)) })}
      </Status>
    )
  if (kind === 'due')
    return (
      <Status tone="attention" icon={IconClock}>
        {by === 0 ? t('Due now') : t('Due in {span}', { span: minutes(Number(by)) })}
      </Status>
    )
  if (kind === 'target')
    return (
      <Status tone="inactive" icon={IconClock}>
        {by === 0 ? t('Due now') : t('Due in {span}', { span: minutes(Number(by)) })}
      </Status>
    )
  if (kind === 'left open') return <Status tone="inactive">{t('Left open')}</Status>
  return <span />
}

interface Props {
  visit: Visit
  kind: Wait['kind']
  by: string | number | undefined
  /** Whole minutes. */
  count: number
  isFresh: boolean
  /** The interval of observations of the category has passed. */
  isToObserve: boolean
  /** The one card of its column that Tab comes to. */
  isTabStop: boolean
  movesOf: (from: Track) => Track[]
  onOpen: (id: number) => void
  onFocus: (visit: Visit) => void
}

/** One patient on the board; the whole card is one button. */
export const VisitCard = memo(({ visit, kind, by, count, isFresh, isToObserve, isTabStop, movesOf, onOpen, onFocus }: Props) => {
  const card = useRef<HTMLButtonElement>(null)
  useDraggable(card, visit, movesOf)
  const chips = chipsOf(visit, useDue(visit), isToObserve)
  const name = visitName(visit)
  return (
    <button
      ref={card}
      type="button"
      className={`plain panel stack rigid min-w-0 ${styles.card}`}
      data-part="card"
      data-visit={visit.id}
      data-fresh={isFresh || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onOpen(visit.id)}
      onFocus={() => onFocus(visit)}
      onKeyDown={walkCards}
    >
      <bdi className={`strong break-anywhere ${styles.cardName}`} title={name}>
        {name}
      </bdi>
      <span className="small t3 num clip">
        {sexAndAge(visit)}
        <span className={styles.cardNumber}> · {visit.patient_number}</span>
      </span>
      <span className={`clipped break-anywhere mt-2 ${styles.cardWhy} small t2`} title={visit.reason}>
        {visit.reason}
      </span>
      {!visit.needs_triage_category && visit.triage_scale && visit.triage_level && (
        <LevelName scale={visit.triage_scale} level={visit.triage_level} />
      )}
      {visit.track === 'awaiting result' && (
        <Status tone="inactive" icon={IconFlask}>
          {t('Awaiting result')}
        </Status>
      )}
      {chips.length > 0 && <span className={`flow gap-2 no-empty mt-3 ${styles.cardChips}`}>{chips}</span>}
      <span className={`flow justify-between line-top gap-0-4 ${styles.cardWait}`}>
        <WaitState kind={kind} by={by} />
        <span className="small t3 num">{kind === 'left open' ? dayOf(visit.created_at) : minutes(count)}</span>
      </span>
    </button>
  )
})
VisitCard.displayName = 'VisitCard'
