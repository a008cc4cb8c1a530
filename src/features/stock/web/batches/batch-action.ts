import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { createQuarantine, createRelease, createWriteOff, type writeOffKinds } from '#features/stock/contract-moves.ts'
import { readCount } from '../lines/line-numbers.ts'

/** So much of a batch in one store, in one state. */
export interface HeldBatch {
  batch: number
  item_name: string
  unit: string
  lot: string
  expires_on: string | null
  unit_cost: string
  store: number
  store_name: string
  state: 'usable' | 'quarantined'
  quantity: number
}
export type BatchAction = 'quarantine' | 'release' | 'write-off'
export type WriteOffKind = (typeof writeOffKinds)[number]
export type StockNote = ResponseOf<typeof createWriteOff>

/** Names a batch in its store, where the same one may lie in two states. */
export const heldKey = ({ batch, store, state }: Pick<HeldBatch, 'batch' | 'store' | 'state'>) => `${batch}-${store}-${state}`

interface Line {
  held: HeldBatch
  quantity: number
}
interface Act {
  action: BatchAction
  store: number
  lines: readonly Line[]
  kind: WriteOffKind
  reason: string
  idempotencyKey: string
}

/** One act in one store is one document. */
export const sendAction = ({ action, store, lines, kind, reason, idempotencyKey }: Act): Promise<StockNote> => {
  const items = lines.map(({ held, quantity }) => ({ batch: held.batch, quantity }))
  if (action === 'quarantine') return call(createQuarantine, { body: { store, reason, items } }, { idempotencyKey })
  if (action === 'release') return call(createRelease, { body: { store, reason, items } }, { idempotencyKey })
  const stated = lines.map(({ held, quantity }) => ({ batch: held.batch, quantity, state: held.state }))
  return call(createWriteOff, { body: { store, kind, reason, items: stated } }, { idempotencyKey })
}

/** What was typed as a quantity of at most so many; null when it is none. */
export const readQuantity = (typed: string, most: number): number | null => {
  const quantity = readCount(typed)
  return quantity !== null && quantity <= most ? quantity : null
}

/** The same batches by their stores, in the order of the list. */
export const byStore = <T extends { held: HeldBatch }>(lines: readonly T[]): [number, T[]][] => [
  ...Map.groupBy(lines, ({ held }) => held.store),
]
