import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { createConsultation, addProblem } from '#features/consultations/contract.ts'
import { NotePanel } from '#features/consultations/web/note-panel.tsx'
import { SignedNotePanel } from '#features/consultations/web/signed-note-panel.tsx'
import { CriticalValuesBanner } from '#features/laboratory/web/critical-banner.tsx'
import { addAlert } from '#features/patients/contract.ts'
import { AskAllergiesPanel } from '#features/patients/web/ask-allergies-panel.tsx'
import { isAskedOfPregnancy } from '#features/patients/web/pregnancy-status.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { PregnancyPanel } from '#features/pregnancies/web/pregnancy-panel.tsx'
import { TimelinePanel } from '#features/timeline/web/timeline-panel.tsx'
import { call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { NextStep } from './next-step.tsx'
import { OrdersTray } from './orders-tray.tsx'
import { useCallAfter, useQueue } from './use-doctor-queue.ts'
import { useWorkspace, type WorkspaceOnScreen } from './use-workspace.ts'
import styles from './workspace.module.css'
import { dateTime, time } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { markCriticalSeen } from '#features/triage/contract.ts'

type Triage = NonNullable<WorkspaceOnScreen['triage']>

interface Shown {
  label: string
  value: string | number | null
  unit: string
  flag: string | undefined
}
const pressure = ({ systolic, diastolic }: Triage) =>
  systolic === null && diastolic === null ? null : `${systolic ?? '–'}/${diastolic ?? '–'}`

const toShown = (triage: Triage): Shown[] => {
  const { flags } = triage
  return [
    { label: t('BP'), value: pressure(triage), unit: 'mmHg', flag: flags['systolic'] ?? flags['diastolic'] },
    { label: t('Pulse'), value: triage.pulse, unit: '/min', flag: flags['pulse'] },
    { label: t('Temp'), value: triage.temperature, unit: '°C', flag: flags['temperature'] },
    { label: t('Resp'), value: triage.respiration, unit: '/min', flag: flags['respiration'] },
    { label: 'SpO2', value: triage.spo2, unit: '%', flag: flags['spo2'] },
    { label: t('Glucose'), value: triage.glucose, unit: 'mmol/L', flag: flags['glucose'] },
    { label: t('Pain'), value: triage.pain, unit: '/10', flag: flags['pain'] },
    { label: t('Weight'), value: triage.weight === null ? null : Number(triage.weight), unit: 'kg', flag: undefined },
    { label: t('BMI'), value: triage.bmi, unit: 'kg/m²', flag: undefined },
    { label: 'NEWS2', value: triage.news2.score, unit: '', flag: triage.news2.band === 'high' ? 'critical' : undefined },
  ].filter(({ value }) => value !== null)
}

const flagWord = (flag: string) =>
  flag === 'critical' ? t('Critical') : flag.includes('low') ? t('Low') : flag.includes('high') ? t('High') : t('Abnormal')
const flagLetter = (flag: string) => (flag.includes('low') ? 'L' : flag === 'critical' ? '!' : 'H')

const Seen = ({ triage }: { triage: Triage }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const { critical_at, critical_text, critical_seen_at, id, version } = triage
  if (!critical_at || critical_seen_at) return null
  return (
    <Note tone="critical" alert>
      <span className="row">
        <b className="grow">
          {critical_text} · {time(critical_at)}
        </b>
        {can(markCriticalSeen) && (
          <Button
            size="compact-sm"
            loading={isRunning}
            onClick={() => run(() => call(markCriticalSeen, { params: { id }, body: { version } }))}
          >
            {t('Acknowledge')}
          </Button>
        )}
      </span>
    </Note>
  )
}

/** The latest vital signs of the visit in one line, what is out of the ordinary marked by letter and colour. */
const VitalsStrip = ({ triage }: { triage: Triage | null }) => {
  if (!triage) return null
  const shown = toShown(triage)
  return (
    <>
      <Seen triage={triage} />
      {shown.length > 0 ? (
        <dl
          className={`rigid line-bottom pad-3-0 terms ${styles.vitalsStrip}`}
          title={triage.taken_at ? t('Measured {at}', { at: dateTime(triage.taken_at) }) : undefined}
        >
          {shown.map(({ label, value, unit, flag }) => (
            <div key={label}>
              <dt className="small">{label}</dt>
              <dd className="nowrap strong num">
                {value}
                {unit && <small>{unit}</small>}
                {flag && (
                  <b data-critical={flag.includes('critical') || undefined} title={flagWord(flag)}>
                    {flagLetter(flag)}
                  </b>
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="line-bottom pad-4-6 small t3">{t('No vital signs in this visit.')}</p>
      )}
    </>
  )
}

const MANY = 4
const listed = (names: readonly string[]) =>
  names.length > MANY ? `${names.slice(0, MANY).join(', ')} ${t('and {count} more', { count: names.length - MANY })}` : names.join(', ')

/** Why the patient came, what they are known to have, and what they take: above the note. */
const KnownStrip = ({ reason, problems, medicines }: { reason: string } & Pick<WorkspaceOnScreen, 'problems' | 'medicines'>) => {
  const active = problems.filter(({ status }) => status === 'active').map(({ title }) => title)
  const taken = [...new Set((medicines ?? []).map(({ name }) => name))]
  return (
    <dl className="line-bottom terms small pad-3-6">
      <div className="flex gap-4">
        <dt className="rigid">{t('Reason for visit')}</dt>
        <dd className="break-anywhere">{reason}</dd>
      </div>
      {active.length > 0 && (
        <div className="flex gap-4" title={active.join(', ')}>
          <dt className="rigid">{t('Problems')}</dt>
          <dd className="break-anywhere">{listed(active)}</dd>
        </div>
      )}
      {taken.length > 0 && (
        <div className="flex gap-4" title={taken.join(', ')}>
          <dt className="rigid">{t('Medicines')}</dt>
          <dd className="break-anywhere">{listed(taken)}</dd>
        </div>
      )}
    </dl>
  )
}

type Part = 'timeline' | 'note' | 'orders'
type Visit = NonNullable<WorkspaceOnScreen['visit']>

const PrintVisitSummary = lazy(async () => ({
  default: (await import('#features/visit-summary/web/visit-summary-panel.tsx')).PrintVisitSummary,
}))
const AddToRecordDialog = lazy(async () => ({
  default: (await import('#features/patients/web/add-to-record-dialog.tsx')).AddToRecordDialog,
}))
const ProblemDialog = lazy(async () => ({ default: (await import('#features/consultations/web/problem-dialog.tsx')).ProblemDialog }))

/** One key adds a problem or an alert while a note is being written; the cursor goes back into it. */
const AddByKey = ({ patient }: { patient: number }) => {
  const { can } = useRights()
  const [adding, setAdding] = useState<'alert' | 'problem' | null>(null)
  useKeys([
    ...(can(addProblem) ? [{ keys: 'Alt+M', label: t('Add problem'), run: () => setAdding('problem') }] : []),
    ...(can(addAlert) ? [{ keys: 'Alt+W', label: t('Add alert'), run: () => setAdding('alert') }] : []),
  ])
  if (adding === null) return null
  const close = () => setAdding(null)
  return (
    <Suspense>
      {adding === 'problem' ? (
        <ProblemDialog patientId={patient} close={close} />
      ) : (
        <AddToRecordDialog what={adding} patientId={patient} close={close} />
      )}
    </Suspense>
  )
}

/** The note in the middle: the caller's own to write, those of others to read. */
const Notes = ({ visit, workspace }: { visit: Visit; workspace: WorkspaceOnScreen }) => {
  const { can } = useRights()
  const { draft, notes, triage, problems, medicines, tests, prescription } = workspace
  const signedByMe = notes.some(({ signed_at }) => signed_at !== null)
  const [isWriting, setWriting] = useState(draft !== null || !signedByMe)
  const [signed, setSigned] = useState<{ disposition: string | null; follow_up_on: string | null } | null>(null)
  const latest = signed ?? notes.at(0)
  const strips = (
    <>
      <CriticalValuesBanner visit={visit.id} />
      <VitalsStrip triage={triage} />
      <KnownStrip reason={visit.reason} problems={problems} medicines={medicines} />
    </>
  )
  const toProblems = ({ diagnosis_code, title }: { diagnosis_code: number | null; title: string }) =>
    void call(addProblem, { params: { id: visit.patient }, body: diagnosis_code === null ? { title } : { diagnosis_code } }).then(
      () => toast.done(t('{title} added to the problem list.', { title })),
      (error: unknown) => toast.failed(error),
    )
  const writes = can(createConsultation) && (isWriting || draft !== null)
  return (
    <div className={`gap-5 ${styles.notesColumn}`}>
      {writes ? (
        <NotePanel
          key={visit.id}
          visit={visit.id}
          draft={draft}
          vitals={strips}
          onProblem={can(addProblem) ? toProblems : undefined}
          onSigned={(note) => {
            setSigned(note)
            setWriting(false)
          }}
        />
      ) : (
        <SignedNotePanel notes={notes} head={strips} onWrite={can(createConsultation) ? () => setWriting(true) : undefined} />
      )}
      {writes && notes.length > 0 && <SignedNotePanel notes={notes} />}
      {signedByMe && (
        <div>
          <Suspense>
            <PrintVisitSummary visit={visit.id} />
          </Suspense>
        </div>
      )}
      {!writes && (
        <NextStep
          visit={visit}
          disposition={latest?.disposition ?? null}
          followUpOn={latest?.follow_up_on ?? null}
          hasTests={(tests ?? []).some(({ panels }) => panels.some(({ state }) => state !== 'approved' && state !== 'cancelled'))}
          hasDrugs={prescription !== null && prescription.status !== 'external'}
        />
      )}
    </div>
  )
}

const NotHere = () => (
  <Empty icon={IconDoorEnter} title={t('Patient not on site')}>
    {t('Start a visit at reception. The record is under the other tabs.')}
  </Empty>
)

const Work = ({ visit, workspace }: { visit: Visit; workspace: WorkspaceOnScreen }) => {
  const go = useNavigate()
  const [part, setPart] = useState<Part>('note')
  const queue = useQueue()
  const openTab = (tab: string) => void go(`/dashboard/patients/${visit.patient}?tab=${tab}`)
  const next = queue.next(visit.id)
  const callAfter = useCallAfter(queue)
  const callNext = () => {
    if (!next) return toast.done(t('No more patients waiting for you.'))
    return void callAfter(visit.id, next)
  }
  useKeys([{ keys: 'Alt+N', label: t('Next patient'), run: callNext, always: true }])
  const isFree = visit.attended_by === null && queue.mayAttend(visit.track)
  return (
    <div className={`stack fill gap-4 ${styles.workspace}`}>
      {isFree && (
        <div className="row pad-2-5">
          <span className="grow t2">{t('Not yet seen')}</span>
          <Button onClick={() => void queue.call(visit)}>{t('Start consultation')}</Button>
        </div>
      )}
      {visit.allergy_status && <AskAllergiesPanel patient={visit.patient} status={visit.allergy_status} />}
      <PregnancyPanel patient={visit.patient} pregnancy={visit.pregnancy} isAskedOf={isAskedOfPregnancy(visit)} />
      <ChoiceField
        className={`rigid ${styles.workspaceParts}`}
        aria-label={t('Visit sections')}
        data={[
          { value: 'timeline', label: t('Timeline') },
          { value: 'note', label: t('Note') },
          { value: 'orders', label: t('Orders') },
        ]}
        value={part}
        onChange={setPart}
      />
      <div className={`fill grid gap-5 narrow-one ${styles.work}`} data-part={part}>
        <TimelinePanel patientId={visit.patient} onOpen={openTab} />
        <Notes visit={visit} workspace={workspace} />
        <OrdersTray visit={visit} />
      </div>
      <AddByKey patient={visit.patient} />
    </div>
  )
}

/** The visit of now: history left, note in the middle, orders right. */
export const DoctorDesk = ({ patient }: { patient: PatientRecord }) => (
  <FourStates query={useWorkspace(patient.id)} loading={<Loading rows={10} height={32} />}>
    {(workspace) => (workspace.visit ? <Work key={workspace.visit.id} visit={workspace.visit} workspace={workspace} /> : <NotHere />)}
  </FourStates>
)
