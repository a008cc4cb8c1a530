import type { ParsedOf } from '#shared/endpoint.ts'
import { thousandths } from '#shared/money.ts'
import { fromThousandths } from '#features/charges/rules.ts'
import { findItems, planLine, type KnownItem, type LinePortion, type ActiveLine } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { checkDispense } from '#features/pharmacy/contract.ts'
import { requireScanned } from '../scanned.ts'
import { coveredUnits, isAlike } from './alike.ts'

type Sent = ParsedOf<typeof checkDispense>['body']['lines'][number]

/** Where a portion stands in the body. */
export const at = (place: number, field: string) => `lines.${place}.${field}`

/** What is left of a line, in thousandths. */
export const leftToDispense = ({ quantity, quantity_dispensed }: Pick<ActiveLine, 'quantity' | 'quantity_dispensed'>) =>
  thousandths(quantity) - thousandths(quantity_dispensed)

type Fault = readonly [field: string, message: string]

const findItemProblems = (line: ActiveLine, sent: Sent, known: KnownItem | undefined, own: KnownItem | undefined): Fault[] => {
  const { item, substitution_reason, directions, units } = sent
  if (item === undefined || item === line.item)
    return directions === undefined ? [] : [['directions', 'Only for another item: the prescribed item keeps its prescribed directions.']]
  if (!known) return [['item', 'Choose an active drug or consumable.']]
  const faults: Fault[] = substitution_reason === undefined ? [['substitution_reason', 'Enter why another item is dispensed.']] : []
  if (own && isAlike(own, known)) return faults
  if (units === undefined) faults.push(['units', 'Enter the units: this item has another strength, form or unit.'])
  if (directions === undefined) faults.push(['directions', 'Enter the directions: this item has another strength, form or unit.'])
  return faults
}

/** The two items of a substitution. */
interface Pair {
  own: KnownItem | undefined
  known: KnownItem | undefined
}

/** So much of the line, in thousandths; the last part of a unit is a whole one. Of another strength it is what the strengths come to. */
const coveredBy = (units: number, { covers }: Sent, left: number, { own, known }: Pair) => {
  if (covers !== undefined) return thousandths(covers)
  const byStrength = own && known ? coveredUnits(own.facts, known.facts, units) : null
  if (byStrength === null) return units === Math.ceil(left / 1000) ? left : units * 1000
  // The last unit may reach beyond what is left.
  const isOnlyRoundedUp = own && known && (coveredUnits(own.facts, known.facts, units - 1) ?? left) < left
  return isOnlyRoundedUp ? Math.min(left, byStrength) : byStrength
}

const findAmountProblems = (line: ActiveLine, sent: Sent, units: number, pair: Pair): Fault[] => {
  const left = leftToDispense(line)
  // Nothing is left of a line that was handed out: that is said of its state.
  if (left === 0) return []
  const covers = coveredBy(units, sent, left, pair)
  const isOwn = sent.item === undefined || sent.item === line.item
  if (covers > left) return [[sent.covers === undefined ? 'units' : 'covers', `Only ${left / 1000} left to dispense.`]]
  if (isOwn && covers !== units * 1000 && !(covers === left && units === Math.ceil(left / 1000)))
    return [['covers', 'For the prescribed item, this must equal the quantity dispensed.']]
  return []
}

/**
 * What is asked for as portions of the lines that stand. 400 at its place for a line that is not one of them or is named twice, more than is
 * left, another item without a reason or out of use, and a pack that is another item's.
 */
export const planPortions = async (
  db: Db,
  sent: readonly Sent[],
  { active, day }: { active: readonly ActiveLine[]; day: string },
): Promise<LinePortion[]> => {
  const named = sent.flatMap(({ item }) => (item === undefined ? [] : [item]))
  const [items, owns] =
    named.length > 0
      ? await Promise.all([
          findItems(db, named),
          findItems(
            db,
            active.map(({ item }) => item),
            'any',
          ),
        ])
      : [new Map<number, KnownItem>(), new Map<number, KnownItem>()]
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  const portions = sent.flatMap((one, place): LinePortion[] => {
    const line = active.find(({ id }) => id === one.line)
    if (!line) errors[at(place, 'line')] = ['This is not an active line of the prescription.']
    else if (seen.has(line.id)) errors[at(place, 'line')] = ['Each line may be listed only once.']
    if (!line || seen.has(line.id)) return []
    seen.add(line.id)
    const known = one.item === undefined ? undefined : items.get(one.item)
    const units = one.units ?? Math.max(1, Math.ceil(leftToDispense(line) / 1000))
    const isOwn = one.item === undefined || one.item === line.item
    const pair = isOwn ? { own: undefined, known: undefined } : { own: owns.get(line.item), known }
    for (const [field, message] of [...findAmountProblems(line, one, units, pair), ...findItemProblems(line, one, known, pair.own)])
      errors[at(place, field)] = [message]
    const text = !isOwn && known && one.directions !== undefined ? planLine({ item: known.id, directions: one.directions }, known) : null
    return [
      {
        line,
        item: one.item ?? line.item,
        units,
        covers: fromThousandths(coveredBy(units, one, leftToDispense(line), pair)),
        substitutionReason: isOwn ? '' : (one.substitution_reason ?? ''),
        batches: one.batches ?? [],
        batchReason: one.batches ? (one.batch_reason ?? '') : '',
        isScanned: one.scanned !== undefined,
        directions: text?.directions ?? null,
        structure: text?.structure ?? null,
      },
    ]
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (sent.some(({ scanned }) => scanned !== undefined))
    await requireScanned(
      db,
      portions.map(({ item }, place) => ({ item, scanned: sent[place]?.scanned })),
      { day, at },
    )
  return portions
}
