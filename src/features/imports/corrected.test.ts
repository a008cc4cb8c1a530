import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStarterTests } from '#features/lab-catalogue/public.ts'
import { seededGroups } from '#shared/permissions.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { importer, sendImport } from '../../testing/scenarios/import-file.ts'
import type { Import } from './contract.ts'

let clinic: TestClinic
let boss: Person
let files: ReturnType<typeof importer>
beforeAll(async () => {
  clinic = await openTestClinic()
  boss = await clinic.signedInFrom('System administrator', 'sysadmin')
  files = importer(clinic, boss)
})
afterAll(() => clinic.close())

test('a corrected file brings back items that were taken back, as it says now', async () => {
  const file = 'Code,Item name,Type,Selling price\nZ1,Zinc tablets,drug,"12,50"\nZ2,Zinc syrup,drug,7\n'
  await files.undo((await files.imported('items', file)).id)
  const corrected = await files.imported('items', file.replace('Zinc syrup,drug,7', 'Zinc syrup,consumable,8'))
  expect(corrected.counts).toMatchObject({ created: 2, duplicate: 0 })
  const zinc = await clinic.db.selectFrom('items').select(['is_active', 'category']).where('code', '=', 'Z2').execute()
  expect(zinc).toEqual([{ is_active: true, category: 'consumable' }])
  // What somebody took out of use by hand stays out of use.
  await clinic.db.insertInto('items').values({ name: 'Old', category: 'other', unit: 'each', is_active: false }).execute()
  expect((await files.checked('items', 'name,price\nOld,5\n')).counts).toMatchObject({ new: 0, duplicate: 1 })
})

test('an account that was taken back opens again with the rights of its new role alone', async () => {
  const file = 'email,first name,last name,role,title,registration number\nnew@x.example,New,Nurse,Nurse,Medical officer,MDP-0001\n'
  await files.undo((await files.imported('people', file)).id)
  const again = await files.imported('people', file.replace('New,Nurse,Nurse', 'New,Doctor,Doctor'))
  expect(again.counts).toMatchObject({ created: 1, duplicate: 0 })
  const { rows } = await sql`select u.last_name, u.role, u.is_active, array_agg(g.name) as groups from users u
    join user_groups m on m.user_id = u.id join groups g on g.id = m.group_id where email = 'new@x.example' group by u.id`.execute(
    clinic.db,
  )
  expect(rows).toEqual([{ last_name: 'Doctor', role: 'doctor', is_active: true, groups: ['Doctor'] }])
  expect((await files.undo(again.id)).counts).toMatchObject({ withdrawn: 1 })
  // One that somebody had in their hands does not.
  await sql`update users set password_hash = 'x' where email = 'new@x.example'`.execute(clinic.db)
  expect((await files.checked('people', file)).counts).toMatchObject({ duplicate: 1, new: 0 })
})

test('an account that was taken back does not open again for a user without permission over it', async () => {
  const file = 'email,first name,last name,role,title,registration number\nheld@x.example,Held,Doctor,Doctor,Medical officer,MDP-0002\n'
  await files.undo((await files.imported('people', file)).id)
  const clerk = importer(clinic, await clinic.signedInAs(['imports.run', 'users.view', 'users.change', ...(seededGroups['Cashier'] ?? [])]))
  const { id, counts } = await clerk.checked('people', 'email,first name,last name,role\nheld@x.example,Forged,Name,Cashier\n')
  expect(counts).toMatchObject({ new: 0, refused: 1 })
  expect(await clerk.reported(id, 'refused')).toEqual([[2, 'email: This account has permissions that you do not have.']])
  const { rows } = await sql`select first_name, is_active from users where email = 'held@x.example'`.execute(clinic.db)
  expect(rows).toEqual([{ first_name: 'Held', is_active: false }])
})

test('a patient to whom somebody has added by hand is kept when the import is undone, with what was added', async () => {
  const one = await files.imported('patients', 'name,sex,dob\nAsha Lulu,f,1971-03-03\nTatu Moja,f,1981-03-03\n')
  const asha = await clinic.db.selectFrom('patients').select('id').where('first_name', '=', 'Asha').executeTakeFirstOrThrow()
  const given = await boss.call('POST', `/patients/patients/${asha.id}/identifiers/`, { kind: 'passport', value: 'AK-77' })
  expect(given.status, given.text).toBe(201)
  expect((await files.undo(one.id)).counts).toMatchObject({ withdrawn: 1, kept: 1 })
  expect(await files.reported(one.id, 'kept')).toEqual([[2, 'The record has changed since then.']])
  const numbers = await clinic.db.selectFrom('patient_identifiers').select('value').where('patient_id', '=', asha.id).execute()
  expect(numbers).toEqual([{ value: 'AK-77' }])
})

test('records of a row that a clinician has changed since are kept when the import is undone, and named', async () => {
  await files.imported('patients', 'OPD No,name,sex,dob\nC1,Neema Chuma,f,1972-03-03\nC2,Omari Chuma,m,1982-03-03\n')
  const { patient_id: neema } = await clinic.db
    .selectFrom('patient_identifiers')
    .select('patient_id')
    .where('value', '=', 'C1')
    .executeTakeFirstOrThrow()
  const change = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const reply = await boss.call(method, `/patients/patients/${neema}/${path}/`, body)
    expect(reply.status, reply.text).toBeLessThan(300)
  }
  const undone = async (id: number) => {
    const preview = (await boss.call('GET', `/imports/${id}/undo/`)).json<unknown>()
    const { counts } = await files.undo(id)
    return [preview, counts.withdrawn, counts.kept, await files.reported(id, 'kept')]
  }

  const medicines = await files.imported(
    'medicines',
    'MRN,Medicine,Start date\nC1,Metformin 500 mg; Aspirin 75 mg,2020-01-02\nC2,Metformin 500 mg; Aspirin 75 mg,2020-01-02\n',
  )
  const aspirin = await clinic.db
    .selectFrom('patient_medicines')
    .select('id')
    .where('patient_id', '=', neema)
    .where('name', '=', 'Aspirin 75 mg')
    .executeTakeFirstOrThrow()
  await change('PATCH', `medicines/${aspirin.id}`, { version: 1, stopped_on: '2024-05-06', stop_reason: 'Bleeding' })
  expect(await undone(medicines.id)).toEqual([
    { free: 1, kept: [{ reason: 'Changed since the import.', rows: 1 }] },
    1,
    1,
    [[2, 'Changed since the import.']],
  ])
  const taken = await clinic.db
    .selectFrom('patient_medicines')
    .select(['name', 'stop_reason'])
    .where('patient_id', '=', neema)
    .orderBy('id')
    .execute()
  expect(taken).toEqual([
    { name: 'Metformin 500 mg', stop_reason: null },
    { name: 'Aspirin 75 mg', stop_reason: 'Bleeding' },
  ])

  const problems = await files.imported('problems', 'MRN,Diagnosis\nC1,Asthma; Hypertension\nC2,Asthma\n')
  const hypertension = await clinic.db
    .selectFrom('problems')
    .select('id')
    .where('patient_id', '=', neema)
    .where('title', '=', 'Hypertension')
    .executeTakeFirstOrThrow()
  await change('PATCH', `problems/${hypertension.id}`, { version: 1, note: 'Confirmed by three readings' })
  expect((await undone(problems.id)).slice(1)).toEqual([1, 1, [[2, 'Changed since the import.']]])
  const listed = await clinic.db.selectFrom('problems').select(['status', 'note']).where('patient_id', '=', neema).orderBy('id').execute()
  expect(listed).toEqual([
    { status: 'active', note: null },
    { status: 'active', note: 'Confirmed by three readings' },
  ])

  const allergies = 'MRN,Allergen\nC1,Latex; Penicillin\nC2,NKDA\n'
  const first = await files.imported('allergies', allergies)
  expect((await undone(first.id)).slice(1)).toEqual([2, 0, []])
  // What an earlier import of the same file wrote, and its undoing ended, is not what somebody changed.
  const again = await files.imported('allergies', allergies)
  const penicillin = await clinic.db
    .selectFrom('allergies')
    .select('id')
    .where('patient_id', '=', neema)
    .where('substance', '=', 'Penicillin')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  await change('POST', `allergies/${penicillin.id}/end`, { reason: 'Tolerated in a test' })
  expect((await undone(again.id)).slice(1)).toEqual([1, 1, [[2, 'Ended since the import.']]])
})

test('a past visit keeps all of its words, comes in again as it went out, and is refused above 6,000 letters', async () => {
  await files.imported('patients', 'OPD No,name,sex,dob\nV1,Wema Ziara,f,1972-03-03\n')
  const [complaint, treatment] = ['cough '.repeat(500).trim(), 'rest '.repeat(500).trim()]
  const visits = `MRN,Date of visit,Complaint,Treatment\nV1,2023-02-03,${complaint},${treatment}\nV1,2023-02-04,${'very '.repeat(800)},${'long '.repeat(800)}\n`
  const one = await files.imported('visits', visits)
  expect([one.counts.created, await files.reported(one.id, 'refused')]).toEqual([
    1,
    [[3, 'reason: The texts of this visit have more than 6,000 characters together: split the row.']],
  ])
  const kept = await clinic.db.selectFrom('visits').select('reason').where('source', 'like', 'file %').execute()
  expect(kept).toEqual([{ reason: `${complaint}. Treatment: ${treatment}` }])
  expect((await files.checked('visits', await files.taken('visits'))).counts).toMatchObject({ new: 0, same: 1, refused: 0 })
})

test('exports of history leave out the patients whom the export of patients leaves out', async () => {
  await addStarterTests(clinic.db, clinic.clock.now)
  const numbers = ['X1', 'X2', 'X3', 'X4']
  await files.imported('patients', ['OPD No,name,sex', ...numbers.map((number) => `${number},Toka ${number},f`)].join('\n'))
  for (const [kind, head, cells] of [
    ['allergies', 'Allergen', 'Latex'],
    ['medicines', 'Medicine', 'Metformin 500 mg'],
    ['problems', 'Diagnosis', 'Asthma'],
    ['visits', 'Visit date,Reason', '2023-02-03,Cough'],
    ['results', 'Test,Result,Unit,Date', 'Haemoglobin,13,g/dL,2023-02-03'],
  ] as const)
    await files.imported(kind, [`MRN,${head}`, ...numbers.map((number) => `${number},${cells}`)].join('\n'))
  const ids = new Map(
    (await clinic.db.selectFrom('patient_identifiers').select(['value', 'patient_id']).where('value', 'in', numbers).execute()).map(
      ({ value, patient_id: id }) => [value, id],
    ),
  )
  await clinic.db.updateTable('patients').set({ deactivated_at: clinic.clock.now }).where('id', '=', ids.get('X2')!).execute()
  await clinic.db.updateTable('patients').set({ is_unidentified: true }).where('id', '=', ids.get('X3')!).execute()
  await sql`insert into deaths (patient_id, died_on, place, reported_by, noted_at, noted_by)
    values (${ids.get('X4')}, '2024-01-01', 'home', 'Her son', now(), ${boss.id})`.execute(clinic.db)
  for (const kind of ['patients', 'allergies', 'medicines', 'problems', 'visits', 'results']) {
    const text = await files.taken(kind)
    expect([kind, numbers.filter((number) => text.includes(number))]).toEqual([kind, ['X1']])
  }
})

test('all rows or none takes a file whose last row repeats one of the first thousand', async () => {
  await files.imported('patients', 'OPD No,name,sex\nW1,Wote Pamoja,f\n')
  const days = Array.from({ length: 1_000 }, (_, n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10))
  const sent = await sendImport(clinic, boss, 'visits', ['MRN,Visit date', ...[...days, days[0]].map((day) => `W1,${day}`)].join('\n'))
  const { id, mapping } = sent.json<Import>()
  expect((await boss.call('POST', `/imports/${id}/check/`, { mapping, is_whole: true })).status).toBe(202)
  await files.workNow(id)
  const one = await files.run(id)
  expect([one.state, one.problem, one.counts]).toMatchObject(['done', null, { created: 1_000, same: 1, new: 0 }])
})

test('who signs documents is imported with title and registration number, or not at all', async () => {
  const head = 'email,first name,last name,role,title,registration number\n'
  const { counts } = await files.checked(
    'people',
    `${head}bare@x.example,Bare,Doctor,Doctor,,\nhalf@x.example,Half,Doctor,Doctor,Midwife,\n`,
  )
  expect(counts).toMatchObject({ new: 0, refused: 2 })
  const whole = await files.imported('people', `${head}whole@x.example,Whole,Doctor,Doctor,Midwife,NCK-9\n`)
  expect(whole.counts).toMatchObject({ created: 1 })
  const { rows } = await sql`select title, registration_number from users where email = 'whole@x.example'`.execute(clinic.db)
  expect(rows).toEqual([{ title: 'Midwife', registration_number: 'NCK-9' }])
})
