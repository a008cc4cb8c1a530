import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from './api.ts'
import { listInvoices, verifyDocument } from './room-calls.ts'

export type FoundBill = ResponseOf<typeof listInvoices>[number]

const MATCHES = 4
const CODE = /\/verify\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/i

/** The code in what was scanned off a bill, receipt or credit note; none in anything else. */
export const codeIn = (text: string): string | undefined => CODE.exec(text)?.[1]

/** Where a scanned code leads: a bill opens, any other paper shows whether it still stands. */
export const addressOfCode = async (code: string): Promise<string> => {
  const paper = await call(verifyDocument, { params: { code }, query: {} })
  if (paper.document !== 'invoice') return `/verify/${code}`
  const [bill] = await call(listInvoices, { query: { q: paper.number, limit: 1 } })
  return bill ? `/dashboard/billing/invoices/${bill.id}` : `/verify/${code}`
}

/** Bills by number: asked only for what may be one. */
export const useBillNumbers = () => {
  const [bills, setBills] = useState<FoundBill[]>([])
  const searchBills = async (q: string): Promise<FoundBill[]> => {
    const found = /\d/.test(q) ? await call(listInvoices, { query: { q, limit: MATCHES } }) : []
    setBills(found)
    return found
  }
  return { bills, searchBills }
}
