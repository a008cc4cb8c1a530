import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { call } from '#web/calls/api.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { recordNoKnownAllergies } from '../contract-answers.ts'

/** Records that a patient has no known allergies, as they were seen under `version`. */
export const useNoKnownAllergies = (patient: number, version: number) => {
  const { run, isRunning } = useDeed()
  return {
    isRunning,
    record: () =>
      run(() => call(recordNoKnownAllergies, { params: { id: patient }, body: { version } }), t('Recorded: no known allergies.')),
  }
}

interface Props {
  patient: number
  version: number
  rightSection?: ReactNode
}

/** One press for the answer of most patients; nothing without the right. */
export const NoKnownAllergiesButton = ({ patient, version, rightSection }: Props) => {
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
