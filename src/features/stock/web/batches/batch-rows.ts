import type { HeldBatch } from './batch-action.ts'
import type { StockItemCard } from '../stock-types.ts'

type CardBatch = StockItemCard['batches'][number]

/** A batch in one place, as the tables of batches show it. */
export interface PlacedBatch extends Omit<CardBatch, 'places'> {
  key: string
  store: number
  store_name: string
  state: CardBatch['places'][number]['state']
  quantity: number
}

/** A row for each place of each batch, the first to expire first; of one store where it is named. */
export const placedBatches = ({ batches }: Pick<StockItemCard, 'batches'>, store?: number): PlacedBatch[] =>
  batches.flatMap(({ places, ...batch }) =>
    places
      .filter((place) => place.quantity > 0 && (store === undefined || place.store === store))
      .map((place) => ({ ...batch, ...place, key: `${batch.id}-${place.store}-${place.state}` })),
  )

/** What lies in a store can be dealt with there; what is on its way is the transfer's. */
export const toHeldBatches = (item: Pick<StockItemCard, 'name' | 'units_of_measure'>, rows: readonly PlacedBatch[]): HeldBatch[] =>
  rows.flatMap(({ id, lot, expires_on, unit_cost, store, store_name, state, quantity }) =>
    state === 'in transit'
      ? []
      : [{ batch: id, item_name: item.name, unit: item.units_of_measure, lot, expires_on, unit_cost, store, store_name, state, quantity }],
  )
