import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { putCodes } from '#features/analysers/contract.ts'
import { getMessage, resolveMessage } from '#features/analysers/contract-inbox.ts'
import type { InboxResult } from '../analyser-types.ts'
import { SECTION } from '../analyser-nav.tsx'
import { reasonText, ResultMark } from '../labels.tsx'
import { groupsOf } from './same-sample.ts'
import { useResolving } from './use-resolving.ts'
import listsStyles from '../lists.module.css'

const ChooseSampleDialog = lazy(async () => ({ default: (await import('./choose-sample-dialog.tsx')).ChooseSampleDialog }))
const AssignForm = lazy(async () => ({ default: (await import('./assign-form.tsx')).AssignForm }))
const MapDialog = lazy(async () => ({ default: (await import('./map-dialog.tsx')).MapDialog }))

/** The patient of the sample beside the one whom the message names: somebody compares them. */
const Compared = ({ of }: { of: InboxResult }) => (
  <div className="grid round-l gap-6 pad-5 two-columns outlined">
    <div>
      <div className="label">{t('Patient of the sample')}</div>
      {of.patient ? (
        <>
          <Link className="link strong accent-text" to={`/dashboard/patients/${of.patient}`}>
            {of.patient_name}
          </Link>
          <div className="small t2 num">{of.patient_number}</div>
        </>
      ) : (
        <span className="t3">{t('No sample has this number')}</span>
      )}
    </div>
    <div>
      <div className="label">{t('Patient in the message')}</div>
      {of.patient_ref ? <span className="strong break-anywhere">{of.patient_ref}</span> : <span className="t3">{t('Not named')}</span>}
    </div>
  </div>
)

const Facts = ({ of }: { of: InboxResult }) => {
  const facts: [string, string][] = [
    [t('Sample'), of.sample_chosen_at === null ? of.accession : (of.sample_code ?? '')],
    [t('Sample in the message'), of.sample_chosen_at === null ? '' : of.accession || t('Not named')],
    [t('Sample chosen by'), [of.sample_chosen_by_name, of.sample_reason].filter(Boolean).join(': ')],
    [t('Code'), [of.code, of.code_text].filter(Boolean).join(' · ')],
    [t('Test'), of.panel_name ?? ''],
    [t('Flags of the analyser'), of.flags],
    [t('The analyser says'), of.comment],
    [t('Measured'), of.observed_at ? dateTime(of.observed_at) : ''],
    [t('Came'), dateTime(of.received_at)],
    [t('Analyser'), of.equipment_name ?? ''],
    [t('Decided by'), of.resolved_by_name ?? ''],
  ]
  return (
    <dl className="facts num">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd className="break-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The sample for this result and for all of its message that name the same one. */
const WholeChoice = ({ of, onClose, onDone }: { of: InboxResult; onClose: () => void; onDone: () => void }) => {
  const { data, isPending } = useQuery(query(getMessage, { params: { id: of.message } }))
  if (isPending) return <Loading rows={2} />
  const rows = (data?.result_rows ?? [of]).filter(({ state }) => state === 'waiting')
  const group = groupsOf(rows).find((all) => all.some(({ id }) => id === of.id)) ?? [of]
  return <ChooseSampleDialog results={group} onClose={onClose} onDone={onDone} />
}

const Actions = ({ of, onClose, onAssign }: { of: InboxResult; onClose: () => void; onAssign: () => void }) => {
  const { can } = useRights()
  const { retry, dismiss, isRunning } = useResolving(onClose)
  const [isMapping, setMapping] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { equipment } = of
  return (
    <div className={`flow gap-4 ${listsStyles.actions}`}>
      {equipment !== null && of.panel === null && can(putCodes) && (
        <Button variant="filled" onClick={() => setMapping(true)}>
          {t('Map the code')}
        </Button>
      )}
      {can(resolveMessage) && <Button onClick={() => setChoosing(true)}>{t('Choose the sample')}</Button>}
      <Button loading={isRunning} onClick={() => retry([of])}>
        {t('Try again')}
      </Button>
      {of.sample !== null && <Button onClick={onAssign}>{t('Give it to a test')}</Button>}
      <Button color="var(--k-critical)" loading={isRunning} onClick={() => dismiss([of])}>
        {t('Set aside')}
      </Button>
      <Suspense>
        {isChoosing && <WholeChoice of={of} onClose={() => setChoosing(false)} onDone={onClose} />}
        {isMapping && equipment !== null && <MapDialog equipment={equipment} result={of} onClose={() => setMapping(false)} />}
      </Suspense>
    </div>
  )
}

/** One result of an analyser: why it waits, whose it may be, and what can be done about it. */
export const ResultDrawer = ({ of, onClose }: { of: InboxResult; onClose: () => void }) => {
  const [isAssigning, setAssigning] = useState(false)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={`${of.code} ${of.value} ${unitText(of.unit)}`.trim()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className="form-stack">
        {of.state === 'waiting' ? <Note tone="attention">{reasonText(of)}</Note> : <ResultMark state={of.state} />}
        {of.state !== 'waiting' && of.reason !== '' && <p className="t2">{reasonText(of)}</p>}
        <Compared of={of} />
        {isAssigning ? (
          <Suspense fallback={<Loading rows={5} />}>
            <AssignForm result={of} onCancel={() => setAssigning(false)} onDone={onClose} />
          </Suspense>
        ) : (
          <>
            <Facts of={of} />
            <Link className="link accent-text" to={`${SECTION}/messages/${of.message}`}>
              {t('The whole message')}
            </Link>
            {of.state === 'waiting' && <Actions of={of} onClose={onClose} onAssign={() => setAssigning(true)} />}
          </>
        )}
      </div>
    </Drawer>
  )
}
