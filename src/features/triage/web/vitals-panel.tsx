import { Button, Kbd } from '@mantine/core'
import { IconArrowLeft, IconPencil, IconPlus, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useVisitChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { VisitHead } from '#features/attendance/web/visit-banner.tsx'
import { visitName, type VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { AskAllergiesPanel } from '#features/patients/web/ask-allergies-panel.tsx'
import { isAskedOfPregnancy } from '#features/patients/web/pregnancy-status.tsx'
import { PregnancyPanel } from '#features/pregnancies/web/pregnancy-panel.tsx'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { getTriage, updateTriage } from '../contract.ts'
import { CriticalBanner } from './critical-banner.tsx'
import { Observations } from './observations.tsx'
import { VitalsForm } from './vitals-form.tsx'
import type { TriageRecord } from './vitals-values.ts'
import styles from './nursing.module.css'

const Trends = lazy(async () => ({ default: (await import('./trends.tsx')).Trends }))

/** Whom the age speaks for, of whom a pregnancy is on record, and of whom it was said before. */
const asksPregnancy = (visit: VisitOnScreen, { is_pregnant: isPregnant }: TriageRecord) =>
  isAskedOfPregnancy(visit) || isPregnant !== null || visit.pregnancy?.state === 'pregnant' || visit.pregnancy?.state === 'past due'

interface Props {
  visit: VisitOnScreen
  /** After the patient has been sent on. */
  onSent: () => void
  onBack?: (() => void) | undefined
}

const Entry = ({ visit, triage, onSent }: Pick<Props, 'visit' | 'onSent'> & { triage: TriageRecord }) => {
  const { can } = useRights()
  const { me, movesOf } = useVisitRights()
  const { move } = useVisitChanges()
  const [latest] = triage.observations
  const [mode, setMode] = useState<'new' | 'correct' | 'read'>(latest ? 'read' : 'new')
  const mayChange = can(updateTriage) && visit.closed_at === null
  const maySend = visit.track === 'triage' && movesOf(visit.track).includes('doctor')
  const send = async () => {
    if (await move(visit, 'doctor', me)) onSent()
  }
  useKeys([
    ...(mayChange && mode === 'read' ? [{ keys: 'R', label: t('Measure again'), run: () => setMode('new') }] : []),
    ...(mayChange && mode === 'read' && latest ? [{ keys: 'C', label: t('Correct latest'), run: () => setMode('correct') }] : []),
    ...(maySend && mode === 'read' ? [{ keys: 'Alt+D', label: t('Send to doctor'), run: () => void send(), always: true }] : []),
  ])
  return (
    <>
      <CriticalBanner triage={triage} />
      {mayChange && mode !== 'read' && (
        <VitalsForm
          key={mode}
          triage={triage}
          corrected={mode === 'correct' ? latest : undefined}
          pregnancy={visit.pregnancy}
          asksPregnancy={asksPregnancy(visit, triage)}
          onSend={maySend ? () => void send() : undefined}
          onSaved={(isSent) => {
            setMode('read')
            if (!isSent) toast.done(t('Vital signs of {name} saved.', { name: visitName(visit) }))
          }}
          onCancel={latest ? () => setMode('read') : undefined}
        />
      )}
      {mayChange && mode === 'read' && (
        <div className="form-foot">
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">R</Kbd>}
            onClick={() => setMode('new')}
          >
            {t('Measure again')}
          </Button>
          {latest && (
            <Button
              leftSection={<IconPencil size={16} aria-hidden />}
              rightSection={<Kbd className="not-phone">C</Kbd>}
              onClick={() => setMode('correct')}
            >
              {t('Correct latest')}
            </Button>
          )}
          <span className="grow" />
          {maySend && (
            <Button variant="filled" onClick={() => void send()} rightSection={<Kbd className="not-phone">Alt D</Kbd>}>
              {t('Send to doctor')}
            </Button>
          )}
        </div>
      )}
      {triage.observations.length > 0 && (
        <section aria-label={t('This visit')}>
          <h3 className="label">{t('This visit')}</h3>
          <Observations sets={triage.observations} label={t('Vital signs of this visit')} />
        </section>
      )}
      <Suspense>
        <Trends patientId={visit.patient} birth={visit.date_of_birth} />
      </Suspense>
    </>
  )
}

/** Says that this nurse has the patient now, or hands them back. */
const Taking = ({ visit }: { visit: VisitOnScreen }) => {
  const { me, mayAttend } = useVisitRights()
  const { attend } = useVisitChanges()
  const isMine = visit.attended_by === me.id
  const mayTake = visit.closed_at === null && mayAttend(visit.track)
  const toggle = () => void attend(visit, me, !isMine)
  useKeys(mayTake ? [{ keys: 'T', label: t('Take or release'), run: toggle }] : [])
  if (!mayTake) return null
  const taking = visit.attended_by === null ? t('Start triage') : t('Take over from {who}', { who: visit.attended_by_name })
  return (
    <Button onClick={toggle} rightSection={<Kbd className="not-phone">T</Kbd>}>
      {isMine ? t('Release') : taking}
    </Button>
  )
}

/** One patient at the nurse's desk: who it is, the vital signs of the visit, and how they went before. */
export const VitalsPanel = ({ visit, onSent, onBack }: Props) => {
  const triage = useQuery({ ...query(getTriage, { params: { id: visit.triage ?? 0 } }), enabled: visit.triage !== null })
  return (
    <section className={`stack gap-5 ${styles.panel}`} aria-label={visitName(visit)}>
      <header className={`flex items-start gap-5 phone-column ${styles.head}`}>
        {onBack && (
          <Button leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
            {t('Queue')}
          </Button>
        )}
        <div className="grow stack">
          <h2>
            <bdi>{visitName(visit)}</bdi>
          </h2>
          <VisitHead visit={visit} />
        </div>
        <div className="row wrap">
          <Taking visit={visit} />
          <Button component={Link} to={`/dashboard/patients/${visit.patient}?tab=triage`}>
            {t('Patient page')}
          </Button>
        </div>
      </header>
      {visit.closed_at === null && visit.allergy_status && <AskAllergiesPanel patient={visit.patient} status={visit.allergy_status} />}
      {visit.closed_at === null && <PregnancyPanel patient={visit.patient} pregnancy={visit.pregnancy} />}
      {visit.triage === null ? (
        <Empty icon={IconUserQuestion} title={t('No triage in this visit')} />
      ) : (
        <FourStates query={triage} loading={<Loading rows={10} />}>
          {(record) => <Entry key={visit.id} visit={visit} triage={record} onSent={onSent} />}
        </FourStates>
      )}
    </section>
  )
}
