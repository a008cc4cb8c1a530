import type { StockItemCard } from '../stock-types.ts'

type Card = Pick<StockItemCard, 'usable'> & {
  levels: Pick<StockItemCard['levels'][number], 'store' | 'store_name' | 'usable' | 'in_transit' | 'reorder_level'>[]
  batches: {
    is_recalled: boolean
    places: Pick<StockItemCard['batches'][number]['places'][number], 'store' | 'state' | 'quantity'>[]
  }[]
}

/** How an item stands in the worst of the stores that should have it; a recalled lot that is on its way is not coming. */
export const toStockStatus = ({ usable, levels, batches }: Card) => {
  const places = batches.filter(({ is_recalled }) => is_recalled).flatMap((batch) => batch.places)
  const stoppedAt = (at: number) =>
    places.filter(({ store, state }) => store === at && state === 'in transit').reduce((sum, { quantity }) => sum + quantity, 0)
  const kept = levels.filter(({ reorder_level }) => reorder_level > 0)
  const low = kept.filter((level) => level.usable + level.in_transit - stoppedAt(level.store) <= level.reorder_level)
  const namesOf = (all: typeof levels) => all.map(({ store_name }) => store_name).join(', ')
  return { usable, is_low: low.length > 0, out_in: namesOf(kept.filter((level) => level.usable === 0)), low_in: namesOf(low) }
}
