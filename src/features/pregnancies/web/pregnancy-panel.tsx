import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { pregnancyWords, type PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { call } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { beginPregnancy, recordNotPregnant } from '../contract.ts'

const PregnancyDialog = lazy(async () => ({ default: (await import('./pregnancy-dialog.tsx')).PregnancyDialog }))

const KEY = 'Alt+U'

interface Props {
  patient: number
  /** Null for a man of whom none is recorded, and where the record is restricted: nothing is shown. */
  pregnancy: PregnancyOnScreen | null
  /** Of whom it is unknown is asked for it here. */
  isAskedOf?: boolean
}

type Part = 'dating' | 'outcome'

/** What is missing of a current pregnancy, or of the answer, in a word with what to do. */
const Missing = ({ patient, pregnancy, open }: { patient: number; pregnancy: PregnancyOnScreen; open: (part: Part) => void }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const isUnknown = pregnancy.state === 'unknown'
  const isPastDue = pregnancy.state === 'past due'
  const notPregnant = () => run(() => call(recordNotPregnant, { params: { id: patient }, body: {} }), t('Recorded: not pregnant today.'))
  return (
    <Note tone={isUnknown || isPastDue ? 'attention' : 'waiting'}>
      <span className="row wrap">
        <b className="grow">{pregnancyWords({ ...pregnancy, is_asked_of: true }, true)}</b>
        {isUnknown && can(recordNotPregnant) && (
          <Button loading={isRunning} onClick={notPregnant}>
            {t('Not pregnant')}
          </Button>
        )}
        <Button onClick={() => open(isPastDue ? 'outcome' : 'dating')} rightSection={<Kbd className="not-phone">{keyLabel(KEY)}</Kbd>}>
          {isUnknown ? t('Record pregnancy') : isPastDue ? t('Record outcome') : t('Date pregnancy')}
        </Button>
      </span>
    </Note>
  )
}

/** One key records, dates or ends the pregnancy of a patient; what is not known, not dated or past due says so. */
export const PregnancyPanel = ({ patient, pregnancy, isAskedOf = false }: Props) => {
  const { can } = useRights()
  const [part, setPart] = useState<Part | null>(null)
  const may = pregnancy !== null && can(beginPregnancy)
  const isPastDue = pregnancy?.state === 'past due'
  useKeys(may ? [{ keys: KEY, label: t('Pregnancy'), run: () => setPart(isPastDue ? 'outcome' : 'dating') }] : [])
  if (!may) return null
  const isUndated = pregnancy.state === 'pregnant' && pregnancy.gestation_days === null
  const isMissing = isPastDue || isUndated || (pregnancy.state === 'unknown' && isAskedOf)
  return (
    <>
      {isMissing && <Missing patient={patient} pregnancy={pregnancy} open={setPart} />}
      <Suspense>{part !== null && <PregnancyDialog patientId={patient} part={part} close={() => setPart(null)} />}</Suspense>
    </>
  )
}
