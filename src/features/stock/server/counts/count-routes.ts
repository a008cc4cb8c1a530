import { readClinicHead } from '#features/company/public.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '#features/stock/contract-counts.ts'
import { approveCountOf, cancelCountOf, rejectCountOf, submitCountOf } from './end-count.ts'
import { addCountLineTo, enterCountsOf } from './enter-counts.ts'
import { findCounts, getSheet } from './find-counts.ts'
import { printSheet } from './print-sheet.ts'
import { startCountOf } from './start-count.ts'

/** Counting what is really there. */
export const countRoutes = ({ files, printPdf }: Pick<Services, 'files' | 'printPdf'>): Route[] => [
  handle(contract.listCounts, ({ db, user, query }) => findCounts(db, user, query)),
  handle(contract.getCount, ({ db, user, params }) => getSheet(db, user, params.id)),
  handle(contract.startCount, startCountOf),
  handle(contract.enterCounts, enterCountsOf),
  handle(contract.addCountLine, addCountLineTo),
  handle(contract.submitCount, submitCountOf),
  handle(contract.approveCount, approveCountOf),
  handle(contract.rejectCount, rejectCountOf),
  handle(contract.cancelCount, cancelCountOf),
  handlePrepared(
    contract.printCountSheet,
    // Made before the transaction begins, so that no connection waits for the printer.
    async ({ db, user, params, now }) => {
      const count = await getSheet(db, user, params.id)
      return { count, body: await printSheet({ user, now }, printPdf, count, await readClinicHead(db, files, 'a4')) }
    },
    async ({ audit, prepared: { count, body } }) => {
      audit('print', { entity: 'stock count', id: count.id })
      return { body, filename: `count-sheet-${count.number}.pdf`, inline: true }
    },
  ),
]
