import { IconArrowMerge, IconCandle, IconUserOff, type Icon } from '@tabler/icons-react'
import type { Status as Tone } from '#web/look/tokens.ts'
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

interface Mark {
  kind: 'died' | 'merged' | 'deactivated'
  words: string
  tone: Tone
  icon: Icon
}

/** "Died 26 Nov 2026". */
export const diedWords = ({ died_on }: { died_on: string }): string => t('Died {day}', { day: date(died_on) })

const deactivatedWords = (reason: string | null | undefined) => (reason ? t('Deactivated: {reason}', { reason }) : t('Deactivated'))

/**
 * What a record is that no work begins in: of a patient who died, merged into another one, or deactivated. Each has words and a sign of its own,
 * the same on every screen. Merged records are deactivated by the merge, and only that is said of them.
 */
export const marksOf = ({ death, is_active, merged_into, deactivation_reason }: MarkedRecord): Mark[] => [
  ...(death ? [{ kind: 'died', words: diedWords(death), tone: 'attention', icon: IconCandle } as const] : []),
  ...(merged_into
    ? [
        {
          kind: 'merged',
          words: t('Merged into {number}', { number: merged_into.unique_id }),
          tone: 'waiting',
          icon: IconArrowMerge,
        } as const,
      ]
    : []),
  ...(!is_active && !merged_into
    ? [{ kind: 'deactivated', words: deactivatedWords(deactivation_reason), tone: 'inactive', icon: IconUserOff } as const]
    : []),
]

/** The marks of a record, whole. */
export const RecordMarks = ({ record }: { record: MarkedRecord }) =>
  marksOf(record).map(({ kind, words, tone, icon }) => (
    <Status key={kind} chip whole tone={tone} icon={icon}>
      {words}
    </Status>
  ))
