import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { getStockItem } from '../contract-items.ts'

/** The card of an item. News of the stock names documents, not items: any of it may be about this one. */
export const useItem = (id: number) =>
  useQuery({ ...query(getStockItem, { params: { id } }), meta: { live: getStockItem.live }, enabled: id > 0 })
