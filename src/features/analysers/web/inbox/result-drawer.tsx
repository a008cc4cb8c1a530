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
const Compared = ({ result }: { result: InboxResult }) => (
  <div className="grid round-l gap-6 pad-5 two-columns outlined">
    <div>
      <div className="label">{t('Patient of the sample')}</div>
      {result.patient ? (
        <>
          <Link className="link strong accent-text" to={`/dashboard/patients/${result.patient}`}>
            {result.patient_name}
          </Link>
          <div className="small t2 num">{result.patient_number}</div>
        </>
      ) : (
        <span className="t3">{t('Unknown sample')}</span>
      )}
    </div>
    <div>
      <div className="label">{t('Patient in the message')}</div>
      {result.patient_ref ? (
        <span className="strong break-anywhere">{result.patient_ref}</span>
      ) : (
        <span className="t3">{t('Not stated')}</span>
      )}
    </div>
  </div>
)

const Facts = ({ result }: { result: InboxResult }) => {
  const facts: [string, string][] = [
    [t('Sample'), result.sample_chosen_at === null ? result.accession : (result.sample_code ?? '')],
    [t('Sample in the message'), result.sample_chosen_at === null ? '' : result.accession || t('Not stated')],
    [t('Sample chosen by'), [result.sample_chosen_by_name, result.sample_reason].filter(Boolean).join(': ')],
    [t('Code'), [result.code, result.code_text].filter(Boolean).join(' · ')],
    [t('Test'), result.panel_name ?? ''],
    [t('Analyser flags'), result.flags],
    [t('Analyser comment'), result.comment],
    [t('Measured'), result.observed_at ? dateTime(result.observed_at) : ''],
    [t('Received'), dateTime(result.received_at)],
    [t('Analyser'), result.equipment_name ?? ''],
    [t('Decided by'), result.resolved_by_name ?? ''],
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
const WholeChoice = ({ result, onClose, onDone }: { result: InboxResult; onClose: () => void; onDone: () => void }) => {
  const { data, isPending } = useQuery(query(getMessage, { params: { id: result.message } }))
  if (isPending) return <Loading rows={2} />
  const rows = (data?.result_rows ?? [result]).filter(({ state }) => state === 'waiting')
  const group = groupsOf(rows).find((all) => all.some(({ id }) => id === result.id)) ?? [result]
  return <ChooseSampleDialog results={group} onClose={onClose} onDone={onDone} />
}

const Actions = ({ result, onClose, onAssign }: { result: InboxResult; onClose: () => void; onAssign: () => void }) => {
  const { can } = useRights()
  const { retry, dismiss, isRunning } = useResolving(onClose)
  const [isMapping, setMapping] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { equipment } = result
  return (
    <div className={`flow gap-4 ${listsStyles.actions}`}>
      {equipment !== null && result.panel === null && can(putCodes) && (
        <Button variant="filled" onClick={() => setMapping(true)}>
          {t('Map code')}
        </Button>
      )}
      {can(resolveMessage) && <Button onClick={() => setChoosing(true)}>{t('Choose sample')}</Button>}
      <Button loading={isRunning} onClick={() => retry([result])}>
        {t('Try again')}
      </Button>
      {result.sample !== null && <Button onClick={onAssign}>{t('Assign to test')}</Button>}
      <Button color="var(--k-critical)" loading={isRunning} onClick={() => dismiss([result])}>
        {t('Dismiss')}
      </Button>
      <Suspense>
        {isChoosing && <WholeChoice result={result} onClose={() => setChoosing(false)} onDone={onClose} />}
        {isMapping && equipment !== null && <MapDialog equipment={equipment} result={result} onClose={() => setMapping(false)} />}
      </Suspense>
    </div>
  )
}

/** One result of an analyser: why it waits, whose it may be, and what can be done about it. */
export const ResultDrawer = ({ result, onClose }: { result: InboxResult; onClose: () => void }) => {
  const [isAssigning, setAssigning] = useState(false)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={`${result.code} ${result.value} ${unitText(result.unit)}`.trim()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className="form-stack">
        {result.state === 'waiting' ? <Note tone="attention">{reasonText(result)}</Note> : <ResultMark state={result.state} />}
        {result.state !== 'waiting' && result.reason !== '' && <p className="t2">{reasonText(result)}</p>}
        <Compared result={result} />
        {isAssigning ? (
          <Suspense fallback={<Loading rows={5} />}>
            <AssignForm result={result} onCancel={() => setAssigning(false)} onDone={onClose} />
          </Suspense>
        ) : (
          <>
            <Facts result={result} />
            <Link className="link accent-text" to={`${SECTION}/messages/${result.message}`}>
              {t('Full message')}
            </Link>
            {result.state === 'waiting' && <Actions result={result} onClose={onClose} onAssign={() => setAssigning(true)} />}
          </>
        )}
      </div>
    </Drawer>
  )
}
