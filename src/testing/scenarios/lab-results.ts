import type { ResponseOf } from '#shared/endpoint.ts'
import type { createLabTestRequest } from '#features/laboratory/contract.ts'
import type { Priority } from '#features/laboratory/contract-fields.ts'
import type { Insertable } from 'kysely'
import type { LabPanels, Patients } from '#platform/db/tables.gen.ts'
import { anItem, aPatient, aVisitWithOrders } from '../builders.ts'
import type { Person, TestClinic } from '../clinic.ts'
import { aLabPanel, aReference } from './laboratory.ts'

type Request = ResponseOf<typeof createLabTestRequest>

/** A laboratory with its people, and the steps before a result: asked for, taken. */
export const openLaboratory = async (clinic: TestClinic) => {
  const { db, clock } = clinic
  const desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const technician = await clinic.signedInFrom('Laboratory technician', 'labtech')
  const manager = await clinic.signedInFrom('Laboratory manager', 'lab_manager')

  /** A test on the price list; one of a number has a reference in words, until a range of its own is made. */
  const test = async (values: Partial<Insertable<LabPanels>> & Parameters<typeof aLabPanel>[1] = {}) => {
    const item = await anItem(db, '100.00', { category: 'laboratory' })
    const panel = await aLabPanel(db, { item_id: item.id, ...values })
    if (panel.kind === 'quantitative' || panel.kind === 'calculated') await aReference(db, panel)
    return panel
  }

  /** The samples of a visit are taken now. */
  const take = (process: number, at = clock.now) =>
    db
      .updateTable('lab_samples')
      .set({ state: 'collected', collected_at: at })
      .where('process_id', '=', process)
      .where('state', '=', 'to collect')
      .execute()

  interface Ask {
    patient?: Partial<Insertable<Patients>>
    /** An existing one. */
    of?: number
    process?: number
    isTaken?: boolean
    priority?: Priority
    is_pregnant?: boolean
  }
  /** A request for these tests in a visit, of a new patient unless said otherwise, with its samples taken. */
  const ask = async (tests: readonly { id: number }[], { patient, of, process, isTaken = true, ...more }: Ask = {}) => {
    const group = process ?? (await aVisitWithOrders(desk, of ?? (await aPatient(db, patient)).id)).process_test_req
    const panels = tests.map(({ id }) => ({ test_panel: id, repeat: true }))
    const reply = await doctor.call('POST', '/lab/lab-test-requests/', { process: group, panels, ...more })
    if (reply.status !== 201) throw new Error(reply.text)
    if (isTaken) await take(group)
    const request = reply.json<Request>()
    return { ...request, of: (panel: { id: number }) => request.panels.find(({ test_panel }) => test_panel === panel.id)!.id }
  }

  const enter = (results: readonly object[], by: Person = technician) => by.call('POST', '/lab/results/', { results })
  const approve = (ids: readonly number[], by: Person = manager) =>
    by.call('POST', '/lab/results/approve/', { panels: ids.map((id) => ({ id })) })
  const amend = (id: number, result: string, more: object = {}, by: Person = manager) =>
    by.call('POST', `/lab/lab-test-requests-panel/${id}/amendments/`, { result, reason: 'Misread', ...more })
  const withdraw = (id: number, by: Person = manager) =>
    by.call('POST', `/lab/lab-test-requests-panel/${id}/withdrawal/`, { reason: 'Wrong tube' })

  return { desk, doctor, technician, manager, test, take, ask, enter, approve, amend, withdraw }
}
