import type { ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import { sell } from '#features/billing/public.ts'
import type { createSale } from '#features/pharmacy/contract-counter.ts'
import { refuseDead } from '#features/patients/public.ts'
import {
  keepOverrides,
  overridesInTrail,
  pickBatches,
  requireReasons,
  writeDispense,
  type Overridden,
} from '#features/prescriptions/public.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findDispense } from '../dispenses.ts'
import { at, planSale, type PlannedSale } from './plan-sale.ts'

type Reply = ReplyOf<typeof createSale>
type Seller = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const refuseControlled = ({ patient, lines }: PlannedSale) => {
  const controlled = lines.flatMap(({ line, isControlled }) => (isControlled ? [line.item.name] : []))
  if (patient === null && controlled.length > 0)
    throw conflict(`A controlled drug is sold to a patient on file: ${controlled.join(', ')}.`, { items: controlled }, 'controlled')
}

const tell = (
  { audit, publish }: Seller,
  { patient, lines }: PlannedSale,
  { dispense, receipt }: Pick<Reply, 'dispense' | 'receipt'>,
  overridden: readonly Overridden[],
) => {
  const { id, number, invoice, invoice_number } = dispense
  const items = lines.map(({ portion: { item, units, batchReason } }) => ({
    item,
    units,
    ...(batchReason && { batch_reason: batchReason }),
    overrides: overridesInTrail(overridden, String(item)),
  }))
  audit('sell', { entity: 'dispense', id, patient, change: { number, invoice_number, total: receipt?.total ?? '0.00', items } })
  if (receipt) audit('payment', { entity: 'receipt', id: receipt.id, patient, change: { number: receipt.number, total: receipt.total } })
  publish('prescriptions')
  publish('stock')
  publish('billing', invoice ?? undefined)
}

/**
 * Sells at the counter: document, batches, stock, bill and payment, all or nothing. 409 `unsafe` for a stop without a reason, `controlled`,
 * `not_enough_stock`, `unpriced`, and `price_changed` when it does not come to `total`; 400 when the payments do not.
 */
export const makeSale = async (seller: Seller, body: ParsedOf<typeof createSale>['body']): Promise<Reply> => {
  const { db, user, now } = seller
  const { total, payments, overrides = [], note = '', ...input } = body
  await refuseDead(db, input.patient)
  const plan = await planSale(db, input, now)
  const overridden = requireReasons(plan.warnings, overrides)
  refuseControlled(plan)
  const { patient, customer, store, day } = plan
  const portions = plan.lines.map(({ portion }) => portion)
  const picks = await pickBatches(db, portions, { store, day }, at)
  let written: Reply['dispense'] | undefined
  const handOver = async (invoice: number) => {
    const head = { kind: 'sale', store, prescription: null, patient, customer, invoice, note, unpaidReason: '', by: user.id, now } as const
    const { id, items } = await writeDispense(db, head, portions, picks)
    const lineOf = new Map(portions.map(({ item }, place) => [String(item), items[place]!]))
    await keepOverrides(db, overridden, { stage: 'dispensing', lineOf, isSale: true, by: user.id, now })
    // Read before the bill is numbered: nothing but the trail comes after that.
    written = await findDispense(db, id)
    return portions.map(({ item, units }, place) => ({ kind: 'dispense' as const, id: items[place]!, item, quantity: String(units) }))
  }
  const { invoice_number, receipt } = await sell(db, { patient, customer, total, payments, handOver }, user.id, now)
  const dispense = { ...written!, invoice_number }
  tell(seller, plan, { dispense, receipt }, overridden)
  return { dispense, receipt, warnings: plan.warnings, sold_at: now }
}
