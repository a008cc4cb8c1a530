import { lazy, Suspense } from 'react'
import { heldOf, type PlacedBatch } from '../batches/batch-rows.ts'
import type { StockItemCard } from '../stock-types.ts'

const BatchDeedDialog = lazy(async () => ({ default: (await import('../batches/batch-deed-dialog.tsx')).BatchDeedDialog }))
const PacksDialog = lazy(async () => ({ default: (await import('./packs-dialog.tsx')).PacksDialog }))
const RecallDialog = lazy(async () => ({ default: (await import('../recalls/recall-dialog.tsx')).RecallDialog }))
const StockItemDialog = lazy(async () => ({ default: (await import('../list/stock-item-dialog.tsx')).StockItemDialog }))
const UseUpDialog = lazy(async () => ({ default: (await import('./use-up-dialog.tsx')).UseUpDialog }))

/** What is being done on an item's card. Without rows, the batches are chosen in the dialog. */
export type Deed =
  | { kind: 'use up'; from?: PlacedBatch }
  | { kind: 'quarantine' | 'release' | 'write-off'; rows?: readonly PlacedBatch[] }
  | { kind: 'recall'; lot: string }
  | { kind: 'packs' }
  | { kind: 'change' }

/** Which of an item's batches a deed may be about. */
export const deedRows = (kind: 'quarantine' | 'release' | 'write-off', rows: readonly PlacedBatch[]) =>
  rows.filter(({ state, is_expired, is_recalled }) => {
    if (kind === 'write-off') return state !== 'in transit'
    return kind === 'quarantine' ? state === 'usable' : state === 'quarantined' && !is_expired && !is_recalled
  })

interface Props {
  item: StockItemCard
  /** Everything that lies somewhere. */
  rows: readonly PlacedBatch[]
  deed: Deed | null
  onClose: () => void
}

/** The dialog of the deed that was begun. */
export const ItemDeeds = ({ item, rows, deed, onClose }: Props) => (
  <Suspense>
    {deed?.kind === 'use up' && <UseUpDialog item={item} from={deed.from} onClose={onClose} />}
    {(deed?.kind === 'quarantine' || deed?.kind === 'release' || deed?.kind === 'write-off') && (
      <BatchDeedDialog
        deed={deed.kind}
        batches={heldOf(item, deed.rows ?? deedRows(deed.kind, rows))}
        isChosen={deed.rows !== undefined}
        onClose={onClose}
      />
    )}
    {deed?.kind === 'recall' && <RecallDialog item={item} lot={deed.lot} onClose={onClose} />}
    {deed?.kind === 'packs' && <PacksDialog item={item} onClose={onClose} />}
    {deed?.kind === 'change' && <StockItemDialog item={item} onClose={onClose} />}
  </Suspense>
)
