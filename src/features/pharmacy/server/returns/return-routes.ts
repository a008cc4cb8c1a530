import { auditReads } from '#platform/audit/audit.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createPatientReturn, listPatientReturns } from '#features/pharmacy/contract-returns.ts'
import { readReturnPage } from './find-returns.ts'
import { takeBack } from './take-back.ts'

export const returnRoutes: Route[] = [
  handle(createPatientReturn, (context) => takeBack(context, context.params.id, context.body)),
  handle(listPatientReturns, async ({ db, query, audit }) => {
    const page = await readReturnPage(db, query)
    auditReads(
      audit,
      'patient returns',
      page.rows.flatMap(({ patient }) => patient ?? []),
      query.patient_id,
    )
    return page
  }),
]
