import { IconAlertOctagon, IconInfoCircle } from '@tabler/icons-react'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { alternativesText, warningTitle, warningWord } from './warning-labels.ts'
import type { PrescribedDrug } from './prescription-types.ts'
import warningsStyles from './warnings.module.css'

/** What the safety check says about a line: what stops in red with sign and word, what is only told quietly beneath. */
export const LineWarnings = ({ warnings }: { warnings: readonly SafetyWarning[] }) => {
  if (warnings.length === 0) return null
  const [stops, notes] = [warnings.filter(({ severity }) => severity === 'stop'), warnings.filter(({ severity }) => severity === 'note')]
  return (
    <ul className={`stack gap-2 mt-2 ${warningsStyles.warnings}`} data-part="rx-warnings">
      {stops.map((warning) => (
        <li key={warning.key} data-tone="critical" className={`flex break-anywhere gap-3 ${warningsStyles.stop}`} title={warning.source}>
          <IconAlertOctagon size={16} stroke={1.75} aria-hidden />
          <span>
            <b>
              {warningWord(warning.kind)}: {warningTitle(warning)}
            </b>{' '}
            {t(warning.detail)} {alternativesText(warning)}
          </span>
        </li>
      ))}
      {notes.map((warning) => (
        <li key={warning.key} className="flex break-anywhere gap-3 small t2" title={warning.source}>
          <IconInfoCircle size={14} stroke={1.75} aria-hidden />
          <span>
            {warningTitle(warning)} {t(warning.detail)} {alternativesText(warning)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Against what somebody went ahead, why, and who: in sight of whoever dispenses. */
export const OverrideMarks = ({ overrides }: { overrides: PrescribedDrug['overrides'] }) => {
  if (overrides.length === 0) return null
  return (
    <ul className={`mt-3 ${warningsStyles.overrides}`}>
      {overrides.map(({ key, stage, kind, title, detail, reason, by, at }) => (
        <li className="flex round-m gap-4 pad-3-4 outlined-tone tone-ground" key={`${stage}${key}`} data-tone="critical">
          <IconAlertOctagon size={16} stroke={1.75} aria-hidden />
          <span>
            <b title={detail}>
              {stage === 'prescribing' ? t('Warning overridden at prescribing') : t('Warning overridden at dispensing')} ·{' '}
              {warningWord(kind)}: {title}
            </b>
            <span className="break-anywhere block">
              {t('Reason:')} <q>{reason}</q>{' '}
              <span className="small t2" title={dateTime(at)}>
                {by}
              </span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
