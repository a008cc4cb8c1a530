import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Bmi } from '../bmi.ts'
import { newsParts, type News2 } from '../news2.ts'
import { pewsParts, type Pews } from '../pews.ts'
import { bandAdvice, bandTone, bandWord, bmiReasonWord, bmiWord, partWord, pewsPartWord, reasonWord } from './triage-labels.ts'
import styles from './triage.module.css'

const Parts = ({ score: { parts } }: { score: News2 }) => {
  const scored = newsParts.filter((part) => (parts[part] ?? 0) > 0)
  return scored.length > 0 ? (
    <ul className={`flow ${styles.newsParts} small`}>
      {scored.map((part) => (
        <li key={part} data-tone={parts[part] === 3 ? 'critical' : 'attention'}>
          {partWord(part)} <b className="num">{parts[part]}</b>
        </li>
      ))}
    </ul>
  ) : null
}

/** The early warning score with what it is made of, or why there is none. */
export const NewsTile = ({ score }: { score: News2 }) => (
  <section
    className={`stack round-l gap-2 pad-4-5 ${styles.tile}`}
    aria-label="NEWS2"
    data-tone={score.band ? bandTone[score.band] : undefined}
  >
    <header className="row">
      <h3 className="label">NEWS2</h3>
      {score.band && <Status tone={bandTone[score.band]}>{bandWord(score.band)}</Status>}
    </header>
    {score.score !== null && score.band ? (
      <p className="row">
        <b className={`nowrap ${styles.tileFigure} num`}>{score.score}</b>
        <span className="small t2">{bandAdvice(score.band)}</span>
      </p>
    ) : (
      <p className="small t2">{score.reason && reasonWord(score.reason, score.missing)}</p>
    )}
    <Parts score={score} />
  </section>
)

/** The least that the paediatric score comes to, with what was not recorded. */
export const PewsTile = ({ score: { atLeast, parts, missing } }: { score: Pews }) => (
  <section
    className={`stack round-l gap-2 pad-4-5 ${styles.tile}`}
    aria-label={t('Paediatric score')}
    data-tone={atLeast >= 9 ? 'critical' : atLeast >= 5 ? 'attention' : undefined}
  >
    <header className="row">
      <h3 className="label">{t('Paediatric score')}</h3>
    </header>
    <p className="row">
      <b className={`nowrap ${styles.tileFigure} num`}>≥ {atLeast}</b>
      <span className="small t2">{t('Not recorded: {parts}', { parts: missing.map(pewsPartWord).join(', ') })}</span>
    </p>
    <ul className={`flow ${styles.newsParts} small`}>
      {pewsParts
        .filter((part) => (parts[part] ?? 0) > 0)
        .map((part) => (
          <li key={part} data-tone={parts[part] === 4 ? 'critical' : 'attention'}>
            {pewsPartWord(part)} <b className="num">{parts[part]}</b>
          </li>
        ))}
    </ul>
  </section>
)

/** The body mass index and its class, or why it has none. */
export const BmiTile = ({ bmi: { value, class: name, reason } }: { bmi: Bmi }) => (
  <section className={`stack round-l gap-2 pad-4-5 ${styles.tile}`} aria-label={t('Body mass index')}>
    <header className="row">
      <h3 className="label">{t('Body mass index')}</h3>
    </header>
    {value === null ? (
      <p className="small t2">{t('Enter weight and height.')}</p>
    ) : (
      <p className="row">
        <b className={`nowrap ${styles.tileFigure} num`}>{number(value, 1)}</b>
        <span className="small t2">{name ? bmiWord(name) : reason && bmiReasonWord(reason)}</span>
      </p>
    )}
  </section>
)
