import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type {
  Appointments,
  Consultations,
  Holidays,
  Items,
  Patients,
  Rooms,
  Schedules,
  TimeOff,
  Users,
  Visits,
} from '#platform/db/tables.gen.ts'
import type { Person } from './clinic.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000

/** A patient on file, by SQL: for tests of what happens after registration. */
export const aPatient = (db: Db, overrides: Partial<Insertable<Patients>> = {}) =>
  db
    .insertInto('patients')
    .values({ unique_id: `T-${++serial}`, first_name: 'Achieng', second_name: `Ouma ${serial}`, gender: 'female', ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A visit on `track`, by SQL, without papers and moves; of a new patient unless one is named. */
export const aVisit = async (db: Db, overrides: Partial<Insertable<Visits>> = {}) => {
  const { track = 'doctor', created_at = new Date('2026-03-02T06:00:00Z') } = overrides
  const isOver = track === 'discharged' || track === 'complete'
  return db
    .insertInto('visits')
    .values({
      track_number: `T-V-${++serial}`,
      reason: 'Fever',
      track,
      created_at,
      track_since: created_at,
      closed_at: isOver ? created_at : null,
      ...overrides,
      patient_id: overrides.patient_id ?? (await aPatient(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The body that registers somebody nobody else is like. */
export const someone = (more: object = {}) => {
  const letters = Array.from(String(++serial), (digit) => 'bdfgklmnrz'[Number(digit)]).join('a')
  return { first_name: `Wan${letters}a`, second_name: `Kam${letters}o`, gender: 'female', date_of_birth: '1990-02-03', ...more }
}

/** An item of the catalogue with a cash price from long ago; null for none yet. */
export const anItem = async (db: Db, price: string | null = '100.00', overrides: Partial<Insertable<Items>> = {}) => {
  const item = await db
    .insertInto('items')
    .values({ name: `Item ${++serial}`, category: 'procedure', ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id: cash } = await db.selectFrom('price_lists').select('id').where('insurance_company_id', 'is', null).executeTakeFirstOrThrow()
  if (price !== null)
    await db.insertInto('prices').values({ price_list_id: cash, item_id: item.id, price, valid_from: '2000-01-01' }).execute()
  return item
}

/** An insurer with a price list: prices by item, the patient's part as said. */
export const anInsurer = async (db: Db, prices: Readonly<Record<number, string>>, coPay: { percent?: string; amount?: string } = {}) => {
  const insurer = await db
    .insertInto('insurance_companies')
    .values({ name: `Insurer ${++serial}` })
    .returningAll()
    .executeTakeFirstOrThrow()
  const list = await db
    .insertInto('price_lists')
    .values({
      name: insurer.name,
      insurance_company_id: insurer.id,
      co_pay_percent: coPay.percent ?? null,
      co_pay_amount: coPay.amount ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const [item, price] of Object.entries(prices))
    await db
      .insertInto('prices')
      .values({ price_list_id: list.id, item_id: Number(item), price, valid_from: '2000-01-01' })
      .execute()
  return insurer
}

/** An open visit with the papers it opened with, by the call that starts one: its bill, test request group and prescription. */
export const aVisitWithOrders = async (desk: Pick<Person, 'call'>, patient: number) => {
  const reply = await desk.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json<{
    id: number
    version: number
    track_number: string
    patient: number
    invoice: number
    process_test_req: number
    prescription: number
  }>()
}

/** A doctor without a password, by SQL. */
export const aDoctor = (db: Db, overrides: Partial<Insertable<Users>> = {}) =>
  db
    .insertInto('users')
    .values({
      email: `doctor-${++serial}@clinic.example`,
      first_name: 'Test',
      last_name: `Doctor ${serial}`,
      role: 'doctor',
      title: 'Medical officer',
      registration_number: `TEST-${serial}`,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A draft of a note by SQL, with a complaint, in a visit of a new patient unless one is named; of a new doctor unless one is named. */
export const aConsultation = async (db: Db, overrides: Partial<Insertable<Consultations>> = {}) => {
  const visit = overrides.visit_id
    ? await db.selectFrom('visits').select(['id', 'patient_id']).where('id', '=', overrides.visit_id).executeTakeFirstOrThrow()
    : await aVisit(db)
  const doctor = overrides.doctor_id ?? (await aDoctor(db)).id
  const at = new Date('2026-03-02T06:30:00Z')
  return db
    .insertInto('consultations')
    .values({
      complaint: 'Fever',
      created_at: at,
      changed_at: at,
      changed_by: doctor,
      ...overrides,
      visit_id: visit.id,
      patient_id: visit.patient_id,
      doctor_id: doctor,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A room in use. */
export const aRoom = (db: Db, overrides: Partial<Insertable<Rooms>> = {}) =>
  db
    .insertInto('rooms')
    .values({ name: `Room ${++serial}`, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A session on Mondays from 08:00 to 12:00 in slots of 20 minutes, for ever; of a new doctor unless one is named. */
export const aSchedule = async (db: Db, overrides: Partial<Insertable<Schedules>> = {}) =>
  db
    .insertInto('schedules')
    .values({
      weekday: 1,
      starts_at: '08:00',
      ends_at: '12:00',
      slot_minutes: 20,
      valid_from: '2020-01-01',
      created_at: new Date('2020-01-01T06:00:00Z'),
      ...overrides,
      doctor_id: overrides.doctor_id ?? (await aDoctor(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Leave of a doctor from one instant to another; of a new doctor unless one is named. */
export const aTimeOff = async (
  db: Db,
  { starts_at, ends_at, ...overrides }: Pick<Insertable<TimeOff>, 'starts_at' | 'ends_at'> & Partial<Insertable<TimeOff>>,
) =>
  db
    .insertInto('time_off')
    .values({
      starts_at,
      ends_at,
      created_at: new Date('2020-01-01T06:00:00Z'),
      ...overrides,
      doctor_id: overrides.doctor_id ?? (await aDoctor(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A holiday on `day`, once unless said. */
export const aHoliday = (db: Db, day: string, overrides: Partial<Insertable<Holidays>> = {}) =>
  db
    .insertInto('holidays')
    .values({ day, name: `Holiday ${++serial}`, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()

/** An appointment on 3 March 2026 from 09:00 to 09:20 in Nairobi, by SQL, whatever the plan says; of a new patient unless one is named. */
export const anAppointment = async (db: Db, overrides: Partial<Insertable<Appointments>> = {}) => {
  const at = new Date('2026-03-01T06:00:00Z')
  const start = new Date(overrides.appointment_date_time ?? '2026-03-03T06:00:00Z')
  return db
    .insertInto('appointments')
    .values({
      number: `T-A-${++serial}`,
      ends_at: new Date(start.getTime() + 20 * 60_000),
      reason: 'Blurred sight',
      created_at: at,
      changed_at: at,
      ...overrides,
      appointment_date_time: start,
      patient_id: overrides.patient_id === undefined && !overrides.public_booking_id ? (await aPatient(db)).id : overrides.patient_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
