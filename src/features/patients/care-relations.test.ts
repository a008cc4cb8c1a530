import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aConsultation, anAppointment, anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import { aTablet } from '../../testing/scenarios/pharmacy.ts'

// Every relation that `cares_for` consults: created by oneself it opens nothing, created by another it opens the record while it lasts.

let clinic: TestClinic
let officer: Person
const begun = new Date('2026-03-02T07:30:00Z')
beforeAll(async () => {
  clinic = await openTestClinic({ now: begun })
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const aRestricted = async () => {
  const { id } = await aPatient(clinic.db)
  const reply = await officer.call('POST', `/patients/patients/${id}/restriction/`, { reason: 'A colleague' })
  expect(reply.status, reply.text).toBe(201)
  return id
}
const cares = async (patient: number, person: number, at = begun) => {
  const { rows } = await sql<{ so: boolean }>`select cares_for(${patient}, ${person}, ${at}) as so`.execute(clinic.db)
  return rows[0]!.so
}
const open = async (by: Person, patient: number) => (await by.call('GET', `/patients/patients/${patient}/`)).status === 200

/** A visit as `by` starts it, on a track, with the move that the start leaves. */
const visitBy = async (patient: number, by: number, overrides: Parameters<typeof aVisit>[1] = {}) => {
  const visit = await aVisit(clinic.db, { patient_id: patient, created_by: by, ...overrides })
  await sql`insert into visit_moves (visit_id, to_track, moved_at, moved_by, visit_version)
    values (${visit.id}, ${visit.track}, ${visit.created_at}, ${by}, 1)`.execute(clinic.db)
  return visit.id
}
const moved = (visit: number, track: string, by: number, undoes: number | null = null) =>
  sql<{
    id: number
  }>`with m as (insert into visit_moves (visit_id, from_track, from_since, to_track, moved_at, moved_by, visit_version, undoes)
    select id, track, track_since, ${track}::track, now(), ${by}, version + 1, ${undoes}::bigint from visits where id = ${visit} returning id)
    update visits set track = ${track}::track, version = version + 1 from m where visits.id = ${visit} returning m.id`
    .execute(clinic.db)
    .then(({ rows }) => rows[0]!.id)
const close = (visit: number) => sql`update visits set track = 'discharged', closed_at = ${begun} where id = ${visit}`.execute(clinic.db)

const days = (count: number) => new Date(begun.getTime() + count * 86_400_000)
const doctorOf = () => clinic.signedInFrom('Doctor', 'doctor')

interface Relation {
  group: string
  role?: 'doctor' | 'nurse' | 'labtech' | 'pharmacist'
  /** Makes the relation as `by` would for the person; answers how it ends. */
  make: (at: { patient: number; person: number; by: number }) => Promise<(() => Promise<unknown>) | undefined>
}

const assigned =
  (column: 'doctor' | 'lab_tech' | 'pharmacist'): Relation['make'] =>
  async ({ patient, person, by }) => {
    const visit = await visitBy(patient, officer.id, { track: 'billing' })
    await sql`update visits set ${sql.ref(`${column}_id`)} = ${person}, ${sql.ref(`${column}_by`)} = ${by} where id = ${visit}`.execute(
      clinic.db,
    )
    return () => close(visit)
  }
const sentTo =
  (track: string): Relation['make'] =>
  async ({ patient, by }) => {
    const visit = await visitBy(patient, by, { track: 'billing' })
    await moved(visit, track, by)
    return () => close(visit)
  }

const relations: Record<string, Relation> = {
  'assigned as the doctor of the visit': { group: 'Doctor', role: 'doctor', make: assigned('doctor') },
  'assigned as the laboratory technician': { group: 'Laboratory technician', role: 'labtech', make: assigned('lab_tech') },
  'assigned as the pharmacist': { group: 'Pharmacist', role: 'pharmacist', make: assigned('pharmacist') },
  'the patient sent to triage': { group: 'Nurse', role: 'nurse', make: sentTo('triage') },
  'the patient sent to the doctors': { group: 'Doctor', role: 'doctor', make: sentTo('doctor') },
  'the patient sent to the laboratory': { group: 'Laboratory technician', role: 'labtech', make: sentTo('lab') },
  'the patient sent to the pharmacy': { group: 'Pharmacist', role: 'pharmacist', make: sentTo('pharmacy') },
  'the patient admitted': { group: 'Nurse', role: 'nurse', make: sentTo('inpatient') },
  'a visit started at the doctors': {
    group: 'Doctor',
    role: 'doctor',
    make: async ({ patient, by }) => {
      const visit = await visitBy(patient, by, { track: 'doctor' })
      return () => close(visit)
    },
  },
  'a note written where the patient was sent': {
    group: 'Doctor',
    role: 'doctor',
    make: async ({ patient, person, by }) => {
      const visit = await visitBy(patient, by, { track: 'doctor' })
      await aConsultation(clinic.db, { visit_id: visit, doctor_id: person, created_at: begun })
      await moved(visit, 'lab', person)
      return () => close(visit)
    },
  },
  'an appointment today': {
    group: 'Doctor',
    role: 'doctor',
    make: async ({ patient, person, by }) => {
      const { id } = await anAppointment(clinic.db, {
        patient_id: patient,
        doctor_id: person,
        created_by: by,
        appointment_date_time: new Date('2026-03-02T15:00:00Z'),
      })
      return () => sql`update appointments set status = 'completed' where id = ${id}`.execute(clinic.db)
    },
  },
  'tests that are not reported': {
    group: 'Laboratory technician',
    role: 'labtech',
    make: async ({ patient, by }) => {
      const visit = await visitBy(patient, by, { track: 'billing' })
      const item = await anItem(clinic.db, '5.00', { category: 'laboratory' })
      const panel = await aLabPanel(clinic.db, { item_id: item.id })
      await sql`with process as (insert into process_test_requests (visit_id) values (${visit}) returning id),
        asked as (insert into lab_test_requests (process_id, patient_id, requested_at, requested_by)
          select id, ${patient}, ${begun}::timestamptz, ${by} from process returning id),
        ordered as (insert into lab_orders (lab_test_request_id, item_id, panel_id) select id, ${item.id}, ${panel.id} from asked returning id, lab_test_request_id)
        insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, requested_at)
        select lab_test_request_id, id, ${panel.id}, ${patient}, ${begun}::timestamptz from ordered`.execute(clinic.db)
      return () =>
        sql`update lab_test_request_panels set state = 'cancelled', cancelled_at = ${begun}, cancelled_by = ${by}, cancel_reason = 'x'
        where patient_id = ${patient}`.execute(clinic.db)
    },
  },
  'medicines that are to be dispensed': {
    group: 'Pharmacist',
    role: 'pharmacist',
    make: async ({ patient, by }) => {
      const visit = await visitBy(patient, by, { track: 'billing' })
      const tablet = await aTablet(clinic.db)
      await sql`with paper as (insert into prescriptions (visit_id, patient_id, created_at) values (${visit}, ${patient}, ${begun}) returning id)
        insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, prescribed_at, prescribed_by)
        select id, ${patient}, ${tablet.id}, '', '', '', 5, ${begun}::timestamptz, ${by} from paper`.execute(clinic.db)
      return () =>
        sql`update prescribed_drugs set cancelled_at = ${begun}, cancelled_by = ${by}, cancel_reason = 'x' where patient_id = ${patient}`.execute(
          clinic.db,
        )
    },
  },
}

describe.each(Object.entries(relations))('%s', (_name, { group, role, make }) => {
  test('opens nothing to its creator', async () => {
    const patient = await aRestricted()
    const person = await clinic.signedInFrom(group, role)
    await make({ patient, person: person.id, by: person.id })
    expect(await cares(patient, person.id)).toBe(false)
    expect(await open(person, patient)).toBe(false)
  })
  test('opens the record when another created it, until it ends', async () => {
    const patient = await aRestricted()
    const person = await clinic.signedInFrom(group, role)
    const end = await make({ patient, person: person.id, by: officer.id })
    expect(await cares(patient, person.id)).toBe(true)
    expect(await open(person, patient)).toBe(true)
    await end?.()
    expect(await cares(patient, person.id)).toBe(false)
    expect(await open(person, patient)).toBe(false)
  })
  test('opens nothing to a colleague of another profession', async () => {
    const patient = await aRestricted()
    const person = await clinic.signedInFrom(group, role)
    const cashier = await clinic.signedInFrom('Cashier')
    await make({ patient, person: person.id, by: officer.id })
    expect(await cares(patient, cashier.id)).toBe(false)
  })
})

test('every table that the rule consults has a relation above', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct refobjid::regclass::text as name from pg_depend
    where classid = 'pg_proc'::regclass and objid = 'cares_for'::regproc and refclassid = 'pg_class'::regclass order by 1`.execute(
    clinic.db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'appointment_changes',
    'appointments',
    'company',
    'consultations',
    'group_permissions',
    'lab_results',
    'lab_test_request_panels',
    'lab_test_requests',
    'pharmacy_settings',
    'prescribed_drugs',
    'prescriptions',
    'user_groups',
    'visit_moves',
    'visits',
  ])
})

/** Whether an appointment of others still opens the record after its doctor has changed it so. */
const after = async ({ kind, change }: { kind: string; change: object }) => {
  const [patient, doctor] = [await aRestricted(), await doctorOf()]
  const { id } = await anAppointment(clinic.db, {
    patient_id: patient,
    doctor_id: doctor.id,
    appointment_date_time: new Date('2026-03-02T15:00:00Z'),
  })
  expect(await cares(patient, doctor.id)).toBe(true)
  await sql`insert into appointment_changes (appointment_id, changed_at, changed_by, kind, change)
    values (${id}, ${begun}, ${doctor.id}, ${kind}, ${JSON.stringify(change)})`.execute(clinic.db)
  return cares(patient, doctor.id)
}

describe('what somebody does to a relation of others', () => {
  test('an appointment that the doctor took over, moved to today or put on the record opens nothing', async () => {
    const changes = {
      'taken over': { kind: 'moved', change: { doctor: [null, 1] } },
      'moved to today': { kind: 'moved', change: { appointment_date_time: ['2026-03-09T15:00:00Z', '2026-03-02T15:00:00Z'] } },
      'put on the record': { kind: 'patient', change: { patient: [null, 1] } },
      'cancelled by others and put back': { kind: 'status', change: { status: ['cancelled', 'confirmed'] } },
    }
    const harmless = {
      confirmed: { kind: 'status', change: { status: ['pending', 'confirmed'] } },
      'moved within the day': { kind: 'moved', change: { appointment_date_time: ['2026-03-02T13:00:00Z', '2026-03-02T15:00:00Z'] } },
    }
    for (const [name, one] of Object.entries(changes)) expect([name, await after(one)]).toEqual([name, false])
    for (const [name, one] of Object.entries(harmless)) expect([name, await after(one)]).toEqual([name, true])
  })

  test('a move that was undone brought nobody, and undoing brings back who sent the patient', async () => {
    const [patient, doctor] = [await aRestricted(), await doctorOf()]
    const visit = await visitBy(patient, officer.id, { track: 'triage' })
    await moved(visit, 'doctor', officer.id)
    expect(await cares(patient, doctor.id)).toBe(true)
    const away = await moved(visit, 'lab', doctor.id)
    expect(await cares(patient, doctor.id)).toBe(false)
    await moved(visit, 'doctor', doctor.id, away)
    expect(await cares(patient, doctor.id)).toBe(true)
  })

  test('the doctor whom another sent the patient to may take them, and another doctor is shut out', async () => {
    const [patient, doctor, other] = [await aRestricted(), await doctorOf(), await doctorOf()]
    const visit = await visitBy(patient, officer.id, { track: 'doctor' })
    await sql`update visits set doctor_id = ${doctor.id}, doctor_by = ${doctor.id} where id = ${visit}`.execute(clinic.db)
    expect([await cares(patient, doctor.id), await cares(patient, other.id)]).toEqual([true, false])
  })

  test('a prescription beyond its days and tests of long ago open nothing', async () => {
    const technician = await clinic.signedInFrom('Laboratory technician', 'labtech')
    const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
    const [tested, treated] = [await aRestricted(), await aRestricted()]
    await relations['tests that are not reported']!.make({ patient: tested, person: technician.id, by: officer.id })
    await relations['medicines that are to be dispensed']!.make({ patient: treated, person: pharmacist.id, by: officer.id })
    const { valid_days } = await clinic.db.selectFrom('pharmacy_settings').select('valid_days').executeTakeFirstOrThrow()
    expect([await cares(tested, technician.id, days(59)), await cares(tested, technician.id, days(60))]).toEqual([true, false])
    expect([await cares(treated, pharmacist.id, days(valid_days - 1)), await cares(treated, pharmacist.id, days(valid_days))]).toEqual([
      true,
      false,
    ])
  })
})
