import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aPrescription, aTablet } from '../../testing/scenarios/pharmacy.ts'

// Work that opens care again, on the rows of others, opens no restricted record to who does it.

let clinic: TestClinic
let officer: Person
let lab: Awaited<ReturnType<typeof openLaboratory>>
/** Works in every part of the clinic, and restricts nothing. */
let colleague: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  lab = await openLaboratory(clinic)
})
beforeEach(async () => {
  colleague = await clinic.signedInAs(
    permissions.filter((right) => !['patients.restrict', 'audit.log', 'audit.export'].includes(right)),
    'doctor',
  )
})
afterAll(() => clinic.close())

const address = (id: number, more = '') => `/patients/patients/${id}/${more}`
const open = async (by: Person, id: number) => (await by.call('GET', address(id))).status
const restrict = async (id: number) =>
  expect((await officer.call('POST', address(id, 'restriction/'), { reason: 'Kept' })).status).toBe(201)
/** At the till nobody receives the patient in the chart. */
const atTheTill = (patient: number) =>
  clinic.db.updateTable('visits').set({ track: 'billing', doctor_id: null }).where('patient_id', '=', patient).execute()

interface Closed {
  patient: number
  reopen: (by: Person) => ReturnType<Person['call']>
  /** What is there of the work. */
  look: () => Promise<unknown>
}

const aDispensedLine = async () => {
  const tablet = await aTablet(clinic.db)
  const prescription = await aPrescription(clinic.db, { desk: lab.desk, doctor: lab.doctor }, [{ item: tablet.id }])
  const [line] = prescription.lines
  const look = () =>
    clinic.db
      .selectFrom('prescribed_drugs')
      .select(['is_dispensed', 'refused_at', 'version', 'reopened_by'])
      .where('id', '=', line!)
      .executeTakeFirstOrThrow()
  return { ...prescription, line: line!, look }
}
const aReportedTest = async () => {
  const panel = await lab.test()
  const request = await lab.ask([panel])
  const row = request.of(panel)
  expect((await lab.enter([{ request_panel: row, result: '5' }])).status).toBe(200)
  expect((await lab.approve([row])).status).toBe(200)
  const look = () =>
    clinic.db
      .selectFrom('lab_test_request_panels')
      .select(['id', 'state', 'version'])
      .where('lab_test_request_id', '=', request.id)
      .orderBy('id')
      .execute()
  return { patient: request.patient, request: request.id, row, look }
}

const ways: Record<string, () => Promise<Closed>> = {
  'undoing the refusal of a line': async () => {
    const { patient, line, look } = await aDispensedLine()
    expect((await officer.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'Not in stock' })).status).toBe(200)
    return { patient, look, reopen: (by) => by.call('POST', `/pharmacy/lines/${line}/reopen/`, {}) }
  },
  'taking back what was dispensed, to dispense it anew': async () => {
    const { patient, id, version, line, look } = await aDispensedLine()
    const given = await officer.call('POST', '/pharmacy/dispenses/', { prescription: id, version, lines: [{ line, units: 15 }] })
    expect(given.status, given.text).toBe(201)
    const { id: dispense } = given.json<{ id: number }>()
    const { id: item } = await clinic.db
      .selectFrom('dispense_items')
      .select('id')
      .where('dispense_id', '=', dispense)
      .executeTakeFirstOrThrow()
    const sent = { reason: 'Wrong strength', items: [{ dispense_item: item, units: 1 }], is_to_be_filled_again: true }
    return { patient, look, reopen: (by) => by.call('POST', `/pharmacy/dispenses/${dispense}/returns/`, sent) }
  },
  'withdrawing an approved result': async () => {
    const { patient, row, look } = await aReportedTest()
    return { patient, look, reopen: (by) => lab.withdraw(row, by) }
  },
  'adding a test to a request of another': async () => {
    const { patient, request, look } = await aReportedTest()
    const more = await lab.test()
    const sent = { lab_test_request: request, test_panel: more.id }
    return { patient, look, reopen: (by) => by.call('POST', '/lab/lab-test-requests-panel/', sent) }
  },
}

describe.each(Object.entries(ways))('%s', (_name, make) => {
  test('is refused while the record is shut, and changes nothing', async () => {
    const { patient, reopen, look } = await make()
    await atTheTill(patient)
    await restrict(patient)
    const before = await look()
    const refused = await reopen(colleague)
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'restricted', patient }])
    expect(await look()).toEqual(before)
    expect(await open(colleague, patient)).toBe(403)
    const denied = clinic.db.selectFrom('audit_log').select('id').where('action', '=', 'denied').where('patient_id', '=', patient)
    expect((await denied.where('actor_id', '=', colleague.id).execute()).length).toBeGreaterThan(0)
  })

  test('works in an emergency, and leaves nothing open when that has ended', async () => {
    const { patient, reopen, look } = await make()
    await atTheTill(patient)
    await restrict(patient)
    const before = await look()
    const kind = { kind: 'covering', reason: 'Alone on duty tonight' }
    expect((await colleague.call('POST', address(patient, 'emergency-access/'), kind)).status).toBe(201)
    const done = await reopen(colleague)
    expect([200, 201], done.text).toContain(done.status)
    expect(await look()).not.toEqual(before)
    expect(await open(colleague, patient)).toBe(200)
    expect((await colleague.call('POST', address(patient, 'emergency-access/end/'), {})).status).toBe(204)
    expect(await open(colleague, patient)).toBe(403)
  })

  test('opens the record to the others whose task it is then', async () => {
    const { patient, reopen } = await make()
    await atTheTill(patient)
    await restrict(patient)
    expect(await open(colleague, patient)).toBe(403)
    const done = await reopen(officer)
    expect([200, 201], done.text).toContain(done.status)
    expect(await open(colleague, patient)).toBe(200)
  })
})

test('a refusal that somebody undoes themselves leaves the line to them as it was', async () => {
  const { patient, line } = await aDispensedLine()
  await atTheTill(patient)
  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  expect((await pharmacist.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'Not in stock' })).status).toBe(200)
  expect((await pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, {})).status).toBe(200)
  await restrict(patient)
  expect(await open(pharmacist, patient)).toBe(200)
})

test('a record whose patient another sent to somebody is merged into a shut one by nobody to whom that is shut', async () => {
  const [{ id: from }, { id: into }] = [
    await aPatient(clinic.db, { first_name: 'Twin' }),
    await aPatient(clinic.db, { first_name: 'Twin' }),
  ]
  const visit = await aVisit(clinic.db, { patient_id: from, created_by: officer.id, track: 'doctor' })
  await sql`insert into visit_moves (visit_id, to_track, moved_at, moved_by, visit_version)
    values (${visit.id}, 'doctor', ${visit.created_at}, ${officer.id}, 1)`.execute(clinic.db)
  await restrict(into)
  // With the very hash of what would be merged, which somebody may work out.
  const { seen } = (await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<{ seen: string }>()
  const { unique_id } = await clinic.db.selectFrom('patients').select('unique_id').where('id', '=', into).executeTakeFirstOrThrow()
  const merged = await colleague.call('POST', '/patients/merges/', { from, into, seen, typed_number: unique_id })
  expect([merged.status, merged.json()]).toMatchObject([403, { code: 'restricted', patient: into }])
  expect(await open(colleague, into)).toBe(403)
  expect(await clinic.db.selectFrom('patient_merges').select('id').where('from_id', '=', from).execute()).toEqual([])
})
