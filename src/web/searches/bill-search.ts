import { useState } from 'react'
import { verifyDocument, listInvoices } from '#calls/billing/contract.ts'
import { findLabReport } from '#calls/laboratory/contract-reports.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '../calls/api.ts'
import type { Rights } from '../session/rights.ts'

export type FoundBill = ResponseOf<typeof listInvoices>[number]

const MATCHES = 4
const CODE = /\/verify\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/i
const REPORT_CODE = /\b(LAB(?:-[\dA-Z]{5}){4})\b/i

/** The code in what was scanned off a bill, receipt, credit note or laboratory report; none in anything else. */
export const codeIn = (text: string): string | undefined => (CODE.exec(text) ?? REPORT_CODE.exec(text))?.[1]

/**
 * Where a scanned code leads: a bill opens, a laboratory report leads to the results of its visit, any other paper (and those that a person
 * may not see) shows whether it still stands.
 */
export const addressOfCode = async (code: string, { can }: Pick<Rights, 'can'>): Promise<string> => {
  const proof = `/verify/${code}`
  if (REPORT_CODE.test(code)) {
    if (!can(findLabReport)) return proof
    const { process } = await call(findLabReport, { params: { code }, query: {} })
    return `/dashboard/laboratory/visits/${process}`
  }
  if (!can(listInvoices)) return proof
  const verified = await call(verifyDocument, { params: { code }, query: {} })
  if (verified.document !== 'invoice') return proof
  const [bill] = await call(listInvoices, { query: { q: verified.number, limit: 1 } })
  return bill ? `/dashboard/billing/invoices/${bill.id}` : proof
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
