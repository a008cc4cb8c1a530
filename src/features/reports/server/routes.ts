import type { z } from 'zod'
import type { Download } from '#shared/endpoint.ts'
import { tableTypes, type Table } from '#shared/table.ts'
import { handlePrepared, type Before, type Context, type Route } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { allowedTaker } from '#features/billing/public.ts'
import type { Services } from '#platform/services.ts'
import { fileOf, tableFile } from '#platform/tables/render.ts'
import * as contract from '../contract.ts'
import { counterSales } from './counter-sales.ts'
import { dayClose } from './day-close.ts'
import { debtors } from './debtors.ts'
import { dispensedByDay } from './dispensed-by-day.ts'
import { dispensedByItem } from './dispensed-by-item.ts'
import { dispensedByPerson } from './dispensed-by-person.ts'
import { dispensingWaits } from './dispensing-waits.ts'
import { labCriticalCalls } from './lab-critical-calls.ts'
import { labRejections } from './lab-rejections.ts'
import { labTurnaround } from './lab-turnaround.ts'
import { labWorkload } from './lab-workload.ts'
import { purchases } from './purchases.ts'
import { paymentModes } from './payment-modes.ts'
import { receiptList } from './receipt-list.ts'
import { runReport, type Report } from './report.ts'
import { salesByDate } from './sales-by-date.ts'
import { salesByItemAndDate } from './sales-by-item-and-date.ts'
import { salesByPayer } from './sales-by-payer.ts'
import { salesByService } from './sales-by-service.ts'
import { slowStock } from './slow-stock.ts'
import { stockLost } from './stock-lost.ts'
import { stockUsed } from './stock-used.ts'
import { takingsByCashier } from './takings-by-cashier.ts'
import { stockValue } from './stock-value.ts'

type PaymentModeTotals = z.output<typeof contract.totalByPaymentMode.response>

interface Made<R> {
  reply: R
  /** What the trail keeps of it. */
  trace: Record<string, unknown>
}

/** The last step of every report: a row in the trail, and the reply that was made before any connection of the desk was taken. */
const answerWith = async <R>({ audit, prepared }: Pick<Context, 'audit'> & { prepared: Made<R> }): Promise<R> => {
  audit('read', { entity: 'report', id: null, change: prepared.trace })
  return prepared.reply
}

/** Every report, over connections that can only read. */
export const routes = ({ readerOf, printPdf }: Services): Route[] => {
  const run = async <Q extends object>(report: Report<Q>, query: Q, { db, user, now }: Before, type: string) => {
    const hidden = report.patient ? await findHidden(db, user, now) : new Set<number>()
    const { table, head } = await runReport(readerOf(user), report, query, now, hidden)
    const trace = { report: report.name, ...query, start_date: table.start_date, end_date: table.end_date, as: type }
    return { table, trace, file: () => tableFile(table, type, { name: report.name, printPdf, head }) }
  }
  /** The table, or the file of it that the caller wants. */
  const asWanted = async <Q extends object>(report: Report<Q>, query: Q, before: Before): Promise<Made<Table | Download>> => {
    const { table, trace, file } = await run(report, query, before, before.type)
    return { trace, reply: fileOf(before.type) ? await file() : table }
  }
  const printReport = async <Q extends object>(report: Report<Q>, query: Q, before: Before): Promise<Made<Download>> => {
    const { trace, file } = await run(report, query, before, tableTypes.pdf)
    return { trace, reply: await file() }
  }
  const takings = async (
    query: Parameters<typeof paymentModes.columns>[0],
    before: Before,
  ): Promise<Made<PaymentModeTotals | Download>> => {
    const { table, trace, file } = await run(paymentModes, query, before, before.type)
    if (fileOf(before.type)) return { trace, reply: await file() }
    const { rows, ...rest } = table
    return { trace, reply: { ...rest, total_amount: String(table.totals['total']), data: rows as PaymentModeTotals['data'] } }
  }
  return [
    handlePrepared(
      contract.totalByPaymentMode,
      ({ query, ...asked }) => takings(query, asked),
      async ({ prepared }) => prepared.reply,
    ),
    handlePrepared(contract.takingsByCashier, ({ query, ...asked }) => asWanted(takingsByCashier, query, asked), answerWith),
    handlePrepared(
      contract.receiptList,
      async ({ query, ...asked }) => {
        const received_by = allowedTaker(asked.user, query.received_by)
        const hidden = await findHidden(asked.db, asked.user, asked.now)
        return asWanted(receiptList(hidden), { ...query, received_by }, asked)
      },
      answerWith,
    ),
    handlePrepared(contract.saleByDate, ({ body, ...asked }) => asWanted(salesByDate, body, asked), answerWith),
    handlePrepared(contract.saleByItemAndDate, ({ body, ...asked }) => asWanted(salesByItemAndDate, body, asked), answerWith),
    handlePrepared(contract.printSaleByDate, ({ query, ...asked }) => printReport(salesByDate, query, asked), answerWith),
    handlePrepared(contract.printSaleByItemAndDate, ({ query, ...asked }) => printReport(salesByItemAndDate, query, asked), answerWith),
    handlePrepared(contract.salesByService, ({ query, ...asked }) => asWanted(salesByService, query, asked), answerWith),
    handlePrepared(contract.salesByPayer, ({ query, ...asked }) => asWanted(salesByPayer, query, asked), answerWith),
    handlePrepared(contract.debtors, ({ query, ...asked }) => asWanted(debtors, query, asked), answerWith),
    handlePrepared(contract.stockValue, ({ query, ...asked }) => asWanted(stockValue, query, asked), answerWith),
    handlePrepared(contract.stockUsed, ({ query, ...asked }) => asWanted(stockUsed, query, asked), answerWith),
    handlePrepared(contract.stockLost, ({ query, ...asked }) => asWanted(stockLost, query, asked), answerWith),
    handlePrepared(contract.slowStock, ({ query, ...asked }) => asWanted(slowStock, query, asked), answerWith),
    handlePrepared(contract.purchases, ({ query, ...asked }) => asWanted(purchases, query, asked), answerWith),
    handlePrepared(contract.dispensedByDay, ({ query, ...asked }) => asWanted(dispensedByDay, query, asked), answerWith),
    handlePrepared(contract.dispensedByItem, ({ query, ...asked }) => asWanted(dispensedByItem, query, asked), answerWith),
    handlePrepared(contract.dispensedByPerson, ({ query, ...asked }) => asWanted(dispensedByPerson, query, asked), answerWith),
    handlePrepared(contract.dispensingWaits, ({ query, ...asked }) => asWanted(dispensingWaits, query, asked), answerWith),
    handlePrepared(contract.counterSales, ({ query, ...asked }) => asWanted(counterSales, query, asked), answerWith),
    handlePrepared(contract.labTurnaround, ({ query, ...asked }) => asWanted(labTurnaround, query, asked), answerWith),
    handlePrepared(contract.labWorkload, ({ query, ...asked }) => asWanted(labWorkload, query, asked), answerWith),
    handlePrepared(contract.labRejections, ({ query, ...asked }) => asWanted(labRejections, query, asked), answerWith),
    handlePrepared(contract.labCriticalCalls, ({ query, ...asked }) => asWanted(labCriticalCalls, query, asked), answerWith),
    handlePrepared(contract.dayClose, ({ query, ...asked }) => asWanted(dayClose, query, asked), answerWith),
  ]
}
