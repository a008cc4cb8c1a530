import { conflict, forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { OpenLine } from '#features/purchasing/contract-receipts.ts'
import type { CheckedRow } from './check-rows.ts'

/** What a delivery would bring beyond what is open of its order, by item; what nobody ordered is open by none. */
const overOf = (rows: readonly CheckedRow[]): OpenLine[] =>
  [...Map.groupBy(rows, ({ item }) => item)].flatMap(([item, ofItem]) => {
    const { line, item_name } = ofItem[0]!
    const wanted = ofItem.reduce((sum, { quantity, pack_units }) => sum + quantity * pack_units, 0)
    const open = line ? Math.max(0, line.units - line.received) : 0
    return wanted > open ? [{ item, item_name, ordered: line?.units ?? 0, received: line?.received ?? 0, open, wanted }] : []
  })

/** 409 over_receipt with what is open when more comes than was ordered, unless that is said on purpose by somebody who may (403). */
export const refuseOver = (rows: readonly CheckedRow[], isAllowed: boolean, user: User) => {
  const over = overOf(rows)
  const first = over[0]
  if (!first) return
  if (!isAllowed)
    throw conflict(
      `This is more than is open of the order: ${first.item_name}, ${first.wanted} came, ${first.open} open.`,
      { open: over },
      'over_receipt',
    )
  if (!user.permissions.has('stock.over_receive')) throw forbidden('stock.over_receive')
}
