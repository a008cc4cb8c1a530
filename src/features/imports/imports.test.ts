import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { sendImport } from '../../testing/scenarios/import-file.ts'
import type { Import, ImportRow } from './contract.ts'
import { findLeft, workOn } from './server/work.ts'

const clinicRights = ['imports.run', 'patients.add', 'patients.view', 'patients.deactivate', 'attendance.start'] as const
const listRights = ['services.view', 'catalogue.change', 'prices.view', 'prices.change', 'users.change', 'users.view'] as const
let clinic: TestClinic
let clerk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  clerk = await clinic.signedInAs([...clinicRights, ...listRights])
})
afterAll(() => clinic.close())

const upload = (kind: string, file: string | Buffer, { person = clerk } = {}) => sendImport(clinic, person, kind, file)
const context = (signal = new AbortController().signal) => ({
  db: clinic.db,
  now: clinic.clock.now,
  files: clinic.files,
  publish: () => {},
  signal,
})
/** Does what was queued, and takes it out of the queue. */
const workNow = async (id: number) => {
  await workOn(context(), id)
  await sql`delete from pgboss.job where name = 'imports'`.execute(clinic.db)
}
const read = async (id: number) => (await clerk.call('GET', `/imports/${id}/`)).json<Import>()
const action = async (id: number, name: 'run' | 'undo', person = clerk) => {
  const reply = await person.call('POST', `/imports/${id}/${name}/`, {})
  if (reply.status === 202) await workNow(id)
  return reply.status
}
const check = async (one: Import, more: object = {}) => {
  const reply = await clerk.call('POST', `/imports/${one.id}/check/`, { mapping: one.mapping, ...more })
  expect(reply.status, reply.text).toBe(202)
  await workNow(one.id)
  return read(one.id)
}
const checked = async (kind: string, file: string | Buffer, more: object = {}) => {
  const sent = await upload(kind, file)
  expect(sent.status, sent.text).toBe(201)
  return check(sent.json<Import>(), more)
}
const imported = async (kind: string, file: string) => {
  const one = await checked(kind, file)
  expect(await action(one.id, 'run')).toBe(202)
  return read(one.id)
}
const rows = async (id: number, state: string) => (await clerk.call('GET', `/imports/${id}/rows/?state=${state}`)).json<ImportRow[]>()
const reported = async (id: number) =>
  (await rows(id, 'refused')).map(({ id: row, problems }) => [row, ...problems.map(({ column, message }) => `${column}: ${message}`)])
const download = async (path: string) => {
  const reply = await clinic.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${clerk.token}` } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.rawPayload
}
const count = async (table: 'patients' | 'items' | 'users') => {
  const { n } = await clinic.db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const PATIENTS = [
  'OP No;Surname;First name;Sex;DOB;Tel;Next of kin;Relationship',
  'A1;Odhiambo;Achieng;F;23/04/1990;0711 000 001;Peter Odhiambo;brother',
  'A2;Mwangi;Baraka;m;4.7.1978;;;',
  "A3;O'Connor;Niamh;femme;1999-12-31;;;",
  ';;;;;;;',
  'A4;Nobody;;x;31/02/1990;12;;',
  'A2;Again;Baraka;M;1978-07-04;;;',
  'A5;Odhiambo;Achieng;F;1990-04-23;;;',
].join('\r\n')

describe('patients', () => {
  test('are read by the headings of another program, tried, imported once, and never doubled', async () => {
    const before = await count('patients')
    const one = await checked('patients', PATIENTS)
    expect(Object.fromEntries(one.mapping.map(({ column, place }) => [column, one.headings[place]]))).toMatchObject({
      second_name: 'Surname',
      gender: 'Sex',
      date_of_birth: 'DOB',
      phone: 'Tel',
      kin_name: 'Next of kin',
    })
    expect([one.state, one.counts]).toMatchObject(['checked', { new: 3, refused: 1, duplicate: 2, same: 0 }])
    expect(await count('patients')).toBe(before)
    expect((await reported(one.id))[0]).toEqual([6, 'gender: Enter male, female, other or unknown.'])
    expect((await rows(one.id, 'new'))[0]?.cells).toMatchObject({ date_of_birth: '1990-04-23', gender: 'female', phone: '0711000001' })
  })

  test('come with numbers, kin and a trail that names the import; the same file changes nothing more', async () => {
    const file = PATIENTS.replace('OP No', 'OPD No')
    const first = await imported('patients', file)
    expect([first.state, first.counts]).toMatchObject(['done', { created: 3, new: 0, refused: 1, duplicate: 2 }])
    const created = await clinic.db.selectFrom('patients').selectAll().where('source', 'like', 'file %').orderBy('id').execute()
    expect(created.map(({ first_name, gender, date_of_birth }) => [first_name, gender, date_of_birth])).toEqual([
      ['Achieng', 'female', '1990-04-23'],
      ['Baraka', 'male', '1978-07-04'],
      ['Niamh', 'female', '1999-12-31'],
    ])
    const kin = await clinic.db.selectFrom('next_of_kin').select(['patient_id', 'first_name', 'relationship']).execute()
    expect(kin).toEqual([{ patient_id: created[0]?.id, first_name: 'Peter', relationship: 'brother' }])
    const trail = await clinic.db.selectFrom('audit_log').select(['actor_id', 'change']).where('patient_id', '=', created[0]!.id).execute()
    expect(trail).toEqual([{ actor_id: clerk.id, change: expect.objectContaining({ import: first.id, first_name: 'Achieng' }) }])
    const again = await checked('patients', file)
    expect(again.counts).toMatchObject({ new: 0, same: 3, refused: 1 })
    expect(await action(again.id, 'run')).toBe(409)
  })

  test('are taken back where nothing depends on them, and can come again', async () => {
    const one = await imported('patients', 'name,sex,dob\nZawadi Kiprop,f,2001-01-01\nJuma Hamisi Ali,m,2002-02-02\nBob,m,1970-03-03\n')
    expect(one.counts.created).toBe(3)
    const [first] = await rows(one.id, 'created')
    const allergy = { patient_id: first!.entity_id!, substance: 'Latex', category: 'other', severity: 'mild' } as const
    await clinic.db.insertInto('allergies').values(allergy).execute()
    const preview = (await clerk.call('GET', `/imports/${one.id}/undo/`)).json<{ free: number; kept: unknown[] }>()
    expect(preview).toEqual({ free: 2, kept: [{ reason: 'Visits or other records depend on this patient.', rows: 1 }] })
    expect(await action(one.id, 'undo')).toBe(202)
    expect([(await read(one.id)).state, (await read(one.id)).counts]).toMatchObject(['undone', { withdrawn: 2, kept: 1, created: 0 }])
    const again = await imported('patients', 'name,sex,dob\nJuma Hamisi Ali,m,2002-02-02\n')
    expect(again.counts.created).toBe(1)
  })

  test('keep their other names beside a whole name, once each', async () => {
    const one = await imported(
      'patients',
      'old number,full name,middle name,sex\nON1,Akoth Were,Mary Anne,f\nON2,Akoth Mary Were,Mary Jane,f\nON3,Madonna,Louise,f\n',
    )
    expect(one.counts.created).toBe(3)
    const surnames = await imported('patients', 'old number,first name,surname,middle name,sex\nON4,,Akoth Otieno,Ruth,f\n')
    expect(surnames.counts.created).toBe(1)
    const { rows: named } = await sql<Record<string, string | null>>`
      select first_name, other_names, nullif(second_name, '') as second_name from patients p join patient_identifiers i on i.patient_id = p.id
      where i.value like 'ON_' order by i.value`.execute(clinic.db)
    expect(named.map((row) => Object.values(row))).toEqual([
      ['Akoth', 'Mary Anne', 'Were'],
      ['Akoth', 'Mary Jane', 'Were'],
      ['Madonna', 'Louise', null],
      ['Akoth', 'Ruth', 'Otieno'],
    ])
  })

  test('have a sex that is written as such: a form of address or another word is refused', async () => {
    const one = await checked('patients', 'name,sex\nGen One,Mme\nGen Two,constructor\nGen Three,Ke\nGen Four,Me\n')
    expect(one.counts).toMatchObject({ new: 2, refused: 2 })
    expect((await rows(one.id, 'new')).map(({ cells }) => cells['gender'])).toEqual(['female', 'male'])
  })

  test('go on where a process was killed, without one doubled', async () => {
    const lines = Array.from({ length: 1_200 }, (_, n) => `N${n},Name${n},Family${n},f,${1950 + (n % 50)}-01-02`)
    const file = ['number,first name,surname,sex,dob', ...lines].join('\n')
    const sent = (await upload('patients', file)).json<Import>()
    await clerk.call('POST', `/imports/${sent.id}/check/`, { mapping: sent.mapping })
    // Killed after the first batch of the check, and again in the middle of the run.
    const stopAfter = async (batches: number) => {
      const kill = new AbortController()
      let left = batches
      await workOn({ ...context(kill.signal), publish: () => void (--left <= 0 && kill.abort()) }, sent.id)
    }
    await stopAfter(1)
    expect([(await read(sent.id)).state, (await read(sent.id)).rows]).toEqual(['checking', 1_000])
    expect(await findLeft(clinic.db)).not.toContain(sent.id)
    await sql`update imports set worked_at = now() - interval '1 minute' where id = ${sent.id}`.execute(clinic.db)
    expect(await findLeft(clinic.db)).toContain(sent.id)
    // Two find it at once.
    await Promise.all([workOn(context(), sent.id), workOn(context(), sent.id)])
    expect((await read(sent.id)).counts).toMatchObject({ new: 1_200, refused: 0, duplicate: 0 })
    await clerk.call('POST', `/imports/${sent.id}/run/`, {})
    await stopAfter(1)
    expect((await read(sent.id)).counts).toMatchObject({ new: 200, created: 1_000 })
    await workOn(context(), sent.id)
    expect([(await read(sent.id)).state, (await read(sent.id)).counts]).toMatchObject(['done', { new: 0, created: 1_200 }])
    const { n } = await clinic.db
      .selectFrom('patients')
      .select(sql<number>`count(*)`.as('n'))
      .where('first_name', 'like', 'Name%')
      .executeTakeFirstOrThrow()
    expect(n).toBe(1_200)
    await sql`update patients set deactivated_at = now() where first_name like 'Name%'`.execute(clinic.db)
  })

  test('go out in the columns in which they come in', async () => {
    const text = (await download('/imports/kinds/patients/export/')).toString()
    const out = parse<Record<string, string>>(text, { bom: true, columns: true })
    expect(out.find(({ first_name }) => first_name === 'Niamh')).toMatchObject({
      old_number: 'A3',
      second_name: "O'Connor",
      gender: 'female',
    })
    const other = await openTestClinic()
    try {
      const [mine, mineClerk] = [clinic, clerk]
      clinic = other
      clerk = await other.signedInAs([...clinicRights])
      const one = await imported('patients', text)
      expect(one.counts).toMatchObject({ created: out.length, refused: 0, duplicate: 0 })
      expect(parse((await download('/imports/kinds/patients/export/')).toString(), { bom: true, columns: true })).toEqual(out)
      ;[clinic, clerk] = [mine, mineClerk]
    } finally {
      await other.close()
    }
  })
})

describe('items', () => {
  const ITEMS = 'Code,Item name,Type,Selling price\nZ1,=cmd|calc,drug,"12,50"\nZ2,Zinc syrup,drug,7\nZ3,Bad,none,-1\n,zinc SYRUP,drug,9\n'
  test('come with their prices, go out harmless, and are taken back', async () => {
    const one = await imported('items', ITEMS)
    expect(one.counts).toMatchObject({ created: 2, refused: 1, duplicate: 1 })
    expect((await reported(one.id))[0]?.join(' ')).toMatch(/price: Enter an amount.* category: Choose one of/)
    const out = (await download('/imports/kinds/items/export/')).toString()
    expect(out).toContain("'=cmd|calc")
    expect((await checked('items', out)).counts).toMatchObject({ new: 0, refused: 0, duplicate: 0 })
    const sheet = await download('/imports/kinds/items/export/?as=xlsx')
    expect((await checked('items', sheet)).counts).toMatchObject({ new: 0, refused: 0, duplicate: 0 })
    expect(await action(one.id, 'undo')).toBe(202)
    expect((await read(one.id)).counts).toMatchObject({ withdrawn: 2, kept: 0 })
    const left = parse<Record<string, string>>(await download(`/imports/${one.id}/left/`), { bom: true, columns: true })
    expect(left.map(({ row, name, reason }) => [row, name, reason?.slice(0, 9)])).toEqual([
      ['4', 'Bad', 'price: En'],
      ['5', 'zinc SYRUP', 'Duplicate'],
    ])
  })

  test('come all or none when that is asked for', async () => {
    const broken = await checked('items', 'name,price\nWhole one,5\nWhole two,x\n', { is_whole: true })
    expect(await action(broken.id, 'run')).toBe(409)
    const sound = await checked('items', 'name,price\nWhole one,5\nWhole two,6\n', { is_whole: true })
    const before = await count('items')
    await clinic.db.insertInto('items').values({ name: 'Whole two', category: 'other', unit: 'each' }).execute()
    await action(sound.id, 'run')
    expect([(await read(sound.id)).state, await count('items')]).toEqual(['stopped', before + 1])
    expect((await read(sound.id)).problem).toContain('Nothing was imported')
    // A spreadsheet of numbers and days, with the mapping that was chosen the last time for these headings.
    const table = await writeXlsx([
      [{ value: 'Activity' }, { value: 'Costs' }],
      [{ value: 'From a sheet' }, { value: 12.5, type: Number }],
    ]).toBuffer()
    const first = (await upload('items', table)).json<Import>()
    await check({
      ...first,
      mapping: [
        { column: 'name', place: 0 },
        { column: 'price', place: 1 },
      ],
    })
    const second = (await upload('items', table)).json<Import>()
    expect([first.mapping, second.mapping.length]).toEqual([[], 2])
    expect((await rows(first.id, 'new'))[0]?.cells).toEqual({ name: 'From a sheet', price: '12.50' })
  })
})

describe('people', () => {
  test('come without a password, never with rights above those of who brings them', async () => {
    const mine = await clinic.signedInFrom('System administrator', 'sysadmin')
    const file = 'email,first name,last name,role\nnew@x.example,New,Nurse,Nurse\nbad,B,C,king\np@x.example,P,Q,patient\n'
    const [was, now] = [clerk, mine]
    clerk = now
    const one = await imported('people', file)
    expect(one.counts).toMatchObject({ created: 1, refused: 2 })
    expect(
      await clinic.db.selectFrom('users').select(['role', 'password_hash']).where('email', '=', 'new@x.example').executeTakeFirst(),
    ).toEqual({
      role: 'nurse',
      password_hash: null,
    })
    clerk = was
    expect((await checked('people', file.replace('new@', 'other@'))).counts).toMatchObject({ new: 0, refused: 3 })
    clerk = mine
    expect(await action(one.id, 'undo')).toBe(202)
    expect((await read(one.id)).counts).toMatchObject({ withdrawn: 1 })
    clerk = was
  })
})

test('what is no table, and what a person may not do, is refused', async () => {
  const bad = async (file: string | Buffer) => (await upload('patients', file)).status
  expect(await bad(Buffer.from([0x89, 0x50, 0, 1, 2, 3]))).toBe(400)
  expect(await bad(`${'a,'.repeat(1_000_000)}b\n`)).toBe(400)
  expect(await bad('\n\n')).toBe(400)
  expect(await bad('a,"b\nc')).toBe(400)
  expect(await bad('PK\u0003\u0004 not a sheet')).toBe(400)
  const latin = (await upload('patients', Buffer.from('nom,prénom,sexe\nLéa,Zoé,f\n', 'latin1'))).json<Import>()
  expect(latin.headings).toEqual(['nom', 'prénom', 'sexe'])
  const wide = (await upload('patients', Buffer.from('\ufefffirst name\tsurname\tsex\nAnn\tBo\tf\n', 'utf16le'))).json<Import>()
  expect(wide.mapping).toHaveLength(3)
  const tell = async (mapping: unknown) => (await clerk.call('POST', `/imports/${wide.id}/check/`, { mapping })).status
  expect(await tell([{ column: 'first_name', place: 0 }])).toBe(400)
  expect(
    await tell([
      { column: '__proto__', place: 0 },
      { column: 'gender', place: 150 },
    ]),
  ).toBe(400)

  const outsider = await clinic.signedInAs(['patients.add', 'patients.view'])
  expect((await upload('patients', PATIENTS, { person: outsider })).status).toBe(403)
  const limited = await clinic.signedInAs(['imports.run'])
  expect((await upload('patients', PATIENTS, { person: limited })).status).toBe(403)
  for (const path of [
    `/imports/${wide.id}/rows/?state=new`,
    `/imports/${wide.id}/left/`,
    `/imports/${wide.id}/sample/`,
    '/imports/kinds/patients/export/',
  ])
    expect((await limited.call('GET', path)).status, path).toBe(403)
  expect(await action(wide.id, 'run')).toBe(409)

  // Rows of patients may be of restricted records: then the sender alone sees them, and who may open all records.
  const other = await clinic.signedInAs(['imports.run', 'patients.view'])
  const seenBy = async (person: Person) =>
    Promise.all(
      ['rows/?state=new', 'problems/', 'sample/', 'left/'].map(
        async (part) => (await person.call('GET', `/imports/${wide.id}/${part}`)).status,
      ),
    )
  expect(await seenBy(other)).toEqual([200, 200, 200, 200])
  const officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  const { id: shut } = await aPatient(clinic.db)
  expect((await officer.call('POST', `/patients/patients/${shut}/restriction/`, { reason: 'Kept' })).status).toBe(201)
  expect([await seenBy(other), await seenBy(clerk), await seenBy(officer)]).toEqual([
    [403, 403, 403, 403],
    [200, 200, 200, 200],
    [200, 200, 200, 200],
  ])
  expect((await other.call('GET', `/imports/${wide.id}/`)).status).toBe(200)

  // Who lost the right meanwhile does not go on.
  const leaving = await clinic.signedInAs(['imports.run', 'patients.add'])
  const sent = (await upload('patients', PATIENTS, { person: leaving })).json<Import>()
  expect((await leaving.call('POST', `/imports/${sent.id}/check/`, { mapping: sent.mapping })).status).toBe(202)
  await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', leaving.id).execute()
  await workOn(context(), sent.id)
  expect([(await read(sent.id)).state, (await read(sent.id)).problem]).toEqual([
    'stopped',
    'The user who started this no longer has the permission.',
  ])
})
