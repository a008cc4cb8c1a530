import type { ParsedOf } from '#shared/endpoint.ts'
import {
  assessPortions,
  findDispensingFacts,
  findPrices,
  findActiveLines,
  mayPrice,
  planBatches,
  requirePrescription,
} from '#features/prescriptions/public.ts'
import { dayOf } from '#features/stock/public.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { checkDispense } from '#features/pharmacy/contract.ts'
import { at, planPortions } from './plan-portions.ts'
import { asShelfBatch, courseEnd, emptyShelf, findShelves } from './shelves.ts'

/** What handing this out would come to now; nothing is held. */
export const check = async ({ db, body, user, now, audit }: Context & { body: ParsedOf<typeof checkDispense>['body'] }) => {
  const prescription = await requirePrescription(db, body.prescription).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? fieldError('prescription', 'Prescription not found.') : error
  })
  audit('check', { entity: 'prescription', id: prescription.id, patient: prescription.patient })
  const [active, day] = await Promise.all([findActiveLines(db, prescription.id), dayOf(db, now)])
  const portions = await planPortions(db, body.lines, { active, day })
  const items = portions.map(({ item }) => item)
  const lines = portions.map(({ line }) => line.id)
  const facts = await findDispensingFacts(db, { prescription: prescription.id, lines, items, store: body.store, by: user.id, now })
  const asked = portions.map(({ item, units }) => ({ item, quantity: String(units) }))
  const [{ picks }, shelves, prices, warnings] = await Promise.all([
    planBatches(db, portions, facts, at),
    findShelves(db, { items, store: facts.store, day }),
    findPrices(db, asked, { visit: prescription.visit }, now),
    assessPortions(db, prescription, portions, now),
  ])
  return {
    lines: portions.map(({ line, item, units, covers, directions, structure }, place) => {
      const end = courseEnd(directions === null ? line : { structure }, day)
      const shelf = shelves.get(item) ?? emptyShelf
      const price = mayPrice(user) ? prices.get(item) : undefined
      const picked = picks[place] ?? []
      return {
        line: line.id,
        item,
        units,
        covers,
        batches: picked.flatMap((pick) => {
          const batch = shelf.batches.find((one) => one.batch === pick.batch)
          return batch ? [{ ...asShelfBatch(batch, end), units: pick.units }] : []
        }),
        missing: shelf.on_hand === null ? 0 : units - picked.reduce((sum, pick) => sum + pick.units, 0),
        unit_price: price?.unit_price ?? null,
        total_price: price?.total_price ?? null,
      }
    }),
    warnings,
  }
}
