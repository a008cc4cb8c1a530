import { IconArrowMerge, IconCandle, IconUserOff } from '@tabler/icons-react'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'

export interface MarkedRecord {
  death: { died_on: string } | null
  is_active: boolean
  /** The number of the record that it was merged into. */
  merged_into: { unique_id: string } | null
  deactivation_reason?: string | null
}

/** "Died 26 Nov 2026". */
export const diedWords = ({ died_on }: { died_on: string }): string => t('Died {{day}}', { day: date(died_on) })

const deactivatedWords = (reason: string | null | undefined) => (reason ? t('Deactivated: {{reason}}', { reason }) : t('Deactivated'))

/**
 * What a record is that no work begins in: of a patient who died, merged into another one, or deactivated. Each has words and a sign of its own,
 * the same on every screen. Merged records are deactivated by the merge, and only that is said of them.
 */
export const RecordMarks = ({ record: { death, is_active, merged_into, deactivation_reason } }: { record: MarkedRecord }) => (
  <>
    {death && (
      <Status chip whole tone="attention" icon={IconCandle}>
        {diedWords(death)}
      </Status>
    )}
    {merged_into && (
      <Status chip whole tone="waiting" icon={IconArrowMerge}>
        {t('Merged into {{number}}', { number: merged_into.unique_id })}
      </Status>
    )}
    {!is_active && !merged_into && (
      <span title={deactivation_reason ?? undefined}>
        <Status chip tone="inactive" icon={IconUserOff}>
          {deactivatedWords(deactivation_reason)}
        </Status>
      </span>
    )}
  </>
)
