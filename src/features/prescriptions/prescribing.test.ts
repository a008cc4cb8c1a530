import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anInsurer, anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import type { PrescribedDrug } from './contract.ts'
import { uncountedWords } from './rules.ts'

interface Written {
  id: number
  status: string
  version: number
  note: string | null
  created_by_name: string | null
  prescribed_drugs: PrescribedDrug[]
  warnings: { key: string; kind: string; severity: string; line: string }[]
}

const PRESCRIPTIONS = '/patients/prescriptions/'
const LINES = '/patients/prescribed-drugs/'
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let amoxicillin: number
let paracetamol: number
let syrup: number
let gauze: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const drug = async (name: string, price: string, unit: string) => (await anItem(clinic.db, price, { category: 'drug', name, unit })).id
  amoxicillin = await drug('Amoxicillin 500 mg capsule', '5.00', 'capsule')
  paracetamol = await drug('Paracetamol 500 mg tablet', '2.00', 'tablet')
  syrup = await drug('Amoxicillin 125 mg/5 ml syrup', '150.00', 'bottle')
  gauze = (await anItem(clinic.db, '30.00', { category: 'consumable', name: 'Gauze swab' })).id
  for (const item of [amoxicillin, paracetamol, syrup, gauze]) await onShelf(clinic.db, item)
})
afterAll(() => clinic.close())

const visit = async (more: object = {}) => aVisitWithOrders(desk, (await aPatient(clinic.db, more)).id)
const post = (body: object, headers = {}) => doctor.call('POST', PRESCRIPTIONS, body, headers)
const prescribe = async (body: object) => {
  const reply = await post(body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Written>()
}
const lines = (...items: number[]) => items.map((item) => ({ item, directions: '1 tab tds 5/7' }))
const chargesOf = (invoice: number) =>
  clinic.db
    .selectFrom('charges')
    .select(['item_id', 'quantity', 'total', 'cancelled_at'])
    .where('invoice_id', '=', invoice)
    .orderBy('id')
    .execute()
const currentTotal = async (invoice: number) =>
  (await chargesOf(invoice)).filter(({ cancelled_at }) => !cancelled_at).reduce((sum, { total }) => sum + Number(total), 0)

describe('prescribing in one call', () => {
  test('reads the text, computes the quantity, charges each line and tells the status', async () => {
    const { id, patient, invoice, prescription } = await visit()
    const written = await prescribe({
      attendance_process: id,
      note: 'Review in a week',
      prescribed_drugs: [
        { item: amoxicillin, directions: '1 cap tds 7/7' },
        { item: paracetamol, directions: '2 tabs qds 3/7', note: 'With water' },
        { item: gauze },
      ],
    })
    expect(written).toMatchObject({
      id: prescription,
      visit: id,
      patient,
      status: 'pending',
      note: 'Review in a week',
      created_by_name: 'Test doctor',
    })
    expect(written.prescribed_drugs).toMatchObject([
      {
        item: amoxicillin,
        quantity: '21.000',
        dosage: '1 capsule',
        directions: '1 cap tds 7/7',
        sale_price: '5.00',
        ends_on: '2026-03-08',
      },
      { item: paracetamol, quantity: '24.000', note: 'With water', ends_on: '2026-03-04' },
      { item: gauze, quantity: '1.000', directions: null, structure: null, words: '', ends_on: null },
    ])
    expect(written.prescribed_drugs[0]!.words).toMatch(/three times a day/)
    expect(written.prescribed_drugs[0]!.structure).toMatchObject({ days: 7 })
    expect(await currentTotal(invoice)).toBe(21 * 5 + 24 * 2 + 30)
    expect(await findInconsistencies(clinic.db)).toEqual([])
  })

  test('answers the paper of the visit when no line is sent, by the patient or the visit', async () => {
    const { id, patient, prescription } = await visit()
    for (const body of [
      { patient },
      { attendance_process: id },
      { prescription, status: 'pending', created_by: 7, start_date: '2026-03-03' },
    ])
      expect(await prescribe(body)).toMatchObject({ id: prescription, status: 'pending', prescribed_drugs: [], warnings: [] })
    expect((await post({})).json()).toEqual({ non_field_errors: ['Give the visit, the patient or the prescription.'] })
    expect((await post({ patient: (await aPatient(clinic.db)).id })).json()).toHaveProperty('patient')
    expect((await post({ attendance_process: id, patient: (await visit()).patient })).json()).toHaveProperty('patient')
    expect((await post({ attendance_process: 2_000_000_000 })).json()).toHaveProperty('attendance_process')
  })

  test('names all that is wrong with the lines and leaves nothing behind', async () => {
    const { id, invoice } = await visit()
    const film = await anItem(clinic.db, '50.00', { category: 'laboratory' })
    const reply = await post({
      attendance_process: id,
      note: 'Never kept',
      prescribed_drugs: [
        ...lines(amoxicillin),
        { item: film.id },
        { item: paracetamol },
        { item: syrup, directions: '5 ml tds 5/7' },
        ...lines(amoxicillin),
      ],
    })
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual({
      'prescribed_drugs.1.item': ['Choose an active drug or consumable.'],
      'prescribed_drugs.2.directions': ['Enter the directions.'],
      'prescribed_drugs.3.quantity': [uncountedWords.contents],
      'prescribed_drugs.4.item': ['Each item may be listed only once.'],
    })
    expect(await chargesOf(invoice)).toEqual([])
    expect(await prescribe({ attendance_process: id })).toMatchObject({ note: null, prescribed_drugs: [] })
  })

  test('is charged to the insurer at its price', async () => {
    const insurer = await anInsurer(clinic.db, { [amoxicillin]: '4.00' })
    const patient = await aPatient(clinic.db)
    await clinic.db.insertInto('patient_insurances').values({ patient_id: patient.id, insurance_company_id: insurer.id }).execute()
    const { id, invoice } = await aVisitWithOrders(desk, patient.id)
    const search = await doctor.call('GET', `/patients/prescribable-items/?q=amoxi&attendance_process=${id}`)
    expect(search.json<object[]>()).toMatchObject([
      { id: syrup, unit_price: '150.00', covered_by: null, strength: '125 mg/5 ml', substances: ['amoxicillin'] },
      { id: amoxicillin, unit_price: '4.00', covered_by: insurer.name, unit: 'capsule', strength: '500 mg' },
    ])
    const check = await doctor.call('POST', `${PRESCRIPTIONS}check/`, {
      patient: patient.id,
      attendance_process: id,
      lines: [
        { item: amoxicillin, directions: '1 tab tds 5/7' },
        { item: syrup, directions: '5 ml' },
      ],
    })
    expect(check.json()).toMatchObject({
      lines: [
        { quantity: '15', unit_price: '4.00', total_price: '60.00', covered_by: insurer.name },
        { quantity: null, unit_price: '150.00', total_price: null },
      ],
    })
    await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin) })
    expect(await currentTotal(invoice)).toBe(60)
  })

  test('asks earlier clients for the quantity where nothing can be computed from their three parts', async () => {
    const { id } = await visit()
    const parts = { dosage: '500 mg', frequency: 'as the moon waxes', duration: 'long' }
    const line = { item: amoxicillin, ...parts }
    const refused = await post({ attendance_process: id, prescribed_drugs: [line] })
    expect([refused.status, refused.json()]).toEqual([400, { 'prescribed_drugs.0.quantity': [uncountedWords.frequency] }])
    const { prescribed_drugs } = await prescribe({ attendance_process: id, prescribed_drugs: [{ ...line, quantity: '14' }] })
    expect(prescribed_drugs).toMatchObject([{ ...parts, quantity: '14.000', computed_quantity: null, directions: null }])
  })

  test('replies the same to the same key, and charges once', async () => {
    const { id, invoice } = await visit()
    const body = { attendance_process: id, prescribed_drugs: lines(amoxicillin, paracetamol) }
    const key = { 'idempotency-key': `rx-${id}` }
    const [first, second] = await Promise.all([post(body, key), post(body, key)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect((await post({ ...body, note: 'Other' }, key)).status).toBe(422)
    expect(await chargesOf(invoice)).toHaveLength(2)
  })
})

describe('replacing, removing and clearing', () => {
  test('an item that stands is refused without a word, and replaced with one', async () => {
    const { id, invoice } = await visit()
    const first = await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin, paracetamol) })
    const again = { attendance_process: id, prescribed_drugs: [{ item: amoxicillin, directions: '1 tab bd 5/7' }] }
    expect((await post(again)).json()).toEqual({ 'prescribed_drugs.0.item': ['This item is already on the prescription.'] })
    const second = await prescribe({ ...again, replace: true })
    const [old, kept, fresh] = second.prescribed_drugs
    expect(old).toMatchObject({
      id: first.prescribed_drugs[0]!.id,
      cancel_reason: 'Replaced',
      replaced_by: fresh!.id,
      invoice_item_status: 'cancelled',
    })
    expect([kept!.quantity, fresh!.quantity]).toEqual(['15.000', '10.000'])
    expect(await currentTotal(invoice)).toBe(15 * 2 + 10 * 5)
    expect(second.warnings.filter(({ kind }) => kind === 'duplicate')).toEqual([])
  })

  test('a billed line that is replaced is credited, and its successor stands on a new draft', async () => {
    const { id, invoice } = await visit()
    await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin, paracetamol) })
    await desk.call('POST', `/billing/invoices/${invoice}/issue/`, {})
    const { prescribed_drugs } = await prescribe({
      attendance_process: id,
      replace: true,
      prescribed_drugs: [
        { item: amoxicillin, directions: '1 tab bd 5/7' },
        { item: paracetamol, directions: '1 tab bd 5/7' },
      ],
    })
    const notes = await clinic.db.selectFrom('credit_notes').select('total').where('invoice_id', '=', invoice).execute()
    expect(notes).toEqual([{ total: '105.00' }])
    const fresh = prescribed_drugs.filter(({ cancelled_at }) => cancelled_at === null)
    expect(fresh.map(({ invoice_item_status }) => invoice_item_status)).toEqual(['pending', 'pending'])
    expect(await currentTotal(fresh[0]!.invoice!)).toBe(70)
    expect(await findInconsistencies(clinic.db)).toEqual([])
  })

  test('what was handed out is not replaced', async () => {
    const { id } = await visit()
    const { prescribed_drugs } = await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin) })
    await pharmacist.call('PATCH', `${LINES}${prescribed_drugs[0]!.id}/`, { is_dispensed: true, quantity: '3' })
    const reply = await post({ attendance_process: id, replace: true, prescribed_drugs: lines(amoxicillin) })
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'dispensed', item: amoxicillin }])
  })

  test('a changed line is a new one; a stale one is refused with the line as it is', async () => {
    const { id, invoice } = await visit()
    const { prescribed_drugs } = await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin) })
    const line = prescribed_drugs[0]!
    const change = (body: object) => doctor.call('PATCH', `${LINES}${line.id}/`, body)
    expect((await change({ quantity: '9', version: 7 })).json()).toMatchObject({ code: 'version_conflict', current: { id: line.id } })
    expect((await change({})).status).toBe(400)
    const changed = (await change({ quantity: '9', version: line.version })).json<PrescribedDrug>()
    expect(changed).toMatchObject({ quantity: '9.000', directions: '1 tab tds 5/7', item: amoxicillin, version: 1 })
    expect(changed.id).not.toBe(line.id)
    expect(await currentTotal(invoice)).toBe(45)
    expect((await change({ quantity: '8' })).json()).toMatchObject({ code: 'cancelled' })
    const kept = (await doctor.call('PATCH', `${LINES}${changed.id}/`, { directions: '1 tab bd 3/7' })).json<PrescribedDrug>()
    expect(kept).toMatchObject({ quantity: '9.000', computed_quantity: '6.000', directions: '1 tab bd 3/7' })
    const recomputed = await doctor.call('PATCH', `${LINES}${kept.id}/`, { directions: '1 tab bd 2/7', quantity: '4' })
    expect(recomputed.json()).toMatchObject({ quantity: '4.000', directions: '1 tab bd 2/7' })
  })

  test('clearing cancels every line that was not handed out, with a reason', async () => {
    const { id, prescription, invoice } = await visit()
    await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin, paracetamol) })
    const clear = (body: object) => doctor.call('PATCH', `${PRESCRIPTIONS}${prescription}/`, body)
    expect((await clear({ status: 'cancelled' })).json()).toHaveProperty('reason')
    expect((await clear({ status: 'cancelled', reason: 'Wrong patient', version: 1 })).status).toBe(412)
    expect((await clear({ status: 'cancelled', reason: 'Wrong patient' })).json()).toMatchObject({ status: 'cancelled' })
    expect(await currentTotal(invoice)).toBe(0)
    expect((await clear({ status: 'dispensed' })).status).toBe(403)
    expect((await clear({ status: 'pending' })).json()).toMatchObject({ code: 'status' })
    expect((await clear({ status: 'cancelled', reason: 'Again' })).status).toBe(200)
  })
})

describe('at the same time', () => {
  test('the same item from two rooms stands once and is charged once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, invoice } = await visit()
      const replies = await Promise.all([
        post({ attendance_process: id, prescribed_drugs: lines(amoxicillin, paracetamol) }),
        post({ attendance_process: id, prescribed_drugs: lines(paracetamol, amoxicillin) }),
      ])
      expect(statuses(replies)).toEqual([201, 400])
      expect(await chargesOf(invoice)).toHaveLength(2)
    }
  })

  test('two replacements leave one standing line', async () => {
    const { id, invoice } = await visit()
    await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin) })
    const body = { attendance_process: id, replace: true, prescribed_drugs: lines(amoxicillin) }
    const replies = await Promise.all([post(body), post(body), post(body)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await chargesOf(invoice)).filter(({ cancelled_at }) => !cancelled_at)).toHaveLength(1)
  })
})

test('a visit that is over takes no more lines, though what was prescribed is handed out, and ids of nobody are not there', async () => {
  const { id, version, prescription } = await visit()
  const { prescribed_drugs } = await prescribe({ attendance_process: id, prescribed_drugs: lines(amoxicillin) })
  const { version: now } = (await desk.call('GET', `/patients/initiate-attendance-process/${id}/`)).json<{ version: number }>()
  await desk.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'discharged', version: now ?? version })
  for (const reply of [
    await post({ prescription, prescribed_drugs: lines(paracetamol) }),
    await doctor.call('PATCH', `${PRESCRIPTIONS}${prescription}/`, { note: 'Late' }),
  ])
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'visit_closed' }])
  const given = await pharmacist.call('PATCH', `${LINES}${prescribed_drugs[0]!.id}/`, { is_dispensed: true })
  expect([given.status, given.json()]).toMatchObject([200, { is_dispensed: true }])
  for (const url of [`${PRESCRIPTIONS}2000000000/`, `${LINES}2000000000/`])
    expect((await doctor.call('PATCH', url, { note: 'x' })).status).toBe(404)
  expect((await doctor.call('GET', `${PRESCRIPTIONS}2000000000/`)).status).toBe(404)
})
