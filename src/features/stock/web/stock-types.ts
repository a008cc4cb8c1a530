import type { ResponseOf } from '#shared/endpoint.ts'
import type { getStockItem } from '../contract-items.ts'
import type { listItemMovements, listInventories } from '../contract-ledger.ts'
import type { listStockNotes } from '../contract-moves.ts'
import type { listRecalls, listRecallUses, readRecall } from '../contract-recalls.ts'

// What the screens get: instants are text on the wire.
export type StockItemCard = ResponseOf<typeof getStockItem>
export type StockMovement = ResponseOf<typeof listItemMovements>[number]
export type StockNote = ResponseOf<typeof listStockNotes>[number]
export type Recall = ResponseOf<typeof listRecalls>[number]
export type RecallDetail = ResponseOf<typeof readRecall>
export type RecallUse = ResponseOf<typeof listRecallUses>[number]
export type Inventory = ResponseOf<typeof listInventories>[number]
