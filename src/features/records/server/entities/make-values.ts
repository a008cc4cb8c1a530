import { addPastResult } from '#features/laboratory/public.ts'
import type { RecordEntity } from '#features/records/contract-fields.ts'
import { addPastVitals } from '#features/triage/public.ts'
import { inEnglish, measureKeys, measureOf, numberIn, problemOf, rounded, type MeasureKey, type VitalSet } from '#features/triage/rules.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { isKeptMeasure } from './destination.ts'
import type { Filed, Filing } from './file-entities.ts'
import { sourceOf } from './make-history.ts'

const refuse = ({ text }: RecordEntity, problem: string) => fieldError('entities', `“${text}”: ${problem}`)

const requireMoment = ({ observedAt }: Filing): Date => {
  if (!observedAt) throw fieldError('observed_at', 'The document has no date. Enter when this was measured.')
  return observedAt
}

/** What stands before the value; the name of a test may hold a number, too. */
const testNamed = ({ text, value }: RecordEntity) => {
  const written = (value ?? '').replaceAll(/[\\^$*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('.', '[.,]')
  const at = text.search(new RegExp(`(?<![\\p{L}\\d.,])${written}(?![\\p{L}\\d])`, 'u'))
  const before = at > 0 ? text.slice(0, at) : text.split(/[\s:=]*[\d<>]/)[0]!
  return before.replace(/[\s:=<>≤≥]+$/, '').trim() || text
}

/** The number as it is to be read: with the sign of the paper, unless a person wrote another. */
const resultOf = ({ value, details }: RecordEntity) => (/^[<>≤≥]/.test(value ?? '') ? value! : `${details.comparator ?? ''}${value}`)

/** Keeps laboratory values as history of their tests. */
export const makeResult = async (filing: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const { db, user, now } = filing.context
  const observed_at = requireMoment(filing)
  const filed: Filed = new Map()
  for (const entity of entities) {
    const { code: loinc, unit, details } = entity
    const { low = null, high = null, flag = null } = details
    const [name, result] = [testNamed(entity), resultOf(entity)]
    const past = { loinc, name, result, unit, observed_at, low, high, flag, source: sourceOf(entity) }
    const made = await addPastResult(db, { ...past, patient: filing.record.patient }, user.id, now)
    if ('problem' in made) throw refuse(entity, made.problem)
    filed.set(entity.id, { kind: 'laboratory', id: made.id })
  }
  return filed
}

const nothing = (): VitalSet => ({
  ...(Object.fromEntries(measureKeys.map((key) => [key, null])) as Record<MeasureKey, null>),
  on_oxygen: null,
  consciousness: null,
})

const sameUnits: Partial<Record<MeasureKey, readonly string[]>> = {
  temperature: ['Cel', '°C', 'C'],
  pulse: ['/min', 'bpm', 'b/min', 'beats/min'],
  respiration: ['/min', 'bpm', 'b/min', 'breaths/min'],
  systolic: ['mm[Hg]'],
  diastolic: ['mm[Hg]'],
  muac: ['mm'],
  pain: ['{score}', 'of 10', '/10'],
}
/** A value in the unit of its measure, where what the document wrote is another way to write it; otherwise as it is, to be judged. */
const inUnit = (key: MeasureKey, entity: RecordEntity, written: string): number => {
  const value = numberIn(written)
  const { mistaken, unit } = measureOf(key)
  const { unit: message } = entity
  if (message === null || message === unit || sameUnits[key]?.includes(message)) return value
  const plain = message.replaceAll(/[[\]°]/g, '').toLowerCase()
  if (mistaken && [plain, plain.replace('deg', '')].includes(mistaken.unit.replace('°', '').toLowerCase())) return mistaken.convert(value)
  if (mistaken && key === 'temperature' && plain.replace('deg', '').startsWith('f')) return mistaken.convert(value)
  throw refuse(entity, `${measureOf(key).label} is in ${unit}, not in ${message}.`)
}

/** The measures of a vital sign, checked; blood pressure has two. */
const readVital = (entity: RecordEntity): [MeasureKey, number][] => {
  const { measure, second_value } = entity.details
  if (!isKeptMeasure(measure)) throw refuse(entity, 'This is not among the vital signs that are kept.')
  const message: [MeasureKey, string][] = [[measure, entity.value!]]
  if (measure === 'systolic' && second_value) message.push(['diastolic', second_value])
  return message.map(([key, written]) => {
    const value = rounded(key, inUnit(key, entity, written))
    const problem = problemOf(key, value)
    if (problem) throw refuse(entity, inEnglish(problem))
    return [key, value]
  })
}

/** Keeps vital signs as sets: what is named once goes into one set, a second pulse begins the next. */
export const makeVitals = async (filing: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const { db, user, now } = filing.context
  const taken_at = requireMoment(filing)
  const sets: { set: VitalSet; of: RecordEntity[] }[] = []
  for (const entity of entities) {
    const values = readVital(entity)
    let place = sets.find(({ set }) => values.every(([key]) => set[key] === null))
    if (!place) sets.push((place = { set: nothing(), of: [] }))
    for (const [key, value] of values) place.set[key] = value
    place.of.push(entity)
  }
  const filed: Filed = new Map()
  for (const { set, of } of sets) {
    if (set.systolic !== null && set.diastolic !== null && set.diastolic >= set.systolic)
      throw refuse(of[0]!, 'The diastolic pressure is below the systolic.')
    const past = { patient: filing.record.patient, set, taken_at, source: sourceOf(of[0]!), confirm_reason: filing.confirmReason }
    const id = await addPastVitals(db, past, user.id, now)
    for (const entity of of) filed.set(entity.id, { kind: 'vitals', id })
  }
  return filed
}
