import { readClinicHead } from '#features/company/public.ts'
import { printLabels as labelsContract, printSlip as slipContract } from '#features/pharmacy/contract.ts'
import { printRegister as registerContract } from '#features/pharmacy/contract-register.ts'
import { mayPrice } from '#features/prescriptions/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handlePrepared, type Before, type Route } from '#platform/http/handle.ts'
import { moment } from '#platform/pdf/words.ts'
import type { Services } from '#platform/services.ts'
import { findDispense } from '../dispenses.ts'
import { findLabelFacts } from './find-label.ts'
import { findHouse, printLabels } from './label-paper.ts'
import { printRegister, readRegister } from './print-register.ts'
import { printSlip } from './print-slip.ts'

const printedBy = ({ user, now }: Pick<Before, 'user' | 'now'>, zone: string) =>
  `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd()

/** Labels, slip and register: read and printed before the transaction begins, because a connection waits for no paper. */
export const paperRoutes = ({ files, printPdf }: Services): Route[] => [
  handlePrepared(
    labelsContract,
    async ({ db, params, query }) => {
      const [facts, house] = await Promise.all([findLabelFacts(db, params.id, query.item), findHouse(db)])
      if (!facts || facts.lines.length === 0) throw notFound(facts ? 'Line' : 'Dispense')
      return { patient: facts.patient, download: await printLabels(printPdf, facts, house, query.language) }
    },
    async ({ params, prepared: { patient, download }, audit }) => {
      audit('print', { entity: 'dispense', id: params.id, patient })
      return download
    },
  ),

  handlePrepared(
    slipContract,
    async ({ db, params, user, now }) => {
      const dispense = await findDispense(db, params.id)
      if (!dispense) throw notFound('Dispense')
      const head = await readClinicHead(db, files, '80mm')
      const printed = printedBy({ user, now }, head.zone)
      const download = await printSlip(db, printPdf, { dispense, head, mayPrice: mayPrice(user), printed })
      return { patient: dispense.patient, download }
    },
    async ({ params, prepared: { patient, download }, audit }) => {
      audit('print', { entity: 'dispense', id: params.id, patient })
      return download
    },
  ),

  handlePrepared(
    registerContract,
    async ({ db, query, user, now }) => {
      const register = await readRegister({ db, user, now }, query)
      const head = await readClinicHead(db, files, 'a4')
      const download = await printRegister(printPdf, register, { head, ...query, printed: printedBy({ user, now }, head.zone) })
      return { patients: register.rows.flatMap(({ patient }) => (patient === null ? [] : [patient])), download }
    },
    async ({ prepared: { patients, download }, audit }) => {
      auditReads(audit, 'controlled drugs', patients)
      return download
    },
  ),
]
