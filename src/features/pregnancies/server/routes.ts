import { changing, requirePatient } from '#features/patients/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { handle } from '#platform/http/handle.ts'
import { beginPregnancy, endPregnancy, listPregnancies, recordNotPregnant, updatePregnancy } from '../contract.ts'
import { findMother, findPregnancyState, insertPregnancy, pregnancyCurrent, recordAnswer, refuseMale } from './begin-pregnancy.ts'
import { changePregnancy, recordOutcome } from './change-pregnancy.ts'
import { findPregnancies, findPregnancy, findStatus } from './queries.ts'

/** Pregnancies of a patient's record: begun, dated, ended, and that there is none today. */
export const routes = () => [
  handle(listPregnancies, async ({ db, params, now, audit }) => {
    await requirePatient(db, params.id)
    auditReads(audit, 'pregnancies', [], params.id)
    return { status: await findStatus(db, params.id, now), pregnancies: await findPregnancies(db, params.id, now) }
  }),

  handle(beginPregnancy, (context) => {
    const { db, params, body, now } = context
    return changing(context, params.id, ['create', 'pregnancy'], async () => {
      const id = await insertPregnancy(context, params.id, body)
      return { id, row: (await findPregnancy(db, params.id, id, now))! }
    })
  }),

  handle(updatePregnancy, (context) =>
    changing(context, context.params.id, ['update', 'pregnancy'], () => changePregnancy(context, context.params, context.body)),
  ),

  handle(endPregnancy, (context) =>
    changing(context, context.params.id, ['end', 'pregnancy'], () => recordOutcome(context, context.params, context.body)),
  ),

  handle(recordNotPregnant, (context) => {
    const { db, params, now } = context
    return changing(context, params.id, ['create', 'not pregnant'], async () => {
      refuseMale((await findMother(db, params.id, now)).gender)
      const state = await findPregnancyState(db, params.id, now)
      if (state.is_current) throw pregnancyCurrent(state)
      const id = await recordAnswer(context, params.id, null)
      return { id, row: await findStatus(db, params.id, now) }
    })
  }),
]
