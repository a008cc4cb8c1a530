import { expect } from 'vitest'
import type { Insertable } from 'kysely'
import type { Patients } from '#platform/db/tables.gen.ts'
import { aBill, aCreditNote, aReceipt } from '../scenarios/bills.ts'
import { anAppointment, aPatient, aVisitWithOrders } from '../builders.ts'
import type { Person, TestClinic } from '../clinic.ts'
import { openCounts } from '../scenarios/counts.ts'
import { openLaboratory } from '../scenarios/lab-results.ts'
import { aRange } from '../scenarios/laboratory.ts'
import { anOrder, aRequisition, aShelf, buyersOf, well } from '../scenarios/ordering.ts'
import { aTablet } from '../scenarios/pharmacy.ts'
import { lot, openReceiving } from '../scenarios/receiving.ts'
import { aDrug } from '../scenarios/stock.ts'
import { pdfPages } from './pdf-text.ts'

interface PrintedDocument {
  url: string
  pdf: Buffer
  /** Its text on one line, without the places where a word may break. */
  text: string
  pages: string[][]
}

/** Prints what is at an address, for this person. */
export const printDocument = async (
  { app }: Pick<TestClinic, 'app'>,
  person: Pick<Person, 'token'>,
  url: string,
): Promise<PrintedDocument> => {
  const reply = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${person.token}`, accept: 'application/pdf' } })
  expect([reply.statusCode, reply.headers['content-type']], `${url}: ${reply.statusCode === 200 ? '' : reply.body}`).toEqual([
    200,
    'application/pdf',
  ])
  const pages = pdfPages(reply.rawPayload)
  const text = pages.flat().join(' ').replaceAll('\u200B', '').replaceAll(/\s+/g, ' ')
  return { url, pdf: reply.rawPayload, text, pages }
}

// Names of tests and drugs are there once.
let serial = 0

interface Treated {
  patient?: Partial<Insertable<Patients>>
  /** Recorded before anything is prescribed or printed. */
  allergies?: { substance: string; severity: 'mild' | 'moderate' | 'severe' | 'unknown' }[]
  vitals?: { weight?: string; temperature?: string } | null
}

/** A patient who was seen, examined, prescribed for, referred, written about and billed, with an account of their own. */
export const treatPatient = async (clinic: TestClinic, { patient: about = {}, allergies = [], vitals = null }: Treated = {}) => {
  const { db } = clinic
  const lab = await openLaboratory(clinic)
  const { desk, doctor } = lab
  const more = serial === 0 ? '' : ` ${serial}`
  serial += 1
  const account = await clinic.signedInFrom('Patient', 'patient')
  const patient = await aPatient(db, { user_id: account.id, ...about })
  if (allergies.length > 0)
    await db
      .insertInto('allergies')
      .values(allergies.map((allergy) => ({ ...allergy, patient_id: patient.id, category: 'drug' as const })))
      .execute()
  const visit = await aVisitWithOrders(desk, patient.id)
  if (vitals)
    await db
      .insertInto('vital_signs')
      .values({ visit_id: visit.id, patient_id: patient.id, taken_at: clinic.clock.now, recorded_at: clinic.clock.now, ...vitals })
      .execute()
  const [sodium, hiv] = [
    await lab.test({ name: `Sodium${more}`, position: 1 }),
    await lab.test({ name: `HIV antibody${more}`, position: 2, is_withheld: true, choices: [{ value: 'Negative', flag: 'normal' }] }),
  ]
  await aRange(db, sodium, { low: '135', high: '145', low_critical: '120', high_critical: '160' })
  const request = await lab.ask([sodium, hiv], { process: visit.process_test_req })
  await well(
    lab.enter([
      { request_panel: request.of(sodium), result: '150' },
      { request_panel: request.of(hiv), result: 'Negative' },
    ]),
  )
  await well(lab.approve([request.of(sodium), request.of(hiv)]))
  const tablet = await aTablet(db, 100, { name: `Remedy${more} 500 mg tablet` })
  await db.updateTable('stocked_items').set({ is_controlled: true }).where('item_id', '=', tablet.id).execute()
  await well(
    doctor.call('POST', '/patients/consultations/', {
      attendance_process: visit.id,
      complaint: 'Cough for two weeks',
      history: 'Night sweats since May',
      examination: 'Crackles on the right',
      plan: 'Amoxicillin, see again',
      advice: 'Rest and drink enough.',
      return_advice: 'Breathing becomes hard.',
      follow_up_on: '2026-03-16',
      diagnoses: [{ title: 'Pneumonia', certainty: 'confirmed' }],
      sign: true,
    }),
    201,
  )
  const prescription = await well<{ id: number; version: number; prescribed_drugs: { id: number }[] }>(
    doctor.call('POST', '/patients/prescriptions/', {
      attendance_process: visit.id,
      prescribed_drugs: [{ item: tablet.id, directions: '1 tab po tds 5/7' }],
      overrides: [],
    }),
    201,
  )
  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const dispense = await well<{ id: number }>(
    desk.call('POST', '/pharmacy/dispenses/', {
      prescription: prescription.id,
      version: prescription.version,
      lines: [{ line: prescription.prescribed_drugs[0]!.id, units: 15 }],
    }),
    201,
  )
  const referral = await well<{ id: number }>(
    doctor.call('POST', '/patients/referrals/', {
      attendance_process: visit.id,
      provider: 'Hope Hospital',
      service: 'Chest physician',
      note: 'Please assess.',
    }),
    201,
  )
  const letter = await well<{ id: number }>(
    doctor.call('POST', '/letters/', { patient: patient.id, visit: visit.id, title: 'Sick note', body: 'Unfit for work for three days.' }),
    201,
  )
  return { lab, desk, doctor, pharmacist, account, patient, visit, request, prescription, dispense, referral, letter, tablet }
}

type Care = Awaited<ReturnType<typeof treatPatient>>

/** The documents about the patient, each by its name. */
export const addressesOf = async ({ db }: TestClinic, { patient, visit, request, prescription, dispense, referral, letter }: Care) => {
  const sample = await db
    .selectFrom('lab_samples')
    .select('id')
    .where('process_id', '=', visit.process_test_req)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const bill = await aBill(db, { patientId: patient.id })
  const receipt = await aReceipt(db, bill.id, [{ amount: '200' }])
  const credit = await aCreditNote(db, bill.id)
  await anAppointment(db, { patient_id: patient.id })
  return {
    staff: {
      card: `/patients/patients/${patient.id}/card/`,
      wristband: `/patients/patients/${patient.id}/card/?kind=wristband`,
      prescription: `/patients/download_prescription_pdf/${prescription.id}/`,
      'referral-letter': `/patients/referrals/${referral.id}/letter/`,
      letter: `/letters/${letter.id}/pdf/`,
      'laboratory-report': `/lab/download_labtestresult_pdf/${visit.process_test_req}/`,
      'sample-label': `/lab/patient-samples/labels/?samples=${sample.id}`,
      'drug-labels': `/pharmacy/dispenses/${dispense.id}/labels/`,
      'dispensing-slip': `/pharmacy/dispenses/${dispense.id}/slip/`,
      invoice: `/billing/invoices/${bill.id}/pdf/`,
      'invoice-roll': `/billing/invoices/${bill.id}/pdf/?paper=80mm`,
      receipt: `/billing/receipts/${receipt.id}/pdf/`,
      'credit-note': `/billing/credit-notes/${credit.id}/pdf/`,
      'visit-summary': `/patients/visits/${visit.id}/summary/`,
      'appointments-of-a-day': '/patients/appointments/day/?date=2026-03-02',
    },
    portal: {
      'portal-laboratory-report': `/portal/results/${request.id}/pdf/`,
      'portal-visit-summary': `/portal/visits/${visit.id}/summary/`,
      'portal-bill': `/portal/bills/${bill.id}/pdf/`,
      'portal-receipt': `/portal/receipts/${receipt.id}/pdf/`,
      'portal-record': '/portal/data/',
    },
  }
}

/** The documents that are about goods. */
export const goodsAddresses = async (clinic: TestClinic) => {
  const buyers = await buyersOf(clinic)
  const shelf = await aShelf(clinic)
  const requisition = await aRequisition(buyers.asker, shelf.store, [{ item: shelf.first, quantity_requested: 5 }])
  const order = await anOrder(buyers.officer, shelf.supplier, [{ item: shelf.first, quantity_purchased: 5, unit_price: '10.00' }])
  const receiving = await openReceiving(clinic)
  const { id: drug } = await aDrug(clinic.db)
  const receipt = await receiving.took({
    store: receiving.store,
    supplier: receiving.supplier,
    items: [{ item: drug, quantity: 10, purchase_price: '2.50', ...lot }],
  })
  const counts = await openCounts(clinic)
  const counted = await counts.aShelf()
  const count = await counts.start({ store: counted.store })
  return {
    requisition: `/inventory/requisition/${requisition.id}/pdf/`,
    'purchase-order': `/inventory/purchase-order/${order.id}/pdf/`,
    'goods-receipt': `/inventory/goods-receipts/${receipt.id}/pdf/`,
    'count-sheet': `/inventory/counts/${count.id}/sheet/`,
  }
}
