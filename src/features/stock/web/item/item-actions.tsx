import { lazy, Suspense } from 'react'
import { toHeldBatches, type PlacedBatch } from '../batches/batch-rows.ts'
import type { StockItemCard } from '../stock-types.ts'

const BatchActionDialog = lazy(async () => ({ default: (await import('../batches/batch-action-dialog.tsx')).BatchActionDialog }))
const PacksDialog = lazy(async () => ({ default: (await import('./packs-dialog.tsx')).PacksDialog }))
const RecallDialog = lazy(async () => ({ default: (await import('../recalls/recall-dialog.tsx')).RecallDialog }))
const StockItemDialog = lazy(async () => ({ default: (await import('../list/stock-item-dialog.tsx')).StockItemDialog }))
const UseUpDialog = lazy(async () => ({ default: (await import('./use-up-dialog.tsx')).UseUpDialog }))

/** What is being done on an item's card. Without rows, the batches are chosen in the dialog. */
export type Action =
  | { kind: 'use up'; from?: PlacedBatch }
  | { kind: 'quarantine' | 'release' | 'write-off'; rows?: readonly PlacedBatch[] }
  | { kind: 'recall'; lot: string }
  | { kind: 'packs' }
  | { kind: 'change' }

/** Which of an item's batches an action may be about. */
export const actionRows = (kind: 'quarantine' | 'release' | 'write-off', rows: readonly PlacedBatch[]) =>
  rows.filter(({ state, is_expired, is_recalled }) => {
    if (kind === 'write-off') return state !== 'in transit'
    return kind === 'quarantine' ? state === 'usable' : state === 'quarantined' && !is_expired && !is_recalled
  })

interface Props {
  item: StockItemCard
  /** Everything that lies somewhere. */
  rows: readonly PlacedBatch[]
  action: Action | null
  onClose: () => void
}

/** The dialog of the action that was begun. */
export const ItemActions = ({ item, rows, action, onClose }: Props) => (
  <Suspense>
    {action?.kind === 'use up' && <UseUpDialog item={item} from={action.from} onClose={onClose} />}
    {(action?.kind === 'quarantine' || action?.kind === 'release' || action?.kind === 'write-off') && (
      <BatchActionDialog
        action={action.kind}
        batches={toHeldBatches(item, action.rows ?? actionRows(action.kind, rows))}
        isChosen={action.rows !== undefined}
        onClose={onClose}
      />
    )}
    {action?.kind === 'recall' && <RecallDialog item={item} lot={action.lot} onClose={onClose} />}
    {action?.kind === 'packs' && <PacksDialog item={item} onClose={onClose} />}
    {action?.kind === 'change' && <StockItemDialog item={item} onClose={onClose} />}
  </Suspense>
)
