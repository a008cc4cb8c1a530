import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import type { getEndOfDay } from '#features/attendance/contract.ts'
import type { CheckedPrescription, Prescription } from './contract.ts'
import type { checkPrescription, PrescribableItem } from './contract-writing.ts'

type Checked = ResponseOf<typeof checkPrescription>

const DRUGS = '/patients/external-drugs/'
const PRESCRIPTIONS = '/patients/prescriptions/'
const LINES = '/patients/prescribed-drugs/'

let clinic: TestClinic
let desk: Person
let doctor: Person
let nurse: Person
let pharmacist: Person
let listed: number
let albendazole: PrescribableItem
let unknown: PrescribableItem
let penicillin: PrescribableItem

const name = async (body: object) => {
  const reply = await doctor.call('POST', DRUGS, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<PrescribableItem>()
}

beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  listed = (await anItem(clinic.db, '2.00', { category: 'drug', name: 'Paracetamol 500 mg tablet', unit: 'tablet' })).id
  await onShelf(clinic.db, listed)
  albendazole = await name({ name: 'Wormtab', substances: ['Albendazole'], strength: '400 mg', form: 'tablet' })
  unknown = await name({ name: 'Zorbifex', strength: '20 mg', form: 'tablet' })
  penicillin = await name({ name: 'Amoxil', strength: '500 mg', form: 'capsule' })
})
afterAll(() => clinic.close())

const someone = (more: object = {}) => aPatient(clinic.db, { gender: 'female', date_of_birth: '1986-05-05', ...more })
const visitOf = async (patient?: number) => aVisitWithOrders(desk, patient ?? (await someone()).id)
type Visit = Awaited<ReturnType<typeof visitOf>>
const send = (visit: Visit, lines: object[], more: object = {}) =>
  doctor.call('POST', PRESCRIPTIONS, { attendance_process: visit.id, prescribed_drugs: lines, ...more })
const sent = async (visit: Visit, lines: object[], more: object = {}) => {
  const reply = await send(visit, lines, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<CheckedPrescription>()
}
const check = async (patient: number, lines: object[]) =>
  (await doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient, lines })).json<Checked>()
const read = async (id: number) => (await pharmacist.call('GET', `${PRESCRIPTIONS}${id}/`)).json<Prescription>()
const waiting = async () => (await pharmacist.call('GET', '/pharmacy/queue/?limit=100')).json<{ id: number; lines: { item: number }[] }[]>()
const how = { directions: '1 tab bd 5/7' }

describe('a drug outside the catalogue', () => {
  test('has one name with what it holds, for all prescribers and in any letter case', async () => {
    expect(albendazole).toMatchObject({
      name: 'Wormtab (Albendazole) 400 mg tablet',
      category: 'drug',
      unit: 'tablet',
      substances: ['albendazole'],
      strength: '400 mg',
      form: 'tablet',
      is_external: true,
      unit_price: null,
    })
    const many = await Promise.all(Array.from({ length: 5 }, () => name({ name: 'ZORBIFEX', strength: '20 mg', form: 'tablet' })))
    expect(new Set(many.map(({ id }) => id))).toEqual(new Set([unknown.id]))
    const fresh = await Promise.all(Array.from({ length: 5 }, () => name({ name: 'Racemix', form: 'syrup' })))
    expect(new Set(fresh.map(({ id }) => id)).size).toBe(1)
  })

  test('is named by who may prescribe, with a name and a form that is known', async () => {
    for (const person of [nurse, pharmacist])
      expect((await person.call('POST', DRUGS, { name: 'Zorbifex', form: 'tablet' })).status).toBe(403)
    for (const body of [
      { form: 'tablet' },
      { name: '', form: 'tablet' },
      { name: 'Zorbifex', form: 'pills' },
      { name: 'Zorbifex', form: 'tablet', substances: [] },
    ])
      expect((await doctor.call('POST', DRUGS, body)).status).toBe(400)
  })

  test('is in no list of the catalogue, of stock or of prices, and leaves its name to the catalogue', async () => {
    const search = async (path: string) => (await desk.call('GET', path)).json<{ name?: string }[]>()
    for (const path of ['/catalogue/items/?q=zorbifex', '/catalogue/items/?q=zorbifex&active=false', '/inventory/items/?q=zorbifex'])
      expect(await search(path), path).toEqual([])
    expect((await desk.call('GET', `/catalogue/items/${unknown.id}/`)).status).toBe(404)
    expect((await desk.call('PATCH', `/catalogue/items/${unknown.id}/`, { is_active: true, version: 1 })).status).toBe(404)
    const [taxes] = (await desk.call('GET', '/catalogue/tax-classes/')).json<{ id: number }[]>()
    const same = await desk.call('POST', '/catalogue/items/', {
      name: unknown.name,
      category: 'drug',
      unit: 'tablet',
      tax_class: taxes?.id,
    })
    expect(same.status, same.text).toBe(201)
    await clinic.db.updateTable('items').set({ is_active: false }).where('id', '=', same.json<{ id: number }>().id).execute()
  })

  test('is found by prescribers after what the catalogue has', async () => {
    const named = await name({ name: 'Paracetamol forte', strength: '665 mg', form: 'tablet' })
    const found = (await doctor.call('GET', '/patients/prescribable-items/?q=paracetamol')).json<PrescribableItem[]>()
    expect(found.map(({ id, is_external }) => [id, is_external])).toEqual([
      [listed, false],
      [named.id, true],
    ])
    const all = (await doctor.call('GET', '/patients/prescribable-items/?limit=100')).json<PrescribableItem[]>()
    expect(all.some(({ is_external }) => is_external)).toBe(false)
  })
})

describe('prescribing it', () => {
  test('writes a line like any other, counted and never charged, and nothing waits for it', async () => {
    const visit = await visitOf()
    const written = await sent(visit, [{ item: albendazole.id, ...how, note: 'With food' }])
    expect(written).toMatchObject({
      status: 'external',
      prescribed_drugs: [
        {
          item_name: 'Wormtab (Albendazole) 400 mg tablet',
          unit: 'tablet',
          quantity: '10.000',
          words: 'one tablet twice a day for 5 days',
          note: 'With food',
          is_external: true,
          is_dispensed: false,
          sale_price: null,
          invoice_item: null,
        },
      ],
    })
    expect(await clinic.db.selectFrom('charges').select('id').where('invoice_id', '=', visit.invoice).execute()).toEqual([])
    expect((await waiting()).map(({ id }) => id)).not.toContain(written.id)
    const [row] = await clinic.db.selectFrom('prescriptions').select('waiting_since').where('id', '=', written.id).execute()
    expect(row?.waiting_since).toBeNull()
    expect(await findInconsistencies(clinic.db)).toEqual([])
  })

  test('beside a listed drug leaves that one to the pharmacy alone', async () => {
    const visit = await visitOf()
    const written = await sent(visit, [
      { item: listed, ...how },
      { item: albendazole.id, ...how },
    ])
    expect(written.status).toBe('pending')
    expect((await waiting()).find(({ id }) => id === written.id)?.lines.map(({ item }) => item)).toEqual([listed])
    const counter = await pharmacist.call('GET', `/pharmacy/prescriptions/${written.id}/`)
    expect(counter.json()).toMatchObject({ prescribed_drugs: [{ units_left: 10 }, { is_external: true, units_left: 0, batches: [] }] })
    const done = await pharmacist.call('PATCH', `${PRESCRIPTIONS}${written.id}/`, { status: 'dispensed' })
    expect([done.status, done.json()]).toMatchObject([
      200,
      { status: 'dispensed', prescribed_drugs: [{ is_dispensed: true }, { is_dispensed: false, quantity_dispensed: '0.000' }] },
    ])
    expect(await findInconsistencies(clinic.db)).toEqual([])
  })

  test('is dispensed, refused and reopened by no way', async () => {
    const visit = await visitOf()
    const {
      id,
      version,
      prescribed_drugs: lines,
    } = await sent(visit, [
      { item: listed, ...how },
      { item: unknown.id, ...how },
    ])
    const line = lines[1]!
    const refused = [
      pharmacist.call('PATCH', `${LINES}${line.id}/`, { is_dispensed: true }),
      pharmacist.call('POST', '/pharmacy/dispenses/', { prescription: id, version, lines: [{ line: line.id, units: 1 }] }),
      pharmacist.call('POST', '/pharmacy/dispenses/', {
        prescription: id,
        version,
        lines: [{ line: line.id, units: 1, item: listed, substitution_reason: 'Same' }],
      }),
      pharmacist.call('POST', `/pharmacy/lines/${line.id}/refuse/`, { reason: 'None here' }),
      pharmacist.call('POST', '/pharmacy/sales/', { customer: 'Passer-by', lines: [{ item: unknown.id, units: 1 }] }),
      desk.call('POST', '/billing/invoice-items/', { invoice: visit.invoice, item: unknown.id, quantity: '1' }),
    ]
    for (const reply of await Promise.all(refused)) expect([400, 404, 409], reply.text).toContain(reply.status)
    expect((await read(id)).prescribed_drugs[1]).toMatchObject({ quantity_dispensed: '0.000', refused_at: null })
    expect(await clinic.db.selectFrom('dispense_items').select('id').where('prescribed_drug_id', '=', line.id).execute()).toEqual([])
  })

  test('holds in the database against every other way', async () => {
    const list = await clinic.db.selectFrom('price_lists').select('id').executeTakeFirstOrThrow()
    const priced = clinic.db
      .insertInto('prices')
      .values({ price_list_id: list.id, item_id: unknown.id, price: '1.00', valid_from: '2026-01-01' })
      .execute()
    await expect(priced).rejects.toMatchObject({ constraint: 'prices_external' })
    const active = clinic.db.updateTable('items').set({ is_active: true }).where('id', '=', unknown.id).execute()
    await expect(active).rejects.toMatchObject({ constraint: 'items_external' })
  })

  test('is refused twice on one prescription, replaced, changed and cancelled like any other', async () => {
    const visit = await visitOf()
    const first = await sent(visit, [{ item: unknown.id, ...how }])
    expect((await send(visit, [{ item: unknown.id, ...how }])).json()).toHaveProperty(['prescribed_drugs.0.item'])
    const again = await sent(visit, [{ item: unknown.id, directions: '1 tab od 5/7' }], { replace: true })
    const [old, line] = again.prescribed_drugs
    expect([old!.id, old!.replaced_by, line!.quantity]).toEqual([first.prescribed_drugs[0]!.id, line!.id, '5.000'])
    const changed = await doctor.call('PATCH', `${LINES}${line!.id}/`, { directions: '1 tab tds 5/7', version: line!.version })
    expect(changed.json()).toMatchObject({ quantity: '15.000', is_external: true })
    const { id, version } = changed.json<{ id: number; version: number }>()
    const [won, lost] = await Promise.all(
      ['First', 'Second'].map((reason) => doctor.call('PATCH', `${LINES}${id}/`, { cancelled: true, reason, version })),
    )
    expect([won!.status, lost!.status].toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await read(again.id)).status).toBe('cancelled')
    expect(await findInconsistencies(clinic.db)).toEqual([])
  })

  test('two at once put it on the prescription once', async () => {
    const visit = await visitOf()
    const replies = await Promise.all([1, 2, 3].map(() => send(visit, [{ item: unknown.id, ...how }])))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
  })

  test('takes those who may prescribe, and no closed visit', async () => {
    const visit = await visitOf()
    const body = { attendance_process: visit.id, prescribed_drugs: [{ item: unknown.id, ...how }] }
    for (const person of [nurse, pharmacist]) expect((await person.call('POST', PRESCRIPTIONS, body)).status).toBe(403)
    await clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).where('id', '=', visit.id).execute()
    const closed = await doctor.call('POST', PRESCRIPTIONS, body)
    expect([closed.status, closed.json()]).toMatchObject([409, { code: 'visit_closed' }])
  })
})

describe('the safety check', () => {
  test('holds a known name against allergies, other drugs and pregnancy as it does of a listed drug', async () => {
    const { id: patient } = await someone()
    const allergy = { substance: 'Penicillin', reaction: 'rash', severity: 'severe', category: 'drug' }
    expect((await doctor.call('POST', `/patients/patients/${patient}/allergies/`, allergy)).status).toBe(201)
    const visit = await visitOf(patient)
    const refused = await send(visit, [{ item: penicillin.id, directions: '1 cap tds 5/7' }])
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'unsafe', warnings: [{ kind: 'allergy', severity: 'stop' }] }])
    const key = refused.json<{ warnings: { key: string }[] }>().warnings[0]!.key
    const written = await sent(visit, [{ item: penicillin.id, directions: '1 cap tds 5/7' }], {
      overrides: [{ key, reason: 'Tolerated last year' }],
    })
    expect(written.prescribed_drugs[0]!.overrides).toMatchObject([{ kind: 'allergy', reason: 'Tolerated last year' }])

    const warfarin = await name({ name: 'Coumadin', substances: ['warfarin'], strength: '5 mg', form: 'tablet' })
    const aspirin = await name({ name: 'Disprin', substances: ['aspirin'], strength: '300 mg', form: 'tablet' })
    const twice = await name({ name: 'Feverall', substances: ['paracetamol'], strength: '500 mg', form: 'tablet' })
    const { warnings } = await check(patient, [
      { item: warfarin.id, directions: '1 tab od 5/7' },
      { item: aspirin.id, directions: '1 tab od 5/7' },
      { item: listed, directions: '2 tab qds 5/7' },
      { item: twice.id, directions: '2 tab qds 5/7' },
    ])
    const kinds = new Set(warnings.map(({ kind, line }) => `${kind} ${line}`))
    expect([...kinds].filter((one) => one.startsWith('interaction'))).not.toEqual([])
    expect(warnings.find(({ kind }) => kind === 'duplicate')).toBeDefined()
    expect(warnings.find(({ title_key }) => title_key === 'dose')?.title).toBe('paracetamol: 8000 mg a day, maximum 4000 mg.')
    expect(warnings.some(({ kind, line }) => kind === 'pregnancy' && line === String(warfarin.id))).toBe(true)
  })

  test('says plainly of an unknown name that it was not checked', async () => {
    const { id: patient } = await someone()
    const { lines } = await check(patient, [{ item: unknown.id, ...how }])
    expect(lines).toMatchObject([
      {
        is_external: true,
        unit_price: null,
        warnings: [
          {
            kind: 'unchecked',
            severity: 'note',
            title: 'Not checked: Zorbifex 20 mg tablet is not in the drug vocabulary.',
            detail: 'Allergies, interactions and doses were not checked for this drug.',
          },
        ],
      },
    ])
  })
})

describe('afterwards', () => {
  test('it is printed, on the chart, offered again, and in what the patient reads and takes along', async () => {
    const account = await clinic.signedInFrom('Patient', 'patient')
    const { id: patient } = await someone({ user_id: account.id })
    const visit = await visitOf(patient)
    const written = await sent(visit, [{ item: albendazole.id, ...how }])
    const named = albendazole.name
    const headers = { authorization: `Bearer ${doctor.token}` }
    const printed = await clinic.app.inject({ method: 'GET', url: `/patients/download_prescription_pdf/${written.id}/`, headers })
    const page = pdfPages(printed.rawPayload).flat().join(' ')
    expect(page).toContain('Wormtab (Albendazole) 400 mg tablet')
    expect(page).toContain('Not supplied by this clinic')
    expect((await doctor.call('GET', `/patients/patients/${patient}/current-medicines/`)).json()).toMatchObject([
      { origin: 'prescribed', name: named, substances: ['albendazole'] },
    ])
    expect((await doctor.call('GET', `${PRESCRIPTIONS}last/?patient_id=${patient}`)).json()).toMatchObject({
      lines: [{ item_name: named, is_out_of_use: false }],
    })
    expect((await doctor.call('GET', `${PRESCRIPTIONS}?status=external&patient_id=${patient}`)).json()).toMatchObject([{ id: written.id }])
    expect((await account.call('GET', '/portal/medicines/')).json()).toMatchObject([{ name: named, refill_refusal: 'external' }])
    expect((await account.call('GET', '/portal/prescriptions/')).json()).toMatchObject([{ lines: [{ name: named, is_current: true }] }])
    const data = await account.call('GET', '/portal/data/', undefined, { accept: 'application/json' })
    expect(data.text).toContain(named)
    const asked = await account.call('POST', '/portal/refill-requests/', { lines: [written.prescribed_drugs[0]!.id] })
    expect([asked.status, asked.json()]).toMatchObject([400, { 'lines.0': [expect.stringContaining('does not supply')] }])
  })

  test('a visit that is left open waits for no pharmacy because of it', async () => {
    const [alone, both] = [await visitOf(), await visitOf()]
    await sent(alone, [{ item: unknown.id, ...how }])
    await sent(both, [
      { item: unknown.id, ...how },
      { item: listed, ...how },
    ])
    const { now } = clinic.clock
    clinic.clock.now = new Date(now.getTime() + 3 * 86_400_000)
    const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
    const { visits: left } = (await administrator.call('GET', '/patients/end-of-day/')).json<ResponseOf<typeof getEndOfDay>>()
    clinic.clock.now = now
    const waitingIn = (visit: Visit) =>
      left.find(({ id }) => id === visit.id)?.holds.find(({ kind }) => kind === 'prescription_waiting')?.count ?? 0
    expect(left.length).toBeGreaterThan(1)
    expect([waitingIn(alone), waitingIn(both)]).toEqual([0, 1])
  })

  test('a merge takes it along, and counts it as nothing that is still to be dispensed', async () => {
    const [from, into] = [await someone({ first_name: 'Double' }), await someone({ first_name: 'Kept' })]
    const visit = await visitOf(from.id)
    const written = await sent(visit, [{ item: unknown.id, ...how }])
    await clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).where('id', '=', visit.id).execute()
    const officer = await clinic.signedInFrom('Records officer')
    const two = `from=${from.id}&into=${into.id}`
    const preview = (await officer.call('GET', `/patients/merges/preview/?${two}`)).json<{ seen: string; into: { unique_id: string } }>()
    const body = { from: from.id, into: into.id, seen: preview.seen, typed_number: preview.into.unique_id }
    const merged = await officer.call('POST', '/patients/merges/', body)
    expect(merged.status, merged.text).toBe(201)
    expect(await read(written.id)).toMatchObject({ patient: into.id, status: 'external', prescribed_drugs: [{ is_external: true }] })
  })
})
