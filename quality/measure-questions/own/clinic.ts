import { sql } from 'kysely'
import { vocabularies } from '#features/assistant/catalogue.ts'
import { addStarterTests } from '#features/lab-catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'

/** A name of a question: `must` be meant by it, and `may` be too because the name is in theirs. */
export interface Meant {
  must: readonly number[]
  may: readonly number[]
}
export interface QuestionClinic {
  /** Who asks. */
  asker: number
  /** Numbers of patients by id. */
  patients: ReadonlyMap<number, string>
  /** What the names of the questions mean, lower case. */
  names: ReadonlyMap<string, Meant>
}

const NOW = new Date('2026-11-18T06:00:00Z')

/** Two of one name, whom the name alone does not tell apart, and others whom it does. */
const patients = [
  ['P-01001', 'Wanjiku', 'Kamau', null, 'female', '1988-04-12'],
  ['P-01002', 'Wanjiku', 'Kamau', null, 'female', '1995-09-30'],
  ['P-01003', 'Otieno', 'Odhiambo', null, 'male', '1979-01-05'],
  ['P-01004', 'Amina', 'Yusuf', null, 'female', '1992-07-21'],
  ['P-01005', 'Grace', 'Mwangi', 'Achieng', 'female', '1985-11-02'],
  ['P-01006', 'Baraka', 'Mushi', null, 'male', '1960-03-17'],
  ['P-01007', 'Chebet', 'Koech', null, 'female', '2001-12-09'],
  ['P-01008', 'Mutua', 'Musyoka', null, 'male', '1955-05-25'],
  ['P-01009', 'Nafula', 'Wekesa', null, 'female', '1998-08-14'],
  ['P-01010', 'Hassan', 'Abdi', null, 'male', '1971-02-28'],
  ['P-01011', 'Daniel', 'Kiprop', null, 'male', '2010-10-10'],
  ['P-01012', 'Zawadi', 'Njoroge', null, 'female', '2022-06-06'],
  ['P-01013', 'Samuel', 'Kariuki', null, 'male', '2015-01-31'],
] as const

const staff = [
  ['njeri.mwangi', 'Njeri', 'Mwangi', 'doctor'],
  ['peter.ouma', 'Peter', 'Ouma', 'doctor'],
  ['fatma.ali', 'Fatma', 'Ali', 'doctor'],
  ['lucy.wairimu', 'Lucy', 'Wairimu', 'pharmacist'],
  ['joseph.barasa', 'Joseph', 'Barasa', 'cashier'],
  ['mercy.atieno', 'Mercy', 'Atieno', 'nurse'],
  ['manager', 'Ruth', 'Wambui', 'sysadmin'],
] as const

const items = [
  ['Paracetamol 500 mg tablet', 'drug', 'tablet'],
  ['Paracetamol 120 mg/5 ml syrup', 'drug', 'bottle'],
  ['Amoxicillin 250 mg capsule', 'drug', 'capsule'],
  ['Metformin 500 mg tablet', 'drug', 'tablet'],
  ['Artemether/lumefantrine 20/120 mg tablet', 'drug', 'tablet'],
  ['Salbutamol 100 mcg inhaler', 'drug', 'inhaler'],
  ['Oral rehydration salts (ORS) sachet', 'drug', 'sachet'],
  ['Ibuprofen 400 mg tablet', 'drug', 'tablet'],
  ['Amlodipine 5 mg tablet', 'drug', 'tablet'],
  ['Examination gloves, medium', 'consumable', 'box'],
  ['Consultation', 'consultation', 'visit'],
  ['Antenatal visit', 'consultation', 'visit'],
  ['Dental check-up', 'consultation', 'visit'],
  ['Dressing', 'nursing', 'each'],
] as const

const namesOf = (names: readonly string[]) => names.map((name) => ({ name }))

const insertPeople = async (db: Db) => {
  await db
    .insertInto('users')
    .values(staff.map(([email, first_name, last_name, role]) => ({ email: `${email}@clinic.example`, first_name, last_name, role })))
    .execute()
  await db
    .insertInto('patients')
    .values(
      patients.map(([unique_id, first_name, second_name, other_names, gender, date_of_birth]) => {
        return { unique_id, first_name, second_name, other_names, gender, date_of_birth }
      }),
    )
    .execute()
  const allergic = await db.selectFrom('patients').select('id').where('unique_id', '=', 'P-01004').executeTakeFirstOrThrow()
  const substances = ['penicillin', 'peanuts', 'sulfonamides'].map((substance) => {
    return { substance, patient_id: allergic.id, category: 'other' as const, severity: 'moderate' as const }
  })
  await db.insertInto('allergies').values(substances).execute()
}

const insertCatalogue = async (db: Db) => {
  await db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  await db
    .insertInto('departments')
    .values(namesOf(['Outpatient', 'Maternity', 'Dental', 'Laboratory', 'Pharmacy']))
    .execute()
  await db
    .insertInto('rooms')
    .values(namesOf(['Room 1', 'Room 2']))
    .execute()
  await db
    .insertInto('items')
    .values(items.map(([name, category, unit]) => ({ name, category, unit })))
    .execute()
  await sql`insert into bookable_services (item_id) select id from items where category = 'consultation'`.execute(db)
  await db
    .insertInto('insurance_companies')
    .values(namesOf(['NHIF', 'Jubilee', 'AAR']))
    .execute()
  await db.insertInto('payment_modes').values({ name: 'M-Pesa', category: 'mobile money', requires_reference: true }).execute()
  await db
    .insertInto('suppliers')
    .values(namesOf(['Mission Medical Supplies', 'Dawa Wholesalers']))
    .execute()
  await db.insertInto('stores').values({ name: 'Maternity ward', kind: 'ward' }).execute()
  const analysers = [
    { name: 'Sysmex XN-330', protocol: 'astm' as const },
    { name: 'Cobas c111', protocol: 'hl7' as const },
  ]
  await db.insertInto('lab_equipment').values(analysers).execute()
  await db.transaction().execute((trx) => addStarterTests(trx, NOW))
}

const idsOf = async (db: Db, query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows.map(({ id }) => id)

/** The names of tests and diagnoses that questions use, with the codes that they have to mean. */
const tests: Readonly<Record<string, { codes: readonly string[]; part: string | null }>> = {
  haemoglobin: { codes: ['HB'], part: null },
  creatinine: { codes: ['CREA'], part: null },
  'fasting glucose': { codes: ['GLUF'], part: null },
  malaria: { codes: ['MRDT', 'MPS'], part: 'malaria' },
  hiv: { codes: ['HIV'], part: 'hiv' },
}
const diagnoses: Readonly<Record<string, { code: string; part: string }>> = {
  malaria: { code: 'B54', part: 'malaria' },
  hypertension: { code: 'I10', part: 'hypertens|blood pressure' },
  diabetes: { code: 'E11.9', part: 'diabet' },
  pneumonia: { code: 'J18.9', part: 'pneumonia' },
  uti: { code: 'N39.0', part: 'uti|urinary tract infection|urine infection' },
  asthma: { code: 'J45.9', part: 'asthma' },
  typhoid: { code: 'A01.0', part: 'typhoid' },
}
/** Names of vital signs and roles, which no table holds: those of the assistant. */
const spoken: readonly [name: string, vocabulary: string, part: string][] = [
  ['weight', 'vital', '^weight'],
  ['height', 'vital', '^height'],
  ['temperature', 'vital', '^temperature'],
  ['pulse', 'vital', '^pulse'],
  ['spo2', 'vital', '^spo2'],
  ['blood pressure', 'vital', 'blood pressure'],
  ['nurse', 'role', '^nurse'],
  ['doctor', 'role', '^doctor'],
]
/** Of tables where a name is part of what it means, and means all that have it. */
const plain: readonly [name: string, table: string, part: string][] = [
  ...staff.map(([, first, last]): [string, string, string] => [
    `${first} ${last}`.toLowerCase(),
    "(select id, first_name || ' ' || last_name as name from users)",
    `${first} ${last}`,
  ]),
  ...['NHIF', 'Jubilee', 'AAR'].map((name): [string, string, string] => [name.toLowerCase(), 'insurance_companies', name]),
  ['m-pesa', 'payment_modes', 'm-pesa'],
  ['cash', 'payment_modes', 'cash'],
  ['card', 'payment_modes', 'card'],
  ['paracetamol', 'items', 'paracetamol'],
  ['paracetamol tablet', 'items', 'paracetamol 500 mg tablet'],
  ['amoxicillin', 'items', 'amoxicillin'],
  ['metformin', 'items', 'metformin'],
  ['salbutamol', 'items', 'salbutamol'],
  ['ors', 'items', 'oral rehydration'],
  ['consultation', 'items', '^consultation$'],
  ['antenatal visit', 'items', 'antenatal visit'],
  ['pharmacy', 'stores', 'pharmacy'],
  ['laboratory', 'stores', 'laboratory'],
  ['maternity', 'departments', 'maternity'],
  ['dental', 'departments', 'dental'],
  ['department=laboratory', 'departments', 'laboratory'],
  ['meds', 'suppliers', 'mission'],
  ['dawa', 'suppliers', 'dawa'],
  ['sysmex', 'lab_equipment', 'sysmex'],
  ['cobas', 'lab_equipment', 'cobas'],
  ['full blood count', 'lab_profiles', 'full blood count'],
  ['clinical', 'announcement_channels', 'clinical'],
]

const findNames = async (db: Db) => {
  const names = new Map<string, Meant>()
  const add = (dimension: string, name: string, must: readonly number[], may: readonly number[]) => {
    if (must.length === 0) throw new Error(`The clinic has no ${name}`)
    names.set(name.includes('=') ? name : `${dimension}=${name}`, { must, may })
  }
  for (const [name, { codes, part }] of Object.entries(tests)) {
    const must = await idsOf(db, sql`select id from lab_panels where code = any(${codes})`)
    add('test', name, must, part === null ? must : await idsOf(db, sql`select id from lab_panels where name ~* ${part}`))
  }
  for (const [name, { code, part }] of Object.entries(diagnoses)) {
    const must = await idsOf(db, sql`select id from diagnosis_codes where code = ${code}`)
    const may = await idsOf(db, sql`select id from diagnosis_codes where title || ' ' || array_to_string(synonyms, ' ') ~* ${part}`)
    add('diagnosis', name, must, may)
  }
  for (const [name, table, part] of plain) {
    const ids = await idsOf(db, sql`select id from ${sql.raw(table)} t where name ~* ${part}`)
    add('', name, ids, ids)
  }
  for (const [name, vocabulary, part] of spoken) {
    const { rows } = vocabularies.find((one) => one.name === vocabulary)!
    const ids = await idsOf(db, sql`select id from (${rows}) v where name ~* ${part}`)
    add(vocabulary, name, ids, ids)
  }
  return names
}

/** Fills a database without anything in it with the clinic that the questions are asked in: names alone, nothing that happened. */
export const makeClinic = async (db: Db): Promise<QuestionClinic> => {
  await insertPeople(db)
  await insertCatalogue(db)
  const rows = await db.selectFrom('patients').select(['id', 'unique_id']).execute()
  const { id: asker } = await db.selectFrom('users').select('id').where('role', '=', 'sysadmin').executeTakeFirstOrThrow()
  return { asker, patients: new Map(rows.map((row) => [row.id, row.unique_id])), names: await findNames(db) }
}
