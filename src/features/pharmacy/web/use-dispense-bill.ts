import { useQueries, useQuery } from '@tanstack/react-query'
import { getInvoice, listItemsOfInvoice } from '#features/billing/contract.ts'
import { listCreditNotes } from '#features/billing/contract-payments.ts'
import { getPrescription } from '#features/prescriptions/contract.ts'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import type { Dispense } from './dispenses-columns.tsx'
import type { Bill } from './return-sums.ts'

const MOST_NOTES = 100

/** The bills that carry what was handed out: that of a sale, or those of the prescribed lines. */
export const useBillsOf = ({ invoice, prescription, items }: Pick<Dispense, 'invoice' | 'prescription' | 'items'>): readonly number[] => {
  const { data } = useQuery({ ...query(getPrescription, { params: { id: prescription ?? 0 } }), enabled: prescription !== null })
  if (invoice !== null) return [invoice]
  const lines = new Set(items.map(({ line }) => line))
  const bills = data?.prescribed_drugs.filter(({ id }) => lines.has(id)).map((line) => line.invoice) ?? []
  return [...new Set(bills.filter((bill) => bill !== null))]
}

/** Bills with their lines and what was credited of them; undefined until all are known, or to somebody who may not see bills. */
export const useBills = (ids: readonly number[]): Bill[] | undefined => {
  const { can } = useRights()
  const asked = can(listItemsOfInvoice) ? ids : []
  const bills = useQueries({ queries: asked.map((id) => query(getInvoice, { params: { id } })) })
  const lines = useQueries({ queries: asked.map((id) => query(listItemsOfInvoice, { params: { invoice_id: id }, query: {} })) })
  const notes = useQueries({ queries: asked.map((id) => query(listCreditNotes, { query: { invoice: id, limit: MOST_NOTES } })) })
  if (asked.length === 0) return undefined
  const known = asked.flatMap((_, at): Bill[] => {
    const [bill, items, credits] = [bills[at]?.data, lines[at]?.data, notes[at]?.data]
    return bill && items && credits ? [{ patient_balance: bill.patient_balance, lines: items, notes: credits }] : []
  })
  return known.length === asked.length ? known : undefined
}
