import type { Directions } from '#features/directions/rules.ts'
import { singleDoses } from '../knowledge/safety-rules.ts'
import { highestDose, limitOf, rhythmOf } from './doses.ts'
import { measureDose, type DoseForm, type Measured } from './measure-dose.ts'
import { checked } from './medicine.ts'

interface Item {
  name: string
  facts: { substances: readonly string[]; route: Directions['route'] }
}
interface Patient {
  ageYears: number | null
  weightKg: number
}

/** In front of the note of directions that were read with a weight: the dose for each kilogram as it was typed, and the weight. */
const dosageInNote = /^(.*? × \d+(?:\.\d+)? kg)(?:, )?/

/** A dose that was computed from the weight, measurable in the item and within its limits for this patient; null where nothing is to be measured. */
export const doseByWeight = (directions: Directions, item: Item, form: DoseForm, patient: Patient): Measured | null => {
  const dosage = dosageInNote.exec(directions.note ?? '')
  const [substance] = item.facts.substances
  if (!dosage?.[1] || substance === undefined || item.facts.substances.length !== 1) return null
  const { route, isInjection } = checked({ key: '', name: item.name, route: item.facts.route, directions })
  const limit = limitOf(substance, { route: directions.route ?? route, isInjection })
  const highest = limit && highestDose(limit, rhythmOf(directions), patient)
  const single = singleDoses.rows.find(({ of }) => of === substance)?.most
  const measured = measureDose(directions, dosage[1], form, { single, daily: highest?.rule, dailyRounded: highest?.most })
  if (!measured) return null
  const rest = directions.note!.slice(dosage[0].length)
  const note = [measured.text, rest].filter(Boolean).join(', ').slice(0, 300)
  return { ...measured, directions: { ...measured.directions, note } }
}
