import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { listOrderDrafts, listOrdersPending, saveOrderDraft } from './contract.ts'

type Saved = ResponseOf<typeof saveOrderDraft>
type Draft = ResponseOf<typeof listOrderDrafts>[number]
type Pending = ResponseOf<typeof listOrdersPending>[number]

const DRAFTS = '/patients/order-drafts/'
const VISITS = '/patients/initiate-attendance-process/'
const NOTES = '/patients/consultations/'
let clinic: TestClinic
let doctor: Person
let other: Person
let desk: Person
let drug: number
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  other = await clinic.signedInFrom('Doctor', 'doctor')
  desk = await clinic.signedInFrom('Receptionist')
  drug = (await anItem(clinic.db, '2.00', { category: 'drug', name: 'Paracetamol 500 mg tablet', unit: 'tablet' })).id
})
afterAll(() => clinic.close())

const line = (more: object = {}) => ({
  item: drug,
  name: 'Paracetamol 500 mg tablet',
  unit: 'tablet',
  directions: '1 tab tds 3/7',
  structure: null,
  quantity: '',
  note: '',
  ...more,
})
const drugsOf = (...lines: object[]) => ({ drugs: { lines, reasons: [] } })
const testsOf = (count: number) => ({
  tests: {
    tests: Array.from({ length: count }, (_, at) => ({
      kind: 'panel',
      id: at + 1,
      name: `Test ${at}`,
      item: null,
      panels: [],
      repeat: false,
    })),
    priority: 'routine',
    is_fasting: false,
    is_pregnant: false,
    note: '',
  },
})
const save = (visit: number, more: object, person = doctor) => person.call('PUT', DRAFTS, { visit, key: randomUUID(), ...more })
const saved = async (visit: number, more: object, person = doctor) => {
  const reply = await save(visit, more, person)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Saved>()
}
const mine = async (visit: number, person = doctor) => (await person.call('GET', `${DRAFTS}?visit=${visit}`)).json<Draft[]>()
const pendingIn = async (visit: number, person = desk) =>
  (await person.call('GET', `${DRAFTS}pending/`)).json<Pending[]>().filter((row) => row.visit === visit)
const move = (visit: number, more: object, person = doctor) => person.call('PATCH', `${VISITS}${visit}/`, more)
const prescribe = (visit: number, more: object, key: string, person = doctor) =>
  person.call(
    'POST',
    '/patients/prescriptions/',
    { attendance_process: visit, prescribed_drugs: [{ item: drug, directions: '1 tab tds 3/7' }], ...more },
    { 'idempotency-key': key },
  )
const linesIn = async (visit: number) => {
  const rows = await clinic.db
    .selectFrom('prescribed_drugs as d')
    .innerJoin('prescriptions as s', 's.id', 'd.prescription_id')
    .select('d.id')
    .where('s.visit_id', '=', visit)
    .execute()
  return rows.length
}
/** A visit with a doctor, opened as the desk does it: with its prescription and its request group. */
const anOpenVisit = async () => {
  const { id: patient } = await aPatient(clinic.db)
  const reply = await desk.call('POST', VISITS, { patient, reason: 'Fever', track: 'doctor' })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number; patient: number; process_test_req: number; version: number }>()
}
const withOrders = async () => {
  const visit = await anOpenVisit()
  await saved(visit.id, drugsOf(line(), line({ item: drug + 1 })))
  await saved(visit.id, testsOf(1))
  return visit
}
const aNote = async (visit: number, person = doctor) =>
  (await person.call('POST', NOTES, { attendance_process: visit, note: 'Malaria' })).json<{ id: number; version: number }>()
const asked = (reply: { status: number; json: () => object }) => [reply.status, reply.json()]
const ascending = (one: number, other: number) => one - other
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).toSorted(ascending)

describe('orders that are not sent', () => {
  test('are kept for the author, as they were typed, on whichever machine', async () => {
    const visit = await anOpenVisit()
    const key = randomUUID()
    expect(await mine(visit.id)).toEqual([])
    const first = await saved(visit.id, { key, ...drugsOf(line({ directions: '1 tab td' })) })
    expect(first).toMatchObject({ visit: visit.id, kind: 'drugs', orders: 1, version: 1 })
    await saved(visit.id, testsOf(2))
    const [drugs, tests] = await mine(visit.id)
    expect(drugs).toMatchObject({ kind: 'drugs', key, orders: 1, version: 1, drugs: { lines: [{ directions: '1 tab td' }] }, tests: null })
    expect(tests).toMatchObject({ kind: 'tests', orders: 2, drugs: null, tests: { priority: 'routine' } })
  })

  test('are read and changed by nobody else', async () => {
    const visit = await anOpenVisit()
    await saved(visit.id, drugsOf(line()))
    expect(await mine(visit.id, other)).toEqual([])
    await saved(visit.id, drugsOf(), other)
    expect(await mine(visit.id)).toMatchObject([{ orders: 1, version: 1, drugs: { lines: [{ item: drug }] } }])
    expect((await prescribe(visit.id, { draft_version: 1 }, randomUUID(), other)).status).toBe(201)
    expect(await mine(visit.id)).toMatchObject([{ orders: 1, version: 1 }])
  })

  test('are shown to others by number and author alone', async () => {
    const visit = await anOpenVisit()
    await saved(visit.id, drugsOf(line(), line({ item: drug + 1 })))
    await saved(visit.id, testsOf(1))
    const [row, ...more] = await pendingIn(visit.id)
    expect(row).toMatchObject({ author: doctor.id, orders: 3, patient: visit.patient, is_closed: false })
    expect([more.length, JSON.stringify(row).includes('Paracetamol')]).toEqual([0, false])
    expect(Object.keys(row!).toSorted()).toEqual(
      ['author', 'author_name', 'changed_at', 'is_closed', 'orders', 'patient', 'patient_name', 'visit'].toSorted(),
    )
  })

  test('need the right to send them', async () => {
    const visit = await anOpenVisit()
    expect(asked(await save(visit.id, drugsOf(line()), desk))).toMatchObject([403, { code: 'forbidden' }])
    expect((await save(visit.id, testsOf(1), desk)).status).toBe(403)
    expect(await pendingIn(visit.id)).toEqual([])
  })

  test('are refused by field where they cannot be kept', async () => {
    const visit = await anOpenVisit()
    const fieldsOf = async (more: object) => Object.keys((await save(visit.id, more)).json())
    expect(await fieldsOf({ visit: 2_000_000_000, ...drugsOf(line()) })).toEqual(['visit'])
    expect(await fieldsOf({ ...drugsOf(line()), ...testsOf(1) })).toEqual(['drugs'])
    expect(await fieldsOf({})).toEqual(['drugs'])
    expect(await fieldsOf({ key: 'ä', ...drugsOf(line()) })).toEqual(['key'])
    expect(await fieldsOf(drugsOf(...Array.from({ length: 101 }, () => line())))).toEqual(['drugs.lines'])
    expect(await fieldsOf(drugsOf(line({ directions: 'x'.repeat(1001) })))).toEqual(['drugs.lines.0.directions'])
    expect(await fieldsOf({ version: 3, ...drugsOf(line()) })).toEqual(['version'])
    expect((await doctor.call('GET', `${DRAFTS}?visit=2000000000`)).status).toBe(404)
    expect(await mine(visit.id)).toEqual([])
  })

  test('of two tabs the second to save gets 412 with what is there', async () => {
    const visit = await anOpenVisit()
    const replies = await Promise.all([save(visit.id, drugsOf(line())), save(visit.id, drugsOf(line({ note: 'B' })))])
    expect(statusesOf(replies)).toEqual([200, 412])
    const late = replies.find(({ status }) => status === 412)!.json<{ code: string; current: Draft }>()
    expect(late).toMatchObject({ code: 'version_conflict', current: { visit: visit.id, version: 1, orders: 1 } })
    const next = await Promise.all([1, 2].map((at) => save(visit.id, { version: 1, ...drugsOf(line({ note: `${at}` })) })))
    expect(statusesOf(next)).toEqual([200, 412])
    expect(await mine(visit.id)).toMatchObject([{ version: 2, orders: 1 }])
  })

  test('leave a row in the trail without what they are', async () => {
    const visit = await anOpenVisit()
    await saved(visit.id, drugsOf(line()))
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'patient_id', 'change'])
      .where('entity', '=', 'order draft')
      .where('patient_id', '=', visit.patient)
      .execute()
    expect(rows).toEqual([
      { action: 'update', patient_id: visit.patient, change: { visit: visit.id, kind: 'drugs', orders: [0, 1], version: 1 } },
    ])
  })
})

describe('sending', () => {
  test('empties the draft in the same act, and an older copy sends nothing more', async () => {
    const visit = await anOpenVisit()
    const key = randomUUID()
    const { version } = await saved(visit.id, { key, ...drugsOf(line()) })
    expect((await prescribe(visit.id, { draft_version: version }, key)).status).toBe(201)
    expect(await mine(visit.id)).toMatchObject([{ orders: 0, drugs: null, version: version + 1 }])
    expect(await pendingIn(visit.id)).toEqual([])
    // Another machine with the same copy: the same key answers the first reply, another key is refused.
    expect((await prescribe(visit.id, { draft_version: version }, key)).status).toBe(201)
    const late = await prescribe(visit.id, { draft_version: version, replace: true }, randomUUID())
    expect(asked(late)).toMatchObject([412, { code: 'version_conflict', current: { orders: 0, version: version + 1 } }])
    expect(asked(await save(visit.id, { version, ...drugsOf(line()) }))).toMatchObject([412, { current: { orders: 0 } }])
    expect(await linesIn(visit.id)).toBe(1)
  })

  test('from two machines at once orders once', async () => {
    const visit = await anOpenVisit()
    const { version } = await saved(visit.id, drugsOf(line()))
    const replies = await Promise.all([1, 2].map(() => prescribe(visit.id, { draft_version: version, replace: true }, randomUUID())))
    expect(statusesOf(replies)).toEqual([201, 412])
    expect(await linesIn(visit.id)).toBe(1)
  })

  test('does not empty a draft that has grown on another machine meanwhile', async () => {
    const visit = await anOpenVisit()
    const { version } = await saved(visit.id, drugsOf(line()))
    await saved(visit.id, { version, ...drugsOf(line(), line({ item: drug + 1, name: 'Second' })) })
    expect((await prescribe(visit.id, { draft_version: version }, randomUUID())).status).toBe(412)
    expect(await mine(visit.id)).toMatchObject([{ orders: 2 }])
    expect(await linesIn(visit.id)).toBe(0)
  })

  test('that is refused leaves the draft as it was', async () => {
    const visit = await anOpenVisit()
    const { version } = await saved(visit.id, drugsOf(line()))
    const reply = await prescribe(
      visit.id,
      { draft_version: version, prescribed_drugs: [{ item: drug, directions: 'zorp' }] },
      randomUUID(),
    )
    expect(reply.status).toBe(400)
    expect(await mine(visit.id)).toMatchObject([{ orders: 1, version }])
  })

  test('tests empties their draft, and leaves that of the drugs', async () => {
    const visit = await anOpenVisit()
    await saved(visit.id, drugsOf(line()))
    const { version } = await saved(visit.id, testsOf(1))
    const panel = await aLabPanel(clinic.db, { item_id: (await anItem(clinic.db)).id })
    const body = { process: visit.process_test_req, panels: [{ test_panel: panel.id }], draft_version: version }
    const reply = await doctor.call('POST', '/lab/lab-test-requests/', body)
    expect(reply.status, reply.text).toBe(201)
    expect((await doctor.call('POST', '/lab/lab-test-requests/', body)).status).toBe(412)
    expect(await mine(visit.id)).toMatchObject([
      { kind: 'drugs', orders: 1 },
      { kind: 'tests', orders: 0 },
    ])
  })

  test('without a draft is as it was for earlier clients', async () => {
    const visit = await anOpenVisit()
    expect((await prescribe(visit.id, {}, randomUUID())).status).toBe(201)
    const none = await prescribe(visit.id, { draft_version: 1 }, randomUUID())
    expect(asked(none)).toEqual([400, { draft_version: ['No draft of these orders in this visit.'] }])
  })
})

describe('no exit goes on in silence:', () => {
  const refused = { code: 'orders_pending', orders: 3 }

  test('signing is refused with what is pending, until it is sent or kept on purpose', async () => {
    const visit = await withOrders()
    const note = await aNote(visit.id)
    const sign = (more: object) => doctor.call('POST', `${NOTES}${note.id}/sign/`, { version: note.version, ...more })
    expect(asked(await sign({}))).toMatchObject([
      409,
      {
        ...refused,
        visit: visit.id,
        pending: [
          { kind: 'drugs', orders: 2, version: 1 },
          { kind: 'tests', orders: 1, version: 1 },
        ],
      },
    ])
    expect((await sign({ keep_orders: false })).status).toBe(409)
    expect((await sign({ keep_orders: 'yes' })).json()).toHaveProperty('keep_orders')
    expect((await sign({ keep_orders: true })).json()).toMatchObject({ signed_by: doctor.id })
    expect((await mine(visit.id)).map(({ orders }) => orders)).toEqual([2, 1])
  })

  test('a note that is written and signed at once is refused, and nothing of it stays', async () => {
    const visit = await withOrders()
    const begin = (more: object) => doctor.call('POST', NOTES, { attendance_process: visit.id, note: 'Malaria', sign: true, ...more })
    expect(asked(await begin({}))).toMatchObject([409, refused])
    expect(await clinic.db.selectFrom('consultations').select('id').where('visit_id', '=', visit.id).execute()).toEqual([])
    expect((await begin({ keep_orders: true })).status).toBe(201)
  })

  test.each(['lab', 'pharmacy', 'billing', 'reception', 'triage', 'inpatient', 'discharged', 'complete'])(
    'moving the patient to %s is refused until it is said that they are kept',
    async (track) => {
      const visit = await withOrders()
      const person = await clinic.signedInFrom('System administrator')
      await saved(visit.id, drugsOf(line(), line({ item: drug + 1 }), line({ item: drug + 2 })), person)
      const reply = await move(visit.id, { track, version: visit.version }, person)
      expect(asked(reply)).toMatchObject([409, { ...refused, visit: visit.id }])
      expect((await move(visit.id, { track, version: visit.version, keep_orders: true }, person)).status).toBe(200)
      expect(await mine(visit.id, person)).toMatchObject([{ orders: 3 }])
    },
  )

  test('once they are sent or removed the way is free', async () => {
    const visit = await anOpenVisit()
    const { version } = await saved(visit.id, drugsOf(line()))
    expect((await prescribe(visit.id, { draft_version: version }, randomUUID())).status).toBe(201)
    await saved(visit.id, testsOf(1))
    await saved(visit.id, { version: 1, ...testsOf(0) })
    expect((await move(visit.id, { track: 'lab', version: visit.version })).status).toBe(200)
  })

  test('those of another person stop nobody who does not know of them', async () => {
    const visit = await withOrders()
    expect((await move(visit.id, { track: 'lab', version: visit.version }, desk)).status).toBe(200)
    expect(await pendingIn(visit.id)).toMatchObject([{ author: doctor.id, orders: 3 }])
    const note = await aNote(visit.id, other)
    expect((await other.call('POST', `${NOTES}${note.id}/sign/`, { version: note.version })).status).toBe(200)
  })

  test('taking the patient or handing back moves nobody and asks nothing', async () => {
    const visit = await withOrders()
    expect((await move(visit.id, { attending: true, version: visit.version })).status).toBe(200)
    expect((await move(visit.id, { keep_orders: true })).status).toBe(400)
  })

  test('that they were kept is in the trail', async () => {
    const visit = await withOrders()
    await move(visit.id, { track: 'lab', version: visit.version, keep_orders: true })
    const entry = await clinic.db
      .selectFrom('audit_log')
      .select('change')
      .where('entity', '=', 'visit')
      .where('entity_id', '=', visit.id)
      .where('action', '=', 'move')
      .executeTakeFirstOrThrow()
    expect(entry.change).toMatchObject({ kept_orders: 3, track: ['doctor', 'lab'] })
  })

  test('a move beside a save in another tab is refused, or comes before it', async () => {
    const visit = await anOpenVisit()
    const [kept, moved] = await Promise.all([
      save(visit.id, drugsOf(line())),
      move(visit.id, { track: 'complete', version: visit.version }),
    ])
    const over = [kept.status, moved.status]
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual(over)
  })

  test('in a visit that is over they can only be removed, by their author, who still sees them', async () => {
    const visit = await withOrders()
    expect((await move(visit.id, { track: 'complete', version: visit.version }, desk)).status).toBe(200)
    expect(await pendingIn(visit.id)).toEqual([])
    expect(await pendingIn(visit.id, doctor)).toMatchObject([{ orders: 3, is_closed: true }])
    const version = 1
    expect(asked(await save(visit.id, { version, ...drugsOf(line()) }))).toMatchObject([409, { code: 'visit_closed' }])
    await saved(visit.id, { version, ...drugsOf() })
    await saved(visit.id, { version, ...testsOf(0) })
    expect(await pendingIn(visit.id, doctor)).toEqual([])
  })
})

describe('a restricted record', () => {
  test('is not opened by orders that a person chose, and keeps them from those who may not open it', async () => {
    const visit = await anOpenVisit()
    const manager = await clinic.signedInFrom('System administrator')
    const before = await saved(visit.id, drugsOf(line()))
    const stranger = await clinic.signedInAs(['attendance.view', 'prescriptions.change', 'laboratory.request', 'patients.view'])
    await saved(visit.id, drugsOf(line()), stranger)
    expect(
      (await manager.call('POST', `/patients/patients/${visit.patient}/restriction/`, { reason: 'A colleague of ours' })).status,
    ).toBeLessThan(300)
    expect((await stranger.call('GET', `/patients/patients/${visit.patient}/`)).status).toBe(404)
    expect((await stranger.call('GET', `${DRAFTS}?visit=${visit.id}`)).status).toBe(404)
    expect((await save(visit.id, { version: 1, ...drugsOf(line()) }, stranger)).status).toBe(404)
    expect(await pendingIn(visit.id, stranger)).toEqual([])
    // Sent to the doctors by the desk, the doctor cares for the patient and goes on.
    expect(await mine(visit.id)).toMatchObject([{ orders: 1, version: before.version }])
    expect((await pendingIn(visit.id, doctor)).map(({ author }) => author).toSorted(ascending)).toEqual(
      [doctor.id, stranger.id].toSorted(ascending),
    )
  })
})
