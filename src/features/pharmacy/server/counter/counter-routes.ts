import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import {
  checkDispense,
  createDispense,
  getCounterPrescription,
  listSubstitutes,
  refuseLine,
  reopenLine,
} from '#features/pharmacy/contract.ts'
import { check } from './check-dispense.ts'
import { readCounterPrescription } from './counter-prescription.ts'
import { handOut } from './create-dispense.ts'
import { refuse, reopen } from './refuse-line.ts'
import { findSubstitutes } from './substitutes.ts'

/** The counter: a prescription as it stands, what else would do, handing out, refusing. */
export const counterRoutes: Route[] = [
  handle(getCounterPrescription, async ({ db, params, query, user, now, audit }) => {
    const paper = await readCounterPrescription(db, params.id, { store: query.store, user, now })
    if (!paper) throw notFound('Prescription')
    audit('read', { entity: 'prescription', id: paper.id, patient: paper.patient })
    return paper
  }),
  handle(listSubstitutes, ({ db, params, query, user, now }) => findSubstitutes(db, params.id, { store: query.store, user, now })),
  handle(checkDispense, check),
  handle(createDispense, handOut),
  handle(refuseLine, (context) => refuse(context, context.params.id, context.body)),
  handle(reopenLine, (context) => reopen(context, context.params.id, context.body)),
]
