import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PregnancyFlag } from '#features/patients/web/pregnancy-status.tsx'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { listPregnancies, recordNotPregnant } from '../contract.ts'
import { BeginForm, DatingForm, OutcomeForm } from './pregnancy-forms.tsx'

type Part = 'dating' | 'outcome'
interface Props {
  patientId: number
  /** What the dialog opens with where there is a pregnancy. */
  part?: Part | undefined
  close: () => void
}

/** One press for the answer of most patients: it holds for today. */
const NotPregnant = ({ patientId, close }: Omit<Props, 'part'>) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const record = () =>
    run(async () => {
      await call(recordNotPregnant, { params: { id: patientId }, body: {} })
      close()
    }, t('Recorded: not pregnant today.'))
  return (
    can(recordNotPregnant) && (
      <div className="row wrap">
        <span className="grow t2">{t('The patient reports not being pregnant:')}</span>
        <Button loading={isRunning} onClick={record}>
          {t('Not pregnant')}
        </Button>
      </div>
    )
  )
}

const Known = ({ status }: Pick<ResponseOf<typeof listPregnancies>, 'status'>) => (
  <div>
    <PregnancyFlag pregnancy={status} detailed />
  </div>
)

const Parts = ({ patientId, part: first = 'dating', close, known }: Props & { known: ResponseOf<typeof listPregnancies> }) => {
  const [part, setPart] = useState<Part>(first)
  const current = known.pregnancies.find(({ outcome }) => outcome === null)
  if (!current)
    return (
      <div className="form-stack">
        {known.status.state !== 'unknown' && <Known status={known.status} />}
        {known.status.state !== 'not pregnant' && <NotPregnant patientId={patientId} close={close} />}
        <BeginForm patientId={patientId} close={close} />
      </div>
    )
  return (
    <div className="form-stack">
      <Known status={known.status} />
      <ChoiceField
        aria-label={t('What to record')}
        data={[
          { value: 'dating', label: t('Dating') },
          { value: 'outcome', label: t('Outcome') },
        ]}
        value={part}
        onChange={setPart}
      />
      {part === 'dating' ? (
        <DatingForm key={current.id} patientId={patientId} pregnancy={current} close={close} />
      ) : (
        <OutcomeForm key={current.id} patientId={patientId} pregnancy={current} close={close} />
      )}
    </div>
  )
}

/** Records, dates or ends a pregnancy from wherever the patient is on the screen; the cursor goes back to where it was. */
export const PregnancyDialog = ({ patientId, part, close }: Props) => (
  <Modal opened onClose={close} size={560} title={t('Pregnancy')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {/* React carries its events on to the form that it was opened from: that one is not sent along. */}
    <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
      <FourStates query={useQuery(query(listPregnancies, { params: { id: patientId } }))} loading={<Loading rows={6} />}>
        {(known) => <Parts patientId={patientId} part={part} close={close} known={known} />}
      </FourStates>
    </div>
  </Modal>
)
