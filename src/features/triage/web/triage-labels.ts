import { t } from '#web/i18n.ts'
import type { BmiClass } from '../bmi.ts'
import type { Flag } from '../limits.ts'
import { measureOf, type Consciousness, type MeasureKey, type Sentence } from '../measures.ts'
import type { PewsPart } from '../pews.ts'
import type { NewsBand, NewsPart, NewsReason } from '../news2.ts'

export const measureWord = (key: MeasureKey) => t(measureOf(key).label)

/** A sentence of the rules in the person's language. */
export const inWords = ({ text, values }: Sentence) =>
  t(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? t(value) : value])))

export const consciousnessWord = (value: Consciousness) =>
  ({
    alert: t('Fully alert'),
    confusion: t('Confused'),
    voice: t('Responds to voice'),
    pain: t('Responds to pain'),
    unresponsive: t('Unresponsive'),
  })[value]

export const flagWord = (flag: Flag) =>
  ({ low: t('Low'), high: t('High'), critical_low: t('Critically low'), critical_high: t('Critically high') })[flag]
/** What stands beside a figure: one letter, two when it is critical. */
export const flagMark = (flag: Flag) => ({ low: 'L', high: 'H', critical_low: 'LL', critical_high: 'HH' })[flag]

export const bandWord = (band: NewsBand) => ({ low: t('Low'), low_medium: t('Low to medium'), medium: t('Medium'), high: t('High') })[band]
export const bandTone = { low: 'done', low_medium: 'attention', medium: 'attention', high: 'critical' } as const
/** What a band asks for, as the Royal College of Physicians has it. */
export const bandAdvice = (band: NewsBand) =>
  ({
    low: t('Repeat observations within 4 to 12 hours.'),
    low_medium: t('A single value is serious: a nurse must reassess at once.'),
    medium: t('Monitor every hour; prompt review by a doctor.'),
    high: t('Emergency: monitor continuously, call a doctor now.'),
  })[band]

export const partWord = (part: NewsPart) =>
  ({
    respiration: t('Respiration'),
    spo2: t('SpO2'),
    oxygen: t('Air or oxygen'),
    systolic: t('Systolic pressure'),
    pulse: t('Pulse'),
    consciousness: t('Consciousness'),
    temperature: t('Temperature'),
  })[part]

export const pewsPartWord = (part: PewsPart) =>
  ({
    respiration: t('Respiration'),
    pulse: t('Pulse'),
    systolic: t('Systolic pressure'),
    spo2: t('SpO2'),
    oxygen: t('Air or oxygen'),
    distress: t('Work of breathing'),
    refill: t('Capillary refill'),
  })[part]

export const reasonWord = (reason: NewsReason, missing: readonly NewsPart[]) =>
  ({
    age_unknown: t('No score: age unknown.'),
    under_16: t('No score: NEWS2 does not apply under 16 years.'),
    pregnant: t('No score: NEWS2 does not apply in pregnancy.'),
    incomplete: t('Score incomplete. Missing: {parts}', { parts: missing.map(partWord).join(', ') }),
  })[reason]

export const bmiWord = (name: BmiClass) =>
  ({
    severe_thinness: t('Severe thinness'),
    moderate_thinness: t('Moderate thinness'),
    mild_thinness: t('Mild thinness'),
    normal: t('Normal'),
    overweight: t('Overweight'),
    obese_1: t('Obesity, class I'),
    obese_2: t('Obesity, class II'),
    obese_3: t('Obesity, class III'),
  })[name]
export const bmiReasonWord = (reason: 'age_unknown' | 'under_19' | 'pregnant') =>
  ({
    age_unknown: t('Not classified: age unknown.'),
    under_19: t('Not classified: BMI of children and adolescents depends on age and sex.'),
    pregnant: t('Not classified in pregnancy.'),
  })[reason]
