import { dictionary } from '#shared/dictionary.ts'
import type { Directions, FrequencyCode, UnitCode } from '#features/directions/rules.ts'
import { dailyMaximum } from '#features/directions/rules.ts'
import { doseLimits, type DoseLimit } from '../knowledge/safety-rules.ts'
import type { SafetyInput, Strength, Warning } from '../rules.ts'
import type { Checked } from './medicine.ts'
import { warningOf } from './warning.ts'

const { rows: limits, source } = doseLimits

type Patient = SafetyInput['patient']

const ADULT_YEARS = 16
const WEIGHT_NEEDED_UNDER = 12
const MOST_ITEMS = 12
/** Children's doses are rounded to what a spoon can measure. */
const ROUNDING = 1.05

const FIRST_DAY = 1.5

const weekly: readonly (FrequencyCode | null)[] = ['WKLY', '2WKLY', 'MONTHLY']
const items: readonly UnitCode[] = ['tablet', 'capsule', 'suppository', 'pessary', 'sachet', 'vial', 'ampoule', 'lozenge']
const masses: Readonly<Record<string, number>> = dictionary<number>({ mg: 1, mcg: 0.001, g: 1000 })

const mgOf = ({ amount, unit }: Pick<Strength, 'amount' | 'unit'>) => {
  const factor = masses[unit]
  return factor === undefined ? null : amount * factor
}

/** "1 bd" of something with a strength of its own means one of it; "500 bd" does not. */
const inItems = (directions: Directions, strength: Strength | null): Directions =>
  strength && !strength.per && directions.doses.every(({ unit, amount }) => unit === null && amount !== null && amount <= MOST_ITEMS)
    ? { ...directions, doses: directions.doses.map((dose) => ({ ...dose, unit: 'tablet' })) }
    : directions

/** The mg in `amount` of `unit` of a medicine; null when the figures do not say it. */
const mgIn = (amount: number, unit: UnitCode, strength: Strength | null, { substances }: Checked) => {
  const factor = masses[unit]
  if (factor !== undefined) return substances.length === 1 ? amount * factor : null
  const mg = strength && mgOf(strength)
  if (!strength || mg === null) return null
  const { per } = strength
  if (unit === 'ml') return per?.unit === 'ml' ? (amount / per.amount) * mg : null
  if (!items.includes(unit)) return null
  if (per === undefined) return amount * mg
  return unit === 'ampoule' && per.unit === 'ml' && per.amount !== 1 ? amount * mg : null
}

const hasNumbers = (directions: Directions) =>
  directions.doses.some(({ amount, frequency }) => amount !== null && frequency !== null && frequency !== 'PRN' && frequency !== 'MDU')

/** The limit of a substance by the route of the medicine; undefined where none is known. */
export const limitOf = (substance: string, { route, isInjection }: Pick<Checked, 'route' | 'isInjection'>) => {
  const rows = limits.filter(({ of }) => of === substance)
  const at = route ?? (isInjection ? 'IM' : 'PO')
  return route === 'IH' && !rows.some(({ routes }) => routes?.includes(at))
    ? undefined
    : rows.find(({ routes }) => routes === undefined || routes.includes(at))
}

/** The rule's maximum for this patient, and what goes beyond it: a child's dose may be rounded. */
export const highestDose = (
  limit: DoseLimit,
  rhythm: 'once' | 'weekly' | 'daily',
  { ageYears, weightKg }: Pick<Patient, 'ageYears' | 'weightKg'>,
) => {
  const adult = (rhythm === 'once' ? limit.once : rhythm === 'weekly' ? limit.weekly : undefined) ?? limit.adult
  const isChild = ageYears !== null && ageYears < ADULT_YEARS
  if (!isChild || limit.perKg === undefined || weightKg === null) return { rule: adult, most: adult }
  const rule = limit.perKg * weightKg
  return { rule: Math.min(adult, rule), most: Math.min(adult, rule * ROUNDING) }
}

/** Whether it is taken once, on one day of the week or more rarely, or daily. */
export const rhythmOf = ({ doses }: Directions) =>
  doses.every(({ frequency }) => frequency === 'STAT')
    ? 'once'
    : doses.every(({ frequency }) => weekly.includes(frequency))
      ? 'weekly'
      : 'daily'

const rounded = (value: number) => String(Math.round(value * 1000) / 1000)

const isRare = (frequency: FrequencyCode | null) => frequency === 'STAT' || weekly.includes(frequency)

const weeklyOnlyOf = (line: Checked): Warning[] =>
  line.substances
    .filter((name) => limits.some(({ of, isWeeklyOnly }) => of === name && isWeeklyOnly))
    .filter(() => line.directions === null || line.directions?.doses.some(({ frequency }) => !isRare(frequency)))
    .map((name) =>
      warningOf({
        kind: 'dose',
        // not read or not said how often: only told, for the pharmacist to ask
        severity: line.directions?.doses.some(({ frequency }) => frequency !== null && !isRare(frequency)) ? 'stop' : 'note',
        rule: 'weekly-only',
        about: [name],
        at: line,
        titleKey: 'weeklyOnly',
        values: { drug: line.label },
        detail: 'Daily use kills. State the day of the week.',
        source: 'ISMP and WHO: methotrexate once a week',
      }),
    )

const substanceDose = (substance: string, medicines: readonly Checked[], patient: Patient): Warning[] => {
  const parts = medicines.flatMap((medicine) => {
    const limit = medicine.isLocal ? undefined : limitOf(substance, medicine)
    const { directions } = medicine
    if (!limit || !directions) return []
    const strength = medicine.strengths[medicine.substances.indexOf(substance)] ?? null
    const daily = dailyMaximum(inItems(directions, strength))
    const mg = daily && mgIn(daily.amount, daily.unit, strength, medicine)
    return [{ medicine, limit, mg, rhythm: rhythmOf(directions), isNumbered: hasNumbers(directions) }]
  })
  const lines = parts.filter(({ medicine }) => medicine.key !== null)
  const first = lines[0]
  if (!first) return []

  const notes = lines
    .filter(({ mg, isNumbered }) => mg === null && isNumbered)
    .map(({ medicine }) =>
      warningOf({
        kind: 'unchecked',
        severity: 'note',
        rule: 'no-strength',
        about: [substance],
        at: medicine,
        titleKey: 'noStrength',
        values: { drug: medicine.label },
        detail: 'Add the strength to the item name, or check the dose yourself.',
        source,
      }),
    )
  const known = parts.filter(({ mg }) => mg !== null)
  const total = known.reduce((sum, { mg }) => sum + (mg ?? 0), 0)
  const rhythm = known.every((one) => one.rhythm === 'once') ? 'once' : known.every((one) => one.rhythm === 'weekly') ? 'weekly' : 'daily'
  const maxima = known.map(({ limit }) => highestDose(limit, rhythm, patient))
  const [most, rule] = [Math.max(...maxima.map((one) => one.most)), Math.max(...maxima.map((one) => one.rule))]
  // an injection at once and tablets afterwards: too much on the first day alone, and not by more than half
  const lasting = known.filter(({ rhythm: one }) => one !== 'once').reduce((sum, { mg }) => sum + (mg ?? 0), 0)
  const isFirstDay = lasting > 0 && lasting <= most && total <= most * FIRST_DAY
  if (known.length > 0 && total > most + 1e-9)
    return [
      ...notes,
      warningOf({
        kind: 'dose',
        severity: isFirstDay ? 'note' : 'stop',
        rule: `daily-maximum:${substance}`,
        about: [substance],
        at: first.medicine,
        other: known.find(({ medicine }) => medicine !== first.medicine)?.medicine ?? null,
        titleKey: 'dose',
        values: { substance, amount: rounded(total), most: rounded(rule) },
        detail: isFirstDay
          ? 'On the first day alone, with the single dose: begin the rest later.'
          : 'Lower the dose, or give the reason why it is correct for this patient.',
        source,
      }),
    ]
  const { ageYears, weightKg } = patient
  const isWeightMissing = ageYears !== null && ageYears < WEIGHT_NEEDED_UNDER && weightKg === null
  if (!isWeightMissing || !known.some(({ limit }) => limit.perKg !== undefined)) return notes
  return [
    ...notes,
    warningOf({
      kind: 'unchecked',
      severity: 'note',
      rule: 'no-weight',
      about: [substance],
      at: first.medicine,
      titleKey: 'noWeight',
      values: { drug: first.medicine.label },
      detail: 'Weigh the child.',
      source,
    }),
  ]
}

/** The most of each substance on a day, over all lines and what is taken already, against the maximum for this patient. */
export const checkDoses = (lines: readonly Checked[], current: readonly Checked[], patient: Patient): Warning[] => {
  const all = [...lines, ...current.filter(({ isEnding }) => !isEnding)]
  const substances = new Set(lines.flatMap((line) => line.substances))
  const found = [...substances].flatMap((one) =>
    substanceDose(
      one,
      all.filter((medicine) => medicine.substances.includes(one)),
      patient,
    ),
  )
  // a product of three substances says once that its strength is not known
  const isFirst = ({ kind, titleKey, line }: Warning, at: number) =>
    kind !== 'unchecked' || !found.slice(0, at).some((one) => one.titleKey === titleKey && one.line === line)
  return [...lines.flatMap(weeklyOnlyOf), ...found.filter(isFirst)]
}
