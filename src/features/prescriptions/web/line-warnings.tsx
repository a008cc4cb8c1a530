import { IconAlertOctagon, IconInfoCircle } from '@tabler/icons-react'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { t } from '#web/i18n.ts'
import { warningTitle, warningWord } from './warning-words.ts'
import './prescribing.css'

/** What the safety check says about a line: what stops in red with sign and word, what is only told quietly beneath. */
export const LineWarnings = ({ of: warnings }: { of: readonly SafetyWarning[] }) => {
  if (warnings.length === 0) return null
  const [stops, notes] = [warnings.filter(({ severity }) => severity === 'stop'), warnings.filter(({ severity }) => severity === 'note')]
  return (
    <ul className="rx-warnings">
      {stops.map((warning) => (
        <li key={warning.key} data-tone="critical" className="rx-stop" title={warning.source}>
          <IconAlertOctagon size={16} stroke={1.75} aria-hidden />
          <span>
            <b>
              {warningWord(warning.kind)}: {warningTitle(warning)}
            </b>{' '}
            {t(warning.detail)}
          </span>
        </li>
      ))}
      {notes.map((warning) => (
        <li key={warning.key} className="small t2" title={warning.source}>
          <IconInfoCircle size={14} stroke={1.75} aria-hidden />
          <span>
            {warningTitle(warning)} {t(warning.detail)}
          </span>
        </li>
      ))}
    </ul>
  )
}
