import type { PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import type { addObservation, getTriage } from '../contract.ts'
import type { DangerSignKey } from '../danger-signs.ts'
import { readLine } from '../line.ts'
import {
  measureKeys,
  measureOf,
  numberIn,
  problemOf,
  rounded,
  type Consciousness,
  type MeasureKey,
  type Sentence,
  type VitalSet,
} from '../measures.ts'

export type TriageRecord = ResponseOf<typeof getTriage>
export type SetOnScreen = TriageRecord['observations'][number]
export type TriageBody = NonNullable<RequestOf<typeof addObservation>['body']>

/** Whether the patient is pregnant, as it was said: '' while it was not asked. */
export type PregnancyAnswer = '' | 'yes' | 'no'

/** What the boxes hold: texts, '' for what was not measured. */
export type VitalValues = Record<MeasureKey, string> & {
  /** What is typed in one line, until it has gone into the boxes. */
  line: string
  on_oxygen: '' | 'air' | 'oxygen'
  consciousness: '' | Consciousness
  danger_signs: DangerSignKey[] | null
  notes: string
  level: string
  /** Why the level is less urgent than the suggestion. */
  level_reason: string
  is_pregnant: PregnancyAnswer
  spo2_scale: string
}

const noMeasures = Object.fromEntries(measureKeys.map((key) => [key, ''])) as Record<MeasureKey, string>

const airOf = (onOxygen: boolean | null | undefined) => (onOxygen === true ? 'oxygen' : onOxygen === false ? 'air' : '')
/** A figure as it is read: without zeros that say nothing. */
export const figure = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(Number(value))

/** A figure that is measured to a tenth, as it stands in a column: 38.0 under 37.9. */
export const tenths = (value: string | number | null | undefined): string => {
  const text = figure(value)
  return text === '' || text.includes('.') ? text : `${text}.0`
}

/** What was said in this visit; before that, what the record knows today. */
export const answerOf = (
  { is_pregnant: isPregnant }: Pick<TriageRecord, 'is_pregnant'>,
  pregnancy: PregnancyOnScreen | null,
): PregnancyAnswer => {
  if (isPregnant !== null) return isPregnant ? 'yes' : 'no'
  if (pregnancy?.state === 'pregnant') return 'yes'
  return pregnancy?.state === 'not pregnant' ? 'no' : ''
}

/** Empty boxes for a new set; those of the latest set when it is to be corrected. */
export const valuesOf = (triage: TriageRecord, corrected?: SetOnScreen, pregnancy: PregnancyOnScreen | null = null): VitalValues => ({
  ...noMeasures,
  ...(corrected && (Object.fromEntries(measureKeys.map((key) => [key, figure(corrected[key])])) as Record<MeasureKey, string>)),
  line: '',
  on_oxygen: airOf(corrected?.on_oxygen),
  consciousness: corrected?.consciousness ?? '',
  danger_signs: corrected?.danger_signs ?? null,
  notes: corrected?.notes ?? '',
  level_reason: triage.level_reason ?? '',
  level: triage.level === null ? '' : String(triage.level),
  is_pregnant: answerOf(triage, pregnancy),
  spo2_scale: String(triage.spo2_scale),
})

/** The boxes with what the line says laid over them. */
export const withLine = (values: VitalValues): VitalValues => {
  const { values: measures, on_oxygen, consciousness, level } = readLine(values.line)
  return {
    ...values,
    ...Object.fromEntries(Object.entries(measures).map(([key, value]) => [key, String(value)])),
    ...(on_oxygen !== undefined && { on_oxygen: airOf(on_oxygen) }),
    // Who breathes air breathes no litres.
    ...(on_oxygen === false && { oxygen_flow: '' }),
    ...(consciousness && { consciousness }),
    ...(level !== undefined && { level: String(level) }),
  }
}

/** The line once it has gone into the boxes: only what could not be read stays. */
export const restOfLine = (line: string) =>
  readLine(line)
    .wrong.map(({ token }) => token)
    .join(' ')

/** The set as the rules see it; what cannot be right counts as not measured. */
export const setOf = (values: VitalValues): VitalSet => ({
  ...(Object.fromEntries(
    measureKeys.map((key) => {
      const text = values[key].trim()
      return [key, text === '' || problemOf(key, text) ? null : rounded(key, numberIn(text))]
    }),
  ) as Record<MeasureKey, number | null>),
  on_oxygen: values.on_oxygen === '' ? null : values.on_oxygen === 'oxygen',
  consciousness: values.consciousness === '' ? null : values.consciousness,
})

/** What is wrong, by box; `line` for what could not be read. */
export const problemsOf = (typed: VitalValues): Partial<Record<keyof VitalValues, Sentence>> => {
  const values = withLine(typed)
  const found: Partial<Record<keyof VitalValues, Sentence>> = {}
  const [wrong] = readLine(typed.line).wrong
  if (wrong) found.line = wrong.reason
  for (const key of measureKeys) {
    const problem = values[key].trim() === '' ? null : problemOf(key, values[key])
    if (problem) found[key] = problem
  }
  const { systolic, diastolic, oxygen_flow } = setOf(values)
  if (systolic !== null && diastolic !== null && diastolic >= systolic)
    found.diastolic = { text: 'Diastolic pressure must be below systolic pressure.', values: {} }
  if (oxygen_flow !== null && values.on_oxygen === 'air')
    found.oxygen_flow = { text: 'Oxygen flow entered, but the patient is on room air.', values: {} }
  return found
}

/** True when there is anything to be written as a set. */
export const isMeasured = (values: VitalValues) =>
  measureKeys.some((key) => values[key].trim() !== '') ||
  values.on_oxygen !== '' ||
  values.consciousness !== '' ||
  values.danger_signs !== null ||
  values.notes.trim() !== ''

const statedWith = { yes: true, no: false, '': null } as const

/**
 * The request: of a new set only what was measured; a correction says of every box what it is now. `answer` is what the question for a
 * pregnancy opened with: only another one was said here.
 */
export const bodyOf = (typed: VitalValues, before: TriageRecord, isCorrection: boolean, answer = answerOf(before, null)): TriageBody => {
  const values = withLine(typed)
  const set = setOf(values)
  const all: TriageBody = { ...set, danger_signs: values.danger_signs, notes: values.notes.trim() === '' ? null : values.notes.trim() }
  const measured = Object.fromEntries(Object.entries(all).filter(([, value]) => isCorrection || value !== null)) as TriageBody
  const level = values.level === '' ? null : Number(values.level)
  const isReason = level !== null && values.level_reason.trim() !== '' && values.level_reason.trim() !== (before.level_reason ?? '')
  return {
    ...measured,
    ...((level !== before.level || isReason) && { level }),
    ...(isReason && { level_reason: values.level_reason.trim() }),
    ...(values.is_pregnant !== answer && { is_pregnant: statedWith[values.is_pregnant] }),
    ...(Number(values.spo2_scale) !== before.spo2_scale && { spo2_scale: values.spo2_scale === '2' ? (2 as const) : (1 as const) }),
  }
}

/** A figure with its unit: `38.5 °C`. */
export const withUnit = (key: MeasureKey, value: string | number | null): string =>
  value === null ? '' : `${figure(value)} ${measureOf(key).unit}`

/** A recorded set as the rules see it. */
export const toRecorded = (set: SetOnScreen) => ({
  set: {
    ...(Object.fromEntries(measureKeys.map((key) => [key, set[key] === null ? null : Number(set[key])])) as Record<
      MeasureKey,
      number | null
    >),
    on_oxygen: set.on_oxygen,
    consciousness: set.consciousness,
  },
  signs: set.danger_signs,
})
