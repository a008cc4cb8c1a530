import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { getInvoice, issueInvoice, listItemsOfInvoice } from '#features/billing/contract.ts'
import { createCreditNote, payInvoice } from '#features/billing/contract-payments.ts'
import { createInvoiceItem, updateInvoice } from '#features/billing/contract.ts'
import type { Invoice } from '../bill-types.ts'
import { blockOf } from '../bill-rules.ts'

/** A bill and its lines, kept up to date by live news. */
export const useBill = (id: number) => ({
  bill: useQuery(query(getInvoice, { params: { id } })),
  lines: useRows(query(listItemsOfInvoice, { params: { invoice_id: id }, query: {} })),
})

/** What this person may do to a bill as it stands. */
export const useBillRights = (bill: Invoice) => {
  const { can, allowed } = useRights()
  const isDraft = bill.status === 'draft'
  const isBlocked = isDraft && blockOf(bill) !== null
  const isDue = Number(bill.patient_balance) > 0 || Number(bill.insurer_balance) > 0
  const mayIssue = isDraft && can(issueInvoice)
  return {
    isDraft,
    isDue,
    mayCharge: isDraft && can(createInvoiceItem),
    mayChangePayer: isDraft && bill.patient !== null && can(updateInvoice),
    mayPrice: isDraft && allowed('billing.price') && can(createInvoiceItem),
    mayDiscount: isDraft && allowed('billing.discount') && can(createInvoiceItem),
    mayIssue,
    canIssue: mayIssue && !isBlocked,
    /** The money is taken here; of a draft only by who may issue it. */
    mayPay: can(payInvoice) && (!isDraft || mayIssue),
    canPay: can(payInvoice) && isDue && (isDraft ? mayIssue && !isBlocked : true),
    mayCredit: !isDraft && can(createCreditNote),
  }
}
