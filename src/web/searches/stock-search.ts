import { useState } from 'react'
import { listStockItems } from '#calls/stock/contract-items.ts'
import { scanCode } from '#calls/stock/contract-ledger.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { ApiError, call } from '../calls/api.ts'

export type FoundStockItem = ResponseOf<typeof listStockItems>[number]

const MATCHES = 4

/** The card of an item of the stock. */
export const addressOfStockItem = (id: number) => `/dashboard/inventory/items/${id}`

/** Which item a scanned code is printed on; none when nobody has told. */
export const itemOfCode = async (code: string): Promise<number | undefined> => {
  try {
    return (await call(scanCode, { query: { code } })).item
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

/** Items of the stock by name, code or barcode. */
export const useStockSearch = () => {
  const [stock, setStock] = useState<FoundStockItem[]>([])
  const searchStock = async (text: string): Promise<FoundStockItem[]> => {
    const q = text.trim()
    const found = q.length < 2 ? [] : await call(listStockItems, { query: { q, active: 'true', limit: MATCHES } })
    setStock(found)
    return found
  }
  return { stock, searchStock }
}
