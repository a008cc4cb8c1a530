import type { TriageScale } from '#features/attendance/rules.ts'
import { t } from '#web/i18n.ts'
import { LevelName } from './level-name.tsx'
import { inWords } from './triage-words.ts'
import type { Suggestion } from '../suggest.ts'

const SHOWN = 5

/** The category that the recorded values suggest, with every reason and its source. The nurse decides. */
export const SuggestionTile = ({ suggestion: { level, reasons }, scale }: { suggestion: Suggestion; scale: TriageScale }) => (
  <section
    className="tile"
    aria-label={t('Suggested category')}
    data-tone={level === null ? undefined : level === 1 ? 'critical' : 'attention'}
    aria-live="polite"
  >
    <header className="row">
      <h3 className="label">{t('Suggested category')}</h3>
      {level !== null && <LevelName scale={scale} level={level} />}
    </header>
    {level === null ? (
      <p className="small t2">{t('No suggestion from what was recorded. Choose the category.')}</p>
    ) : (
      <ul className="suggestion-reasons small">
        {reasons.slice(0, SHOWN).map((reason) => (
          <li key={reason.rule} title={reason.source}>
            <b className="num">{reason.level}</b> {inWords(reason)}
            <span className="t3"> · {reason.source}</span>
            {!reason.is_confirmed && <span className="t3"> · {t('not confirmed by a clinical lead')}</span>}
          </li>
        ))}
        {reasons.length > SHOWN && <li className="t3">{t('{{n}} more', { n: reasons.length - SHOWN })}</li>}
      </ul>
    )}
  </section>
)
