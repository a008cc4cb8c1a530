import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { weightValidDays } from '#features/drugs/rules.ts'
import type { CheckedLine, checkPrescription } from '../contract-writing.ts'
import { findItems } from './find-items.ts'
import { planLine, type PlannedLine } from './plan-line.ts'
import type { PlanningFacts } from './plan-lines.ts'
import { findPrices, type Price } from './prices.ts'
import { warnOfKeptQuantities } from './kept-quantities.ts'
import { assess, findPatientNow, weighingOf } from './safety.ts'

type Input = ParsedOf<typeof checkPrescription>['body']

const refuseForeignVisit = async (db: Db, patient: number, visit: number | undefined) => {
  if (visit === undefined) return
  const { rows } = await sql`select from visits where id = ${visit} and patient_id = ${patient}`.execute(db)
  if (rows.length === 0) throw fieldError('attendance_process', 'Visit not found for this patient.')
}

type Replaced = PlanningFacts['earlier'] extends ReadonlyMap<number, infer Line> ? Line & { item: number } : never

/** Lines of a patient that will be replaced, by item. */
const findReplaced = async (db: Db, patient: number, ids: readonly number[]): Promise<PlanningFacts['earlier']> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Replaced>`
    select item_id as item, directions, structure, quantity, computed_quantity from prescribed_drugs
    where id = any(${ids}::integer[]) and patient_id = ${patient}`.execute(db)
  return new Map(rows.map((line) => [line.item, line] as const))
}

const plan = (
  inputs: Input['lines'],
  items: Awaited<ReturnType<typeof findItems>>,
  { weighing, earlier }: PlanningFacts,
): PlannedLine[] => {
  const errors: FieldErrors = {}
  const lines = inputs.flatMap((input, index) => {
    const item = items.get(input.item)
    if (!item) errors[`lines.${index}.item`] = ['Choose an active drug or consumable.']
    if (!item) return []
    const before = earlier.get(item.id)
    return [planLine(input, item, { weighing, earlier: before && { ...before, item } })]
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return lines
}

const asChecked = (line: PlannedLine, price: Price | undefined, mayPrice: boolean) => ({
  item: line.item.id,
  name: line.item.name,
  structure: line.structure,
  words: line.words,
  unread: line.unread,
  abstained: line.abstained,
  remarks: line.remarks,
  calculation: line.calculation,
  quantity: line.quantity,
  computed_quantity: line.computed,
  missing: line.missing,
  unit: line.item.unit,
  is_external: line.item.is_external,
  unit_price: mayPrice ? (price?.unit_price ?? null) : null,
  total_price: mayPrice ? (price?.total_price ?? null) : null,
  covered_by: price?.covered_by ?? null,
})

/** What prescribing these lines would come to now. 400 on what names nothing; lines that are not finished are answered as far as they go. */
export const checkLines = async (db: Db, body: Input, mayPrice: boolean, now: Date) => {
  const { patient, attendance_process: visit, lines: inputs, without = [] } = body
  const [known, items, earlier] = await Promise.all([
    findPatientNow(db, patient, now),
    findItems(
      db,
      inputs.map(({ item }) => item),
      'prescribable',
    ),
    findReplaced(db, patient, without),
    refuseForeignVisit(db, patient, visit),
  ])
  if (!known) throw fieldError('patient', 'Patient not found.')
  const lines = plan(inputs, items, { weighing: weighingOf(known), earlier })
  const warnings = [...assess(known, lines, new Set(without)), ...warnOfKeptQuantities(lines)]
  const asked = lines.filter(({ item }) => !item.is_external).map(({ item, quantity }) => ({ item: item.id, quantity }))
  const prices = await findPrices(db, asked, visit === undefined ? { patient } : { visit }, now)
  const checked: CheckedLine[] = lines.map((line) => ({
    ...asChecked(line, prices.get(line.item.id), mayPrice),
    warnings: warnings.filter((warning) => warning.line === String(line.item.id)),
  }))
  const { weight, measured_on, days_old, allergy_status, pregnancy } = known
  const dose_weight =
    weight === null || measured_on === null || days_old === null
      ? null
      : { weight, measured_on, is_too_old: days_old > weightValidDays(known.age_days) }
  return { lines: checked, warnings, allergy_status, pregnancy, dose_weight }
}
