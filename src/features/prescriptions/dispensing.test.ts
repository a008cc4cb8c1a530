import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import type { PrescribedDrug, Prescription } from './contract.ts'

interface Warning {
  key: string
  kind: string
  severity: 'stop' | 'note'
  line: string
}
type Written = Prescription & { warnings: Warning[] }

const PRESCRIPTIONS = '/patients/prescriptions/'
const LINES = '/patients/prescribed-drugs/'
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let amoxicillin: number
let ibuprofen: number
let warfarin: number
let gauze: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const drug = async (name: string, unit: string) => (await anItem(clinic.db, '5.00', { category: 'drug', name, unit })).id
  amoxicillin = await drug('Amoxicillin 500 mg capsule', 'capsule')
  ibuprofen = await drug('Ibuprofen 400 mg tablet', 'tablet')
  warfarin = await drug('Warfarin 5 mg tablet', 'tablet')
  gauze = (await anItem(clinic.db, '30.00', { category: 'consumable', name: 'Gauze swab' })).id
  for (const item of [amoxicillin, ibuprofen, warfarin, gauze]) await onShelf(clinic.db, item)
})
afterAll(() => clinic.close())

const visit = async (patient?: number) => aVisitWithOrders(desk, patient ?? (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id)
const directions = '1 tab tds 5/7'
const post = (id: number, items: number[], more: object = {}) =>
  doctor.call('POST', PRESCRIPTIONS, { attendance_process: id, prescribed_drugs: items.map((item) => ({ item, directions })), ...more })
const prescribe = async (id: number, items: number[], more: object = {}) => {
  const reply = await post(id, items, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Written>()
}
const allergic = (patient: number, substance: string) =>
  desk.call('POST', `/patients/patients/${patient}/allergies/`, { substance, category: 'drug', severity: 'severe', reaction: 'Swelling' })
const give = (line: number, body: object = {}) => pharmacist.call('PATCH', `${LINES}${line}/`, { is_dispensed: true, ...body })
const givePrescription = (written: number, body: object = {}) =>
  pharmacist.call('PATCH', `${PRESCRIPTIONS}${written}/`, { status: 'dispensed', ...body })
const given = (line: number) =>
  clinic.db.selectFrom('dispense_items').select(['quantity', 'dispensed_by']).where('prescribed_drug_id', '=', line).orderBy('id').execute()

const stops = (reply: { warnings: Warning[] }) => reply.warnings.filter(({ severity }) => severity === 'stop').map(({ kind }) => kind)

describe('the safety check at prescribing', () => {
  test('stops until every stop has its reason, which is kept, audited and shown', async () => {
    const { id, patient, prescription, invoice } = await visit()
    await allergic(patient, 'Penicillin')
    const refused = await post(id, [gauze, amoxicillin])
    expect(refused.status).toBe(409)
    const { code, warnings } = refused.json<{ code: string; warnings: Warning[] }>()
    expect(code).toBe('unsafe')
    const stop = warnings.find(({ severity }) => severity === 'stop')!
    expect(stop).toMatchObject({ kind: 'allergy', line: String(amoxicillin) })
    expect((await clinic.db.selectFrom('charges').select('id').where('invoice_id', '=', invoice).execute()).length).toBe(0)
    expect((await post(id, [amoxicillin], { overrides: [{ key: 'another', reason: 'No matter' }] })).status).toBe(409)
    const overrides = [
      { key: stop.key, reason: 'Took it last year without harm' },
      { key: 'nothing of the kind', reason: 'Ignored' },
    ]
    const { prescribed_drugs, warnings: reported } = await prescribe(id, [amoxicillin], { overrides })
    expect(reported.map(({ key }) => key)).toContain(stop.key)
    const [line] = prescribed_drugs
    expect(line!.overrides).toMatchObject([
      { key: stop.key, kind: 'allergy', reason: 'Took it last year without harm', stage: 'prescribing', by: 'Test doctor' },
    ])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('change')
      .where('action', '=', 'prescribe')
      .where('entity_id', '=', line!.id)
      .executeTakeFirstOrThrow()
    expect(trail.change).toMatchObject({ overrides: [{ key: stop.key, reason: 'Took it last year without harm' }] })
    // The prescriber's reason stands at the pharmacy, and the pharmacist's own has to stand beside it.
    const alone = await givePrescription(prescription)
    expect([alone.status, alone.json()]).toMatchObject([
      400,
      { overrides: ['Enter your own reason for each blocking warning.', expect.any(String)] },
    ])
    expect((await givePrescription(prescription, { overrides: [{ key: stop.key, reason: 'Asked the prescriber' }] })).json()).toMatchObject(
      {
        status: 'dispensed',
        prescribed_drugs: [
          {
            overrides: [
              { key: stop.key, stage: 'prescribing' },
              { key: stop.key, stage: 'dispensing' },
            ],
          },
        ],
      },
    )
  })

  test('knows what stands on the prescription, what runs from earlier visits and what comes from elsewhere', async () => {
    const { id, patient } = await visit()
    await prescribe(id, [warfarin])
    const check = async (more: object = {}) =>
      (await doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient, lines: [{ item: ibuprofen, directions }], ...more })).json<{
        warnings: Warning[]
      }>()
    expect(stops(await check())).toEqual(['interaction'])
    const active = (await doctor.call('GET', `${PRESCRIPTIONS}?visit=${id}`)).json<Written[]>()[0]!.prescribed_drugs
    expect(stops(await check({ without: active.map((line) => line.id) }))).toEqual([])

    const other = await aPatient(clinic.db, { date_of_birth: '1980-05-05' })
    const medicines = `/patients/patients/${other.id}/medicines/`
    const added = await doctor.call('POST', medicines, { name: 'Warfarin 5 mg', directions: 'nocte', started_on: '2025-01-01' })
    expect(added.status, added.text).toBe(201)
    const { id: part, version } = added.json<{ id: number; version: number }>()
    const ask = async () =>
      stops(
        (await doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient: other.id, lines: [{ item: ibuprofen, directions }] })).json<{
          warnings: Warning[]
        }>(),
      )
    expect(await ask()).toEqual(['interaction'])
    expect((await doctor.call('GET', `/patients/patients/${other.id}/current-medicines/`)).json<object[]>()).toMatchObject([
      { origin: 'elsewhere', name: 'Warfarin 5 mg', substances: ['warfarin'], since: '2025-01-01' },
    ])
    const stop = (body: object) => doctor.call('PATCH', `${medicines}${part}/`, body)
    expect((await stop({ stopped_on: '2024-01-01' })).json()).toHaveProperty('stopped_on')
    expect((await stop({ stopped_on: '2026-03-01', version: 9 })).status).toBe(412)
    expect((await stop({ stopped_on: '2026-03-01', stop_reason: 'Bled', version })).json()).toMatchObject({ stopped_on: '2026-03-01' })
    expect(await ask()).toEqual([])
    expect((await doctor.call('PATCH', `/patients/patients/${patient}/medicines/${part}/`, { reason: 'x' })).status).toBe(404)
  })
})

describe('handing out', () => {
  test('in parts, never more than was prescribed, each part written down', async () => {
    const { id, prescription } = await visit()
    const line = (await prescribe(id, [amoxicillin])).prescribed_drugs[0]!
    expect((await give(line.id, { quantity: '16' })).json()).toEqual({ quantity: ['Only 15 left to dispense.'] })
    expect((await give(line.id, { quantity: '6.5' })).json()).toEqual({ quantity: ['Only whole units can be dispensed.'] })
    expect((await give(line.id, { quantity: '6' })).json()).toMatchObject({
      is_dispensed: false,
      quantity_dispensed: '6.000',
      version: 2,
    })
    const written = (await doctor.call('GET', `${PRESCRIPTIONS}${prescription}/`)).json<Written>()
    expect(written.status).toBe('partially dispensed')
    expect((await doctor.call('PATCH', `${LINES}${line.id}/`, { cancelled: true, reason: 'No' })).json()).toMatchObject({
      code: 'dispensed',
    })
    expect((await give(line.id)).json()).toMatchObject({ is_dispensed: true, quantity_dispensed: '15.000' })
    expect((await give(line.id)).json()).toMatchObject({ code: 'dispensed' })
    expect(await given(line.id)).toEqual([
      { quantity: '6.000', dispensed_by: pharmacist.id },
      { quantity: '9.000', dispensed_by: pharmacist.id },
    ])
    expect((await givePrescription(prescription)).json()).toMatchObject({ status: 'dispensed' })
  })

  test('is for the pharmacy, prescribing for doctors, and a stale line or a cancelled one is refused', async () => {
    const { id, prescription } = await visit()
    const [first, second] = (
      await prescribe(id, [amoxicillin, gauze], {
        prescribed_drugs: [{ item: amoxicillin, directions }, { item: gauze }],
      })
    ).prescribed_drugs
    expect((await doctor.call('PATCH', `${LINES}${first!.id}/`, { is_dispensed: true })).status).toBe(403)
    expect((await pharmacist.call('PATCH', `${LINES}${first!.id}/`, { cancelled: true, reason: 'x' })).status).toBe(403)
    expect((await pharmacist.call('PATCH', `${PRESCRIPTIONS}${prescription}/`, { note: 'x' })).status).toBe(403)
    expect((await give(first!.id, { version: 5 })).status).toBe(412)
    expect((await give(first!.id, { directions: '9 tabs tds' })).status).toBe(400)
    await doctor.call('PATCH', `${LINES}${second!.id}/`, { cancelled: true, reason: 'Not needed' })
    expect((await give(second!.id)).json()).toMatchObject({ code: 'cancelled' })
    expect((await givePrescription(prescription)).json()).toMatchObject({
      status: 'dispensed',
      prescribed_drugs: [{ is_dispensed: true }, { is_dispensed: false }],
    })
  })

  test('asks anew when an allergy was recorded since, and keeps the pharmacist’s reason', async () => {
    const { id, patient, prescription } = await visit()
    const line = (await prescribe(id, [amoxicillin])).prescribed_drugs[0]!
    await allergic(patient, 'Amoxicillin')
    const refused = await give(line.id)
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'unsafe' }])
    expect(await given(line.id)).toEqual([])
    expect((await givePrescription(prescription)).status).toBe(409)
    const { key } = refused.json<{ warnings: Warning[] }>().warnings.find(({ severity }) => severity === 'stop')!
    const reply = await give(line.id, { overrides: [{ key, reason: 'Doctor was called and insists' }] })
    expect(reply.json()).toMatchObject({
      overrides: [{ key, stage: 'dispensing', by: 'Test pharmacist', reason: 'Doctor was called and insists' }],
    })
  })

  test('the last of it goes to one of two who reach for it', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await visit()
      const line = (await prescribe(id, [amoxicillin])).prescribed_drugs[0]!
      const replies = await Promise.all(round % 2 ? [give(line.id), give(line.id)] : [give(line.id, { quantity: '15' }), give(line.id)])
      expect(statuses(replies)).toEqual([200, 409])
      expect(await given(line.id)).toHaveLength(1)
    }
  })
})

const derived = (lines: readonly PrescribedDrug[]) => {
  const active = lines.filter(({ cancelled_at }) => cancelled_at === null)
  if (lines.length === 0) return 'pending'
  if (active.length === 0) return 'cancelled'
  if (active.every(({ is_dispensed }) => is_dispensed)) return 'dispensed'
  return active.some(({ quantity_dispensed }) => Number(quantity_dispensed) > 0) ? 'partially dispensed' : 'pending'
}

test('the status follows from the lines, whatever is done to them', async () => {
  let seed = 11
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const items = [amoxicillin, gauze, (await anItem(clinic.db, '1.00', { category: 'consumable' })).id]
  await onShelf(clinic.db, items[2]!)
  for (let round = 0; round < 6; round++) {
    const { id, prescription } = await visit()
    for (let step = 0; step < 10; step++) {
      const written = (await doctor.call('GET', `${PRESCRIPTIONS}${prescription}/`)).json<Written>()
      const line = written.prescribed_drugs[random(Math.max(1, written.prescribed_drugs.length))]
      const action = random(5)
      const reply =
        action === 0 || !line
          ? await doctor.call('POST', PRESCRIPTIONS, {
              attendance_process: id,
              prescribed_drugs: [{ item: items[random(3)], directions, quantity: '4' }],
              replace: random(2) === 0,
            })
          : action === 1
            ? await give(line.id, { quantity: String(1 + random(4)) })
            : action === 2
              ? await doctor.call('PATCH', `${LINES}${line.id}/`, { cancelled: true, reason: 'Changed' })
              : action === 3
                ? await doctor.call('PATCH', `${LINES}${line.id}/`, { quantity: String(2 + random(3)) })
                : await (random(2)
                    ? givePrescription(prescription)
                    : doctor.call('PATCH', `${PRESCRIPTIONS}${prescription}/`, { status: 'cancelled', reason: 'Changed' }))
      expect([200, 201, 400, 409], reply.text).toContain(reply.status)
      const after = (await doctor.call('GET', `${PRESCRIPTIONS}${prescription}/`)).json<Written>()
      expect(after.status).toBe(derived(after.prescribed_drugs))
      for (const { id: one, quantity, quantity_dispensed } of after.prescribed_drugs) {
        const sum = (await given(one)).reduce((total, part) => total + Number(part.quantity), 0)
        expect([sum, sum <= Number(quantity)]).toEqual([Number(quantity_dispensed), true])
      }
    }
  }
})
