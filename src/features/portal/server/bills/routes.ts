import { documentPrinter, type PrintKind } from '#features/billing/public.ts'
import { getOwnBalance, getOwnBill, listOwnBills, printOwnBill, printOwnReceipt } from '#features/portal/contract.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { ownPatient } from '#platform/http/own-patient.ts'
import type { Services } from '#platform/services.ts'
import { findOwnBalance } from './balance.ts'
import { findOwnBill, isOwnDocument, readOwnBills } from './find-bills.ts'

/** What patients see of their own bills, and the papers that the desk gives them. */
export const billRoutes = (services: Services): Route[] => {
  const { letterhead, print } = documentPrinter(services)
  const printing = (endpoint: typeof printOwnBill | typeof printOwnReceipt, kind: Exclude<PrintKind, 'credit note'>, noun: string) =>
    handlePrepared(
      endpoint,
      ({ db }) => letterhead(db, kind),
      async (context) => {
        const { own, user, params, prepared } = context
        if (!(await isOwnDocument(own, kind, ownPatient(user), params.id))) throw notFound(noun)
        // Copies are counted among the clinic's own papers.
        return print(context, kind, params.id, prepared)
      },
    )
  return [
    handle(listOwnBills, ({ db, user, query }) => readOwnBills(db, ownPatient(user), query)),
    handle(getOwnBill, async ({ db, user, params, audit }) => {
      const patient = ownPatient(user)
      const bill = requireFound(await findOwnBill(db, patient, params.id), 'Invoice')
      audit('read', { entity: 'invoice', id: bill.id, patient })
      return bill
    }),
    printing(printOwnBill, 'invoice', 'Invoice'),
    printing(printOwnReceipt, 'receipt', 'Receipt'),
    handle(getOwnBalance, ({ db, user }) => findOwnBalance(db, ownPatient(user))),
  ]
}
