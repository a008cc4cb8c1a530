import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconStethoscope, IconActivityHeartbeat, IconAlertOctagon, IconAlertTriangle, IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { getVisit, listVisits } from '#features/attendance/contract.ts'
import { isLeftOpen, isObservationOverdue } from '#features/attendance/rules.ts'
import { useOptimisticVisits, useNewest, withChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useFirstRow } from '#web/keyboard/use-first-row.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty, Failed, FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { inTriageOrder, isForNurse, nextAfter } from './queue-rules.ts'
import { VitalsPanel } from './vitals-panel.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'
import { counted } from '#web/ui/counted.ts'
import { CriticalFlag } from '#features/attendance/web/critical-status.tsx'
import { sexAndAge, trackWord, visitName, type VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { PregnancyFlag } from '#features/patients/web/pregnancy-status.tsx'
import { dayOf, minutes } from '#web/text/format.ts'
import { Status } from '#web/ui/status.tsx'
import { LevelName } from './level-name.tsx'
import styles from './nursing.module.css'
import { PHONE } from '#web/look/tokens.ts'

const MINUTE = 60_000
const TICK_MS = 10_000

const State = ({ visit }: { visit: VisitOnScreen }) => {
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
      {suggested === null ? t('Not triaged') : t('Not triaged · suggested {level}', { level: suggested })}
    </Status>
  )
}

/** How long somebody waits, or who has them; against the time that the triage named. */
const Wait = ({ visit, now }: { visit: VisitOnScreen; now: number }) => {
  const waited = minutes(Math.max(0, Math.floor((now - Date.parse(visit.track_since)) / MINUTE)))
  if (isLeftOpen(visit, now)) return <Status tone="inactive">{t('Left open · {day}', { day: dayOf(visit.created_at) })}</Status>
  if (visit.attended_by_name) return <Status tone="progress">{visit.attended_by_name}</Status>
  const left = visit.triage_due_at === null ? null : Date.parse(visit.triage_due_at) - now
  if (left !== null && left < 0)
    return <Status tone="attention">{t('Over by {span}', { span: minutes(Math.floor(-left / MINUTE)) })}</Status>
  return <Status tone="waiting">{left === null ? waited : t('Due in {span}', { span: minutes(Math.round(left / MINUTE)) })}</Status>
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
const NursingQueue = ({ visits, chosen, isWhole, onChoose }: Props) => {
  const now = useNow(TICK_MS)
  const list = useRef<HTMLUListElement>(null)
  // Arrows walk from the start.
  useFirstRow(chosen === undefined, () => list.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk through the buttons inside
    <ul ref={list} className="scroll fill" data-part="nurse-list" onKeyDown={walk}>
      {visits.map((visit, at) => (
        <li key={visit.id}>
          <button
            type="button"
            className={`plain stack full-width line-bottom gap-1 hovers ${styles.item}`}
            data-part="nurse-item"
            aria-current={visit.id === chosen || undefined}
            tabIndex={visit.id === chosen || (at === 0 && !visits.some(({ id }) => id === chosen)) ? 0 : -1}
            onClick={() => onChoose(visit.id)}
          >
            <span className="row">
              <bdi className="strong grow wrap-text">{visitName(visit)}</bdi>
              <State visit={visit} />
            </span>
            <span className="small t3 num">
              {sexAndAge(visit)} · {visit.patient_number}
            </span>
            <CriticalFlag visit={visit} />
            <AllergyFlag allergies={visit.allergies} status={visit.allergy_status} />
            <PregnancyFlag pregnancy={visit.pregnancy} />
            <span className="small t2 clip">{visit.reason}</span>
            <span className={`row ${styles.foot}`}>
              <span className="grow row">
                <Category visit={visit} isWhole={isWhole} />
              </span>
              <Wait visit={visit} now={now} />
            </span>
            {isObservationOverdue(visit, now) && !isLeftOpen(visit, now) && (
              <Status tone="attention" icon={IconActivityHeartbeat}>
                {t('Observations overdue by {span}', { span: overdueFor(visit, now) })}
              </Status>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

const MOST = 100
const state = { visit: Id, show: z.enum(['triage', 'house']) }

const MINUTE_MS = 60_000

/** The visits of the queue, or of the whole house, as this browser knows them. */
const useQueue = (isWhole: boolean) => {
  const asked = useQuery(query(listVisits, { query: { open: 'true', limit: MOST, ...(!isWhole && { track: 'triage' }) } }))
  // Who waits for a doctor is observed again here.
  const waiting = useQuery({ ...query(listVisits, { query: { track: 'doctor', limit: MOST } }), enabled: !isWhole })
  const now = useNow(MINUTE_MS)
  const changes = useOptimisticVisits()
  const own = asked.data
  const others = isWhole || !own ? [] : (waiting.data ?? []).filter(({ id }) => !own.some((one) => one.id === id))
  const fetched = own && [...own, ...others]
  const known = fetched && withChanges(fetched, changes, asked.dataUpdatedAt)
  const data = known && inTriageOrder(isWhole ? known : known.filter((visit) => isForNurse(visit, now)))
  // Of a list that cannot be fetched nothing is shown, whatever was known before. Who is on the screen stays on it.
  return { asked: { ...asked, data: asked.error ? undefined : data }, known: data }
}

/** The nurse's room: who waits for triage, and the vital signs of the one who is there. */
export const NursingPage = () => {
  const [{ visit: chosen, show = 'triage' }, setUrl] = useUrlState(state)
  const { me } = useVisitRights()
  const isPhone = useMediaQuery(PHONE) ?? false
  const isWhole = show === 'house'
  const { asked: queue, known } = useQueue(isWhole)
  const listed = known?.find(({ id }) => id === chosen)
  const asked = useQuery({ ...query(getVisit, { params: { id: chosen ?? 0 } }), enabled: chosen !== undefined && listed === undefined })
  const visit = useNewest(listed ?? asked.data)
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${t('Nursing')} · Kliniki`
  }, [])

  const choose = (id: number | undefined) => setUrl({ visit: id === undefined ? undefined : String(id) })
  const next = nextAfter(queue.data ?? [], chosen, me.id)
  useKeys([
    ...(next ? [{ keys: 'N', label: t('Next patient'), run: () => choose(next.id) }] : []),
    {
      keys: 'Q',
      label: isWhole ? t('Waiting for triage') : t('All patients on site'),
      run: () => setUrl({ show: isWhole ? undefined : 'house' }),
    },
  ])
  const isPanelShown = visit !== undefined && visit.id === chosen
  return (
    <div className={`fill grid phone-column phone-flex ${styles.nurse}`} data-open={isPanelShown || undefined}>
      {!(isPhone && chosen !== undefined) && (
        <div className={`stack min-h-0 phone-fill ${styles.side}`} data-part="nurse-side">
          <header className={`stack rigid line-bottom gap-4 pad-5-6 ${styles.top}`}>
            <div className="row">
              <h1>{t('Nursing')}</h1>
              <span className="num t3 grow">
                {counted(queue, (visits) => String(visits.filter((one) => !isLeftOpen(one, clinicNow())).length))}
              </span>
              <Button
                disabled={!next}
                onClick={() => next && choose(next.id)}
                rightSection={<Kbd className="not-phone">N</Kbd>}
                variant="filled"
              >
                {t('Next patient')}
              </Button>
            </div>
            <ChoiceField
              label={t('Show')}
              data={[
                { value: 'triage', label: t('Triage') },
                { value: 'house', label: t('All on site') },
              ]}
              value={show}
              onChange={(value) => setUrl({ show: value === 'triage' ? undefined : value })}
            />
          </header>
          <FourStates
            query={queue}
            loading={<Loading rows={8} height={64} />}
            isEmpty={(data) => data.length === 0}
            empty={
              <Empty icon={IconStethoscope} title={isWhole ? t('No patients on site') : t('No patients waiting for triage')}>
                {t('Patients sent to triage appear here automatically.')}
              </Empty>
            }
          >
            {(data) => <NursingQueue visits={data} chosen={chosen} isWhole={isWhole} onChoose={choose} />}
          </FourStates>
        </div>
      )}
      <div className={`stack scroll min-w-0 min-h-0 ${styles.main}`}>
        {isPanelShown ? (
          <VitalsPanel
            key={visit.id}
            visit={visit}
            onSent={() => choose(nextAfter(queue.data ?? [], visit.id, me.id)?.id)}
            onBack={isPhone ? () => choose(undefined) : undefined}
          />
        ) : chosen !== undefined && asked.error ? (
          <Failed error={asked.error} retry={() => void asked.refetch()} />
        ) : chosen !== undefined ? (
          <Loading rows={10} />
        ) : (
          !isPhone &&
          (queue.data?.length ?? 0) > 0 && (
            <Empty icon={IconStethoscope} title={t('Choose a patient')}>
              {t('Select a patient, or press N for the next.')}
            </Empty>
          )
        )}
      </div>
    </div>
  )
}
