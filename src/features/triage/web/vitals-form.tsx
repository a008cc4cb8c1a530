import { Button, Kbd, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useReducer, useState } from 'react'
import type { PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { query } from '#web/calls/api.ts'
import { ago, dateTime, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { Note } from '#web/ui/status.tsx'
import { bmiOf } from '../bmi.ts'
import { getTriageSettings } from '../contract.ts'
import { numberOrNull, useLimits } from './use-limits.ts'
import { criticalText, flagsOf, monthsBetween } from '../limits.ts'
import { asksDangerSigns } from '../danger-signs.ts'
import { knownValues } from '../known-values.ts'
import { levelOf } from '../levels.ts'
import { news2, type Spo2Scale } from '../news2.ts'
import { pews } from '../pews.ts'
import { suggestLevel, type Suggestion } from '../suggest.ts'
import { DangerSignsField } from './danger-signs-field.tsx'
import { LevelPicker } from './level-picker.tsx'
import { LineBox } from './line-box.tsx'
import { PregnancyQuestion } from './pregnancy-question.tsx'
import { BmiTile, NewsTile, PewsTile } from './score-tiles.tsx'
import { bandWord, measureWord, inWords } from './triage-labels.ts'
import { daysOld, useVitalsForm } from './use-vitals-form.ts'
import { VitalBoxes } from './vital-boxes.tsx'
import { toRecorded, setOf, type SetOnScreen, type TriageRecord } from './vitals-values.ts'
import { measureKeys, type MeasureKey } from '../measures.ts'
import type { TriageScale } from '#features/attendance/rules.ts'
import { LevelName } from './level-name.tsx'
import styles from './triage.module.css'

const SHOWN = 5

/** The category that the recorded values suggest, with every reason and its source. The nurse decides. */
const SuggestionTile = ({ suggestion: { level, reasons }, scale }: { suggestion: Suggestion; scale: TriageScale }) => (
  <section
    className={`stack round-l gap-2 pad-4-5 ${styles.tile}`}
    aria-label={t('Suggested category')}
    data-tone={level === null ? undefined : level === 1 ? 'critical' : 'attention'}
  >
    <header className="row">
      <h3 className="label">{t('Suggested category')}</h3>
      {level !== null && <LevelName scale={scale} level={level} />}
    </header>
    {level === null ? (
      <p className="small t2">{t('No suggestion from the recorded values. Choose the category.')}</p>
    ) : (
      <ul className="stack gap-1 small">
        {reasons.slice(0, SHOWN).map((reason) => (
          <li key={reason.rule} title={reason.source}>
            <b className="num">{reason.level}</b> {inWords(reason)}
            <span className="t3"> · {reason.source}</span>
            {!reason.is_confirmed && <span className="t3"> · {t('not confirmed by a clinical lead')}</span>}
          </li>
        ))}
        {reasons.length > SHOWN && <li className="t3">{t('{n} more', { n: reasons.length - SHOWN })}</li>}
      </ul>
    )}
  </section>
)

/** Reads out what the values come to, once, when a box or the line is left: not at each letter. */
const Summary = ({ text, asks }: { text: string; asks: number }) => {
  const [read, setRead] = useState({ text: '', asks: 0 })
  if (read.asks !== asks) setRead({ text, asks })
  return <VisuallyHidden role="status">{read.text}</VisuallyHidden>
}

const ImplausibleDialog = lazy(async () => ({ default: (await import('#web/forms/implausible-dialog.tsx')).ImplausibleDialog }))
const ClashDialog = lazy(async () => ({ default: (await import('#web/ui/clash-dialog.tsx')).ClashDialog }))

const toLevel = () => document.querySelector<HTMLElement>('[data-part="levels"] input:checked, [data-part="levels"] input')?.focus()

interface Props {
  triage: TriageRecord
  corrected?: SetOnScreen | undefined
  pregnancy: PregnancyOnScreen | null
  /** The question for a pregnancy comes first. */
  asksPregnancy: boolean
  /** Sends the patient on once the set is saved; left out where nobody may. */
  onSend?: (() => void) | undefined
  /** The set is saved; the patient goes on with it, or stays. */
  onSaved: (isSent: boolean) => void
  onCancel?: (() => void) | undefined
}

/** One set of vital signs: the line, the boxes, what they say, the level, and the way on. */
export const VitalsForm = ({ triage, corrected, pregnancy, asksPregnancy, onSend, onSaved, onCancel }: Props) => {
  const limits = useLimits()
  const { data: settings } = useQuery({ ...query(getTriageSettings), staleTime: Infinity })
  const vitals = useVitalsForm({
    triage,
    pregnancy,
    corrected,
    onSaved: (saved, next) => {
      if (saved) onSaved(next === 'send')
      if (next === 'send') onSend?.()
    },
  })
  const { form, shown, assessed, submit, errors, draft, clash, saving, asking } = vitals
  const months = triage.date_of_birth === null ? null : monthsBetween(triage.date_of_birth, today())
  const typed = setOf(shown)
  const set = setOf(assessed)
  const spo2Scale: Spo2Scale = shown.spo2_scale === '2' ? 2 : 1
  const isPregnant = shown.is_pregnant === 'yes'
  const about = { months, isPregnant, scale: spo2Scale }
  const flags = flagsOf(set, limits, { months, spo2Scale, isPregnant })
  const early = news2(set, about)
  const critical = criticalText(set, flags, early)
  // A body is seldom weighed twice on one visit; a correction says all there is.
  const known = (key: 'weight' | 'height') =>
    corrected ? null : numberOrNull(triage.observations.find((one) => one.replaced_by === null && one[key] !== null)?.[key])
  // A level keeps the scale it was given by; a new one goes by the clinic's.
  const scale = settings?.scale ?? triage.scale ?? 'manchester'
  const child = pews(set, months, shown.danger_signs?.includes('severe_distress') ?? false)
  const others = triage.observations.filter(({ id, replaced_by }) => replaced_by === null && id !== corrected?.id).map(toRecorded)
  const all = knownValues([{ set, signs: shown.danger_signs }, ...others])
  const suggestion = suggestLevel(
    {
      ...all,
      days: daysOld(triage),
      months,
      flags: flagsOf(all.set, limits, { months, spo2Scale, isPregnant }),
      news: news2(all.set, about),
      pews: pews(all.set, months, all.signs?.includes('severe_distress') ?? false),
    },
    scale,
  )
  const summary = [
    suggestion.level !== null && `${t('Suggested category')}: ${suggestion.level} ${t(levelOf(scale, suggestion.level)?.name ?? '')}`,
    !child && early.band && `NEWS2: ${early.score} ${bandWord(early.band)}`,
    child && `${t('Paediatric score')}: ≥ ${child.atLeast}`,
  ]
    .filter(Boolean)
    .join('. ')
  const [asks, ask] = useReducer((n: number) => n + 1, 0)
  useKeys([
    { keys: 'Mod+S', label: t('Save'), run: () => submit('stay'), always: true },
    ...(onSend ? [{ keys: 'Alt+D', label: t('Save and send to doctor'), run: () => submit('send'), always: true }] : []),
  ])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears when a box inside is left
    <form
      noValidate
      className="stack gap-5"
      aria-busy={saving}
      aria-label={corrected ? t('Correct latest vital signs') : t('Vital signs')}
      onBlur={ask}
      onSubmit={(event) => {
        event.preventDefault()
        submit(onSend ? 'send' : 'stay')
      }}
    >
      {draft && (
        <Note tone="waiting">
          <span className="row">
            <span className="grow" title={dateTime(draft.at)}>
              {t('Draft restored')} · {ago(draft.at)}
            </span>
            <Button size="compact-sm" onClick={draft.discard}>
              {t('Discard draft')}
            </Button>
          </span>
        </Note>
      )}
      {errors.map((text) => (
        <Note key={text} tone="critical" alert>
          {text}
        </Note>
      ))}
      {asksPregnancy && <PregnancyQuestion vitals={vitals} patient={triage.patient} pregnancy={pregnancy} />}
      <LineBox vitals={vitals} onDone={toLevel} />
      {asksDangerSigns(months) && (
        <DangerSignsField months={months} value={shown.danger_signs} onChange={(signs) => form.setFieldValue('danger_signs', signs)} />
      )}
      <div className={`grid items-start gap-6 ${styles.vitalsCols}`}>
        <VitalBoxes vitals={vitals} limits={limits} flags={flags} months={months} />
        <div className={`stack min-w-0 gap-5 ${styles.vitalsSide}`}>
          <SuggestionTile suggestion={suggestion} scale={scale} />
          <LevelPicker
            scale={scale}
            value={shown.level}
            onChange={(level) => form.setFieldValue('level', level)}
            suggested={suggestion.level}
            reason={shown.level_reason}
            onReason={(reason) => form.setFieldValue('level_reason', reason)}
            error={form.errors['level_reason']}
          />
          {child ? <PewsTile score={child} /> : <NewsTile score={early} />}
          <BmiTile bmi={bmiOf({ weight: typed.weight ?? known('weight'), height: typed.height ?? known('height') }, about)} />
        </div>
      </div>
      <Summary text={summary} asks={asks} />
      {critical && (
        <Note tone="critical" alert>
          <b>{t('Critical: {what}', { what: critical })}</b> {t('Doctors are notified as soon as this is saved.')}
        </Note>
      )}
      <div className="form-foot no-print">
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
        <span className="grow" />
        <Button
          loading={saving}
          variant={onSend ? 'default' : 'filled'}
          onClick={() => submit('stay')}
          rightSection={<Kbd className="not-phone">{keyLabel('Mod+S')}</Kbd>}
        >
          {t('Save')}
        </Button>
        {onSend && shown.level === '' && errors.length > 0 && (
          <Button color="var(--k-critical)" onClick={onSend}>
            {t('Send as emergency')}
          </Button>
        )}
        {onSend && (
          <Button type="submit" variant="filled" loading={saving} rightSection={<Kbd className="not-phone">{keyLabel('Alt+D')}</Kbd>}>
            {t('Save and send to doctor')}
          </Button>
        )}
      </div>
      <Suspense>
        {asking && (
          <ImplausibleDialog
            questions={asking.questions}
            labelOf={({ field }) => measureWord(field as MeasureKey)}
            onAnswer={asking.answer}
            onClose={asking.close}
          />
        )}
        {clash && <ClashDialog clash={clash} labels={Object.fromEntries(measureKeys.map((measure) => [measure, measureWord(measure)]))} />}
      </Suspense>
    </form>
  )
}
