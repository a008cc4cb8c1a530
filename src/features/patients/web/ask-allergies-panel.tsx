import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { call } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import type { AllergyStatus } from '../contract-summaries.ts'
import { recordNoKnownAllergies } from '../contract-allergies.ts'
import { addAllergy } from '../contract.ts'

const AddToRecordDialog = lazy(async () => ({ default: (await import('./add-to-record-dialog.tsx')).AddToRecordDialog }))

const NONE_KEY = 'Alt+K'
const ADD_KEY = 'Alt+G'

/** Records that a patient has no known allergies, as they were seen under `version`. */
const useNoKnownAllergies = (patient: number, version: number) => {
  const { run, isRunning } = useAction()
  return {
    isRunning,
    record: () =>
      run(() => call(recordNoKnownAllergies, { params: { id: patient }, body: { version } }), t('Recorded: no known allergies.')),
  }
}

interface ButtonProps {
  patient: number
  version: number
  rightSection?: ReactNode
}

/** One press for the answer of most patients; nothing without the right. */
export const NoKnownAllergiesButton = ({ patient, version, rightSection }: ButtonProps) => {
  const { can } = useRights()
  const { record, isRunning } = useNoKnownAllergies(patient, version)
  return (
    can(recordNoKnownAllergies) && (
      <Button loading={isRunning} onClick={record} rightSection={rightSection}>
        {t('No known allergies')}
      </Button>
    )
  )
}

interface Props {
  patient: number
  status: Pick<AllergyStatus, 'state' | 'version'>
}

/** Asks for the allergies of a patient: one key records that none is known, another one opens the boxes of an allergy. */
export const AskAllergiesPanel = ({ patient, status }: Props) => {
  const { can } = useRights()
  const [isAdding, setAdding] = useState(false)
  const { record } = useNoKnownAllergies(patient, status.version)
  const isAsked = status.state !== 'not asked'
  useKeys([
    ...(!isAsked && can(recordNoKnownAllergies) ? [{ keys: NONE_KEY, label: t('No known allergies'), run: record }] : []),
    ...(can(addAllergy) ? [{ keys: ADD_KEY, label: t('Record allergy'), run: () => setAdding(true) }] : []),
  ])
  return (
    <>
      {!isAsked && can(recordNoKnownAllergies) && (
        <Note tone="attention">
          <span className="row wrap">
            <b className="grow">{t('Allergies: not asked yet')}</b>
            <NoKnownAllergiesButton
              patient={patient}
              version={status.version}
              rightSection={<Kbd className="not-phone">{keyLabel(NONE_KEY)}</Kbd>}
            />
            <Button onClick={() => setAdding(true)} rightSection={<Kbd className="not-phone">{keyLabel(ADD_KEY)}</Kbd>}>
              {t('Record allergy')}
            </Button>
          </span>
        </Note>
      )}
      <Suspense>{isAdding && <AddToRecordDialog what="allergy" patientId={patient} close={() => setAdding(false)} />}</Suspense>
    </>
  )
}
