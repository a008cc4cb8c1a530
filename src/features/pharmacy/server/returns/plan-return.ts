import type { z } from 'zod'
import { thousandths } from '#shared/money.ts'
import { fromThousandths } from '#features/charges/rules.ts'
import type { createPatientReturn } from '#features/pharmacy/contract-counter.ts'
import { conflict, fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { Returnable, ReturnableItem } from './find-returnable.ts'

type Asked = z.output<typeof createPatientReturn.body>['items'][number]
/** Units of one line and batch that come back. */
export interface ComingBack {
  of: ReturnableItem
  /** Null: not kept in stock. */
  batch: number | null
  units: number
  /** So much of the prescribed line is open again, as text; null where it is not. */
  quantity: string | null
}

type Fault = [field: 'dispense_item' | 'batch' | 'units', message: string]

/** The batch that is meant: the one that is named, or the only one. */
const batchOf = ({ batches }: ReturnableItem, named: number | undefined): { batch: number | null; left: number } | Fault => {
  if (batches.length === 0 && named !== undefined) return ['batch', 'This is not kept by batch.']
  if (batches.length > 1 && named === undefined) return ['batch', 'Enter the batch: this was dispensed from several.']
  const found = named === undefined ? batches[0] : batches.find(({ batch }) => batch === named)
  if (!found && named !== undefined) return ['batch', 'This was not dispensed from that batch.']
  return { batch: found?.batch ?? null, left: found ? found.units - found.returned : Number.POSITIVE_INFINITY }
}

const isFault = (meant: ReturnType<typeof batchOf>): meant is Fault => Array.isArray(meant)

/** The units that come back, each line and batch once and never more than is left of it: 400 on the field otherwise. */
const matchItems = (asked: readonly Asked[], items: readonly ReturnableItem[]): ComingBack[] => {
  const errors: FieldErrors = {}
  const back: ComingBack[] = []
  for (const [place, { dispense_item, batch: named, units }] of asked.entries()) {
    const fail = ([field, message]: Fault) => (errors[`items.${place}.${field}`] = [message])
    const of = items.find(({ id }) => id === dispense_item)
    const meant = of ? batchOf(of, named) : (['dispense_item', 'This was not dispensed here.'] satisfies Fault)
    if (!of || isFault(meant)) {
      if (isFault(meant)) fail(meant)
      continue
    }
    const left = Math.min(of.units - of.returned, meant.left)
    if (back.some((one) => one.of === of && one.batch === meant.batch)) fail(['dispense_item', 'Name each line and batch once.'])
    else if (units > left) fail(['units', left === 0 ? 'All of it is already returned.' : `Only ${left} left to return.`])
    else back.push({ of, batch: meant.batch, units, quantity: null })
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return back
}

/** Only a line that stands can be filled again. */
const requireFillable = ({ kind }: Returnable, back: readonly ComingBack[]) => {
  if (kind === 'sale') throw fieldError('is_to_be_filled_again', 'A sale cannot be dispensed again: make a new sale.')
  if (back.some(({ of }) => of.is_cancelled)) throw conflict('This line was cancelled.', {}, 'cancelled')
  if (back.some(({ of }) => of.is_refused)) throw conflict('This line was refused. Undo the refusal first.', {}, 'refused')
}

/**
 * Says how much of its line each piece opens again: its share of what the whole covered, to the thousandth, so that all pieces of it
 * together come to all of that.
 */
const withShares = (back: readonly ComingBack[]): ComingBack[] => {
  const so_far = new Map(back.map(({ of }) => [of.id, { units: of.reopened_units, open: thousandths(of.reopened) }]))
  return back.map((piece) => {
    const { of, units } = piece
    const before = so_far.get(of.id)!
    const after = before.units + units
    const open = Number((2n * BigInt(thousandths(of.covers ?? '0')) * BigInt(after) + BigInt(of.units)) / (2n * BigInt(of.units)))
    so_far.set(of.id, { units: after, open })
    return { ...piece, quantity: open > before.open ? fromThousandths(open - before.open) : null }
  })
}

/** What comes back, as it is to be written; the document is locked already. 400 on the field, 409 where the line cannot be filled again. */
export const planReturn = (
  dispense: Returnable,
  items: readonly ReturnableItem[],
  { asked, isToBeFilledAgain }: { asked: readonly Asked[]; isToBeFilledAgain: boolean },
): ComingBack[] => {
  const back = matchItems(asked, items)
  if (!isToBeFilledAgain) return back
  requireFillable(dispense, back)
  return withShares(back)
}
