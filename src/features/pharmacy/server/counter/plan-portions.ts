import type { ParsedOf } from '#shared/endpoint.ts'
import { fromThousandths, thousandths } from '#features/charges/rules.ts'
import { findItems, planLine, type KnownItem, type LinePortion, type StandingLine } from '#features/prescriptions/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { checkDispense } from '#features/pharmacy/contract.ts'
import { requireScanned } from '../scanned.ts'

type Sent = ParsedOf<typeof checkDispense>['body']['lines'][number]

/** Where a portion stands in the body. */
export const at = (place: number, field: string) => `lines.${place}.${field}`

/** What is left of a line, in thousandths. */
export const leftOf = ({ quantity, quantity_dispensed }: Pick<StandingLine, 'quantity' | 'quantity_dispensed'>) =>
  thousandths(quantity) - thousandths(quantity_dispensed)

type Fault = readonly [field: string, message: string]

const faultsOfItem = (line: StandingLine, { item, substitution_reason, directions }: Sent, known: KnownItem | undefined): Fault[] => {
  if (item === undefined || item === line.item)
    return directions === undefined ? [] : [['directions', 'Only of another item: what was prescribed is taken as it was prescribed.']]
  if (!known) return [['item', 'Choose a drug or consumable that is in use.']]
  return substitution_reason === undefined ? [['substitution_reason', 'Say why another item.']] : []
}

/** So much of the line, in thousandths; the last part of a unit is a whole one. */
const coveredBy = (units: number, { covers }: Sent, left: number) =>
  covers === undefined ? (units === Math.ceil(left / 1000) ? left : units * 1000) : thousandths(covers)

const faultsOfAmount = (line: StandingLine, sent: Sent, units: number): Fault[] => {
  const left = leftOf(line)
  // Nothing is left of a line that was handed out: that is said of its state.
  if (left === 0) return []
  const covers = coveredBy(units, sent, left)
  const isOwn = sent.item === undefined || sent.item === line.item
  if (covers > left) return [[sent.covers === undefined ? 'units' : 'covers', `Only ${left / 1000} of it is left to hand out.`]]
  if (isOwn && covers !== units * 1000 && !(covers === left && units === Math.ceil(left / 1000)))
    return [['covers', 'What is handed out covers as much of the line.']]
  return []
}

/**
 * What is asked for as portions of the lines that stand. 400 at its place for a line that is not one of them or is named twice, more than is
 * left, another item without a reason or out of use, and a pack that is another item's.
 */
export const planPortions = async (
  db: Db,
  sent: readonly Sent[],
  { standing, day }: { standing: readonly StandingLine[]; day: string },
): Promise<LinePortion[]> => {
  const named = sent.flatMap(({ item }) => (item === undefined ? [] : [item]))
  const items = named.length > 0 ? await findItems(db, named) : new Map<number, KnownItem>()
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  const portions = sent.flatMap((one, place): LinePortion[] => {
    const line = standing.find(({ id }) => id === one.line)
    if (!line) errors[at(place, 'line')] = ['This is not a line of the prescription that stands.']
    else if (seen.has(line.id)) errors[at(place, 'line')] = ['Name each line once.']
    if (!line || seen.has(line.id)) return []
    seen.add(line.id)
    const known = one.item === undefined ? undefined : items.get(one.item)
    const units = one.units ?? Math.max(1, Math.ceil(leftOf(line) / 1000))
    for (const [field, message] of [...faultsOfItem(line, one, known), ...faultsOfAmount(line, one, units)])
      errors[at(place, field)] = [message]
    const isOwn = one.item === undefined || one.item === line.item
    const said = !isOwn && known && one.directions !== undefined ? planLine({ item: known.id, directions: one.directions }, known) : null
    return [
      {
        line,
        item: one.item ?? line.item,
        units,
        covers: fromThousandths(coveredBy(units, one, leftOf(line))),
        substitutionReason: isOwn ? '' : (one.substitution_reason ?? ''),
        batches: one.batches ?? [],
        batchReason: one.batches ? (one.batch_reason ?? '') : '',
        isScanned: one.scanned !== undefined,
        directions: said?.directions ?? null,
        structure: said?.structure ?? null,
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
