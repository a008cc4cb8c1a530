import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { invoiceStatuses, listInvoices } from '#features/billing/contract.ts'

const state = {
  q: z.string().max(100),
  status: z.enum(invoiceStatuses),
  open: z.literal('true'),
  patient_id: Id,
  insurance_company: Id,
  start_date: z.iso.date(),
  end_date: z.iso.date(),
}
const PAGE = 50

/** What the address of the list of bills says, and the rows it asks for. */
export const useInvoiceRows = () => {
  const [url, setUrl] = useUrlState(state)
  const rows = usePages({ ...pages(listInvoices, { query: { ...url, limit: PAGE } }), placeholderData: keepPreviousData })
  return { url, setUrl, rows, isNarrowed: Object.values(url).some((value) => value !== undefined) }
}
export type InvoiceUrl = ReturnType<typeof useInvoiceRows>['url']
export type SetInvoiceUrl = ReturnType<typeof useInvoiceRows>['setUrl']
