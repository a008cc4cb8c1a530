import { useQuery } from '@tanstack/react-query'
import { sumOf } from '#shared/money.ts'
import { query } from '#web/calls/api.ts'
import { listInvoices } from '../contract.ts'

const MOST = 100

/** What a patient owes on issued bills (negative: is owed), and what stands on drafts that are not issued yet. */
export const useBalance = (patient_id: number) => {
  const open = useQuery(query(listInvoices, { query: { patient_id, open: 'true', limit: MOST } }))
  const drafts = useQuery(query(listInvoices, { query: { patient_id, status: 'draft', limit: MOST } }))
  return {
    balance: open.data && sumOf(open.data.map((bill) => bill.patient_balance)),
    insurers: open.data && sumOf(open.data.map((bill) => bill.insurer_balance)),
    drafts: drafts.data?.filter(({ item_count, visit }) => item_count > 0 || visit === null),
    error: open.error ?? drafts.error,
  }
}
