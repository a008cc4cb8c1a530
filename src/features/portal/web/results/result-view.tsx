import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note, Status } from '#web/ui/status.tsx'
import { OwnFacts } from '../own-line.tsx'
import type { OwnResult } from './calls.ts'
import { RangeMark } from './range-mark.tsx'
import { Trend } from './trend.tsx'
import { placeWord, rangeWords, withUnit } from './words.ts'

/** One result: what was found stands on it, all that is known of it within. */
export const ResultView = ({ of: result, isOpen, isNew }: { of: OwnResult; isOpen: boolean; isNew: boolean }) => {
  const { name, explanation, flag, is_corrected, comment, taken_at, approved_at, method } = result
  const place = placeWord(flag)
  return (
    <details className="own-result" open={isOpen}>
      <summary>
        <span className="grow">{name}</span>
        <b className="num value">{withUnit(result)}</b>
        {place && <Status tone={place.tone}>{place.word}</Status>}
        {isNew && (
          <Status tone="progress" chip>
            {t('New')}
          </Status>
        )}
      </summary>
      <div className="own-stack">
        {explanation && <p>{explanation}</p>}
        {is_corrected && <Note tone="attention">{t('This result was corrected; the one before was wrong.')}</Note>}
        <RangeMark of={result} />
        <OwnFacts
          rows={[
            [t('Usual range'), rangeWords(result)],
            [t('The laboratory says'), comment],
            [t('Sample taken'), dateTime(taken_at)],
            [t('Approved'), dayOf(approved_at)],
            [t('Method'), method],
          ]}
        />
        <Trend of={result} />
      </div>
    </details>
  )
}
