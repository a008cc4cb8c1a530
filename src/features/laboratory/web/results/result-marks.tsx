import { IconRobot } from '@tabler/icons-react'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import { flagsToLookAt, problemsIn } from '#features/laboratory/rules.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { remarkWord } from './labels.ts'

interface Marked {
  flag: string | null
  has_range: boolean
  is_range_confirmed: boolean | null
  instrument_comment: string
  instrument_flags: string
}

/** What an analyser said of a result or its sample, in full, with the known problem named first. Nothing where it said nothing. */
export const InstrumentRemark = ({ result }: { result: Pick<Marked, 'flag' | 'instrument_comment' | 'instrument_flags'> }) => {
  const flags = flagsToLookAt(result.instrument_flags, result.flag as Flag | null)
  const message = [result.instrument_comment.replaceAll('\n', '; '), flags.join(' ')].filter(Boolean).join(' · ')
  if (message === '') return null
  const problems = problemsIn(message)
  return (
    <span className="flow items-baseline gap-0-4 small text-wraps regular">
      <Status tone="attention" icon={IconRobot} whole>
        {problems.length > 0 ? problems.map(remarkWord).join(', ') : t('Analyser comment')}
      </Status>
      <span className="break-anywhere t1">{message}</span>
    </span>
  )
}

/** What has to be seen beside a result before it is approved: no range for the patient, a range that nobody confirmed, what the analyser said. */
export const ResultMarks = ({ result }: { result: Marked }) => (
  <>
    {!result.has_range && (
      <Status tone="attention" whole>
        {t('No range for this patient')}
      </Status>
    )}
    {result.is_range_confirmed === false && (
      <Status tone="inactive" whole>
        {t('Range not confirmed')}
      </Status>
    )}
    <InstrumentRemark result={result} />
  </>
)
