import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aBill } from '../../testing/scenarios/bills.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { asOwner } from '#platform/db/owner.ts'
import { DEFAULT_LIMIT } from '#shared/paging.ts'
import type { CursorValue } from '#platform/db/keyset.ts'
import type { AccessSeen } from './contract.ts'
import { findTrail, type AccessFilters } from './server/access/find-access.ts'

let clinic: TestClinic
let amina: Person
let nurse: Person
let hers: number
let his: number

type Seen = AccessSeen & { at: string; since: string }

interface Row {
  at: string
  action: string
  entity: string
  by?: number | null
  patient?: number
  change?: unknown
}
const write = (rows: Row[]) =>
  clinic.db
    .insertInto('audit_log')
    .values(
      rows.map(({ at, action, entity, by = nurse.id, patient = hers, change }) => ({
        at: new Date(`2026-03-0${at}:00Z`),
        actor_id: by,
        action,
        entity,
        patient_id: patient,
        request_id: 'secret-request',
        ip: '10.9.8.7',
        ...(change !== undefined && { change: JSON.stringify(change) }),
      })),
    )
    .execute()
const ask = async (query = '', person = amina) => {
  const reply = await person.call('GET', `/portal/access-log/${query}`)
  expect(reply.status, reply.text).toBe(200)
  return { rows: reply.json<Seen[]>(), text: reply.text, link: String(reply.headers['link'] ?? '') }
}
const message = (rows: Seen[]) => rows.map(({ what, times }) => `${what} ${times}`)

beforeAll(async () => {
  clinic = await openTestClinic()
  amina = await clinic.signedInFrom('Patient', 'patient')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  await sql`update users set profession = 'Midwife', first_name = 'Grace', last_name = 'Wairimu' where id = ${nurse.id}`.execute(clinic.db)
  hers = (await aPatient(clinic.db, { user_id: amina.id })).id
  his = (await aPatient(clinic.db, { second_name: 'Zubeidahidden' })).id
  const other = await clinic.signedInFrom('Patient', 'patient')
  await sql`update users set first_name = 'Zubeidahidden' where id = ${other.id}`.execute(clinic.db)
  await write([
    { at: '1T08:00', action: 'read', entity: 'lab results' },
    { at: '1T08:03', action: 'read', entity: 'lab test results' },
    { at: '1T08:04', action: 'read', entity: 'vital signs' },
    { at: '1T08:09', action: 'read', entity: 'lab results' },
    { at: '1T08:20', action: 'read', entity: 'lab results' },
    { at: '1T08:21', action: 'print', entity: 'patient card' },
    { at: '1T08:30', action: 'update', entity: 'patient', change: { phone: ['0712000111', '0712000222'] } },
    { at: '1T08:31', action: 'read', entity: 'patient', patient: his },
    // What she reads herself tells her nothing.
    { at: '1T21:29', action: 'read', entity: 'lab results', by: amina.id },
    { at: '1T21:30', action: 'send', entity: 'prescription request', by: amina.id },
    { at: '2T06:00', action: 'denied', entity: 'patient', by: other.id },
    { at: '2T06:01', action: 'enter result', entity: 'lab test', by: null },
  ])
})
afterAll(() => clinic.close())

test('the patient reads who did what, newest first, what one person did again within ten minutes once', async () => {
  const { rows, text } = await ask()
  expect(message(rows)).toEqual([
    'Worked on your laboratory tests 1',
    'Was denied access to your record 1',
    'Sent your prescription request 1',
    'Changed your phone number 1',
    'Printed your card 1',
    'Viewed your laboratory results 1',
    'Viewed your laboratory results 3',
    'Viewed your vital signs 1',
  ])
  expect(rows[6]).toEqual({
    id: expect.any(Number) as number,
    at: '2026-03-01T08:09:00.000Z',
    since: '2026-03-01T08:00:00.000Z',
    times: 3,
    kind: 'read',
    by: 'staff',
    who: 'Grace Wairimu',
    profession: 'Midwife',
    what: 'Viewed your laboratory results',
    words: { did: 'Viewed {what}', what: 'your laboratory results' },
  })
  expect(rows.map(({ by }) => by).slice(0, 4)).toEqual(['nobody', 'other', 'you', 'staff'])
  expect(rows.slice(0, 3).map(({ who }) => who)).toEqual([null, null, null])
  for (const secret of ['@clinic.example', '10.9.8.7', 'secret-request', '0712000', 'Zubeidahidden', 'actor'])
    expect(text).not.toContain(secret)
})

test('the log is narrowed to a kind and to days of the clinic, and read page by page', async () => {
  expect(message((await ask('?kind=printed')).rows)).toEqual(['Printed your card 1'])
  expect(message((await ask('?kind=changed')).rows)).toHaveLength(3)
  // Half past nine in the evening in London is the next day in Nairobi.
  await sql`update company set time_zone = 'Africa/Nairobi'`.execute(clinic.db)
  expect((await ask('?from=2026-03-02&until=2026-03-02')).rows.map(({ by }) => by)).toEqual(['nobody', 'other', 'you'])
  const all = (await ask()).rows
  const paged: Seen[] = []
  for (let query = '?limit=3'; query !== '';) {
    const { rows, link } = await ask(query)
    expect(rows.length).toBeLessThanOrEqual(3)
    paged.push(...rows)
    query = /\?[^>]+/.exec(link)?.[0] ?? ''
  }
  const times = (rows: Seen[]) => rows.reduce((sum, row) => sum + row.times, 0)
  expect(times(paged)).toBe(times(all))
  expect(message(paged)[0]).toBe(message(all)[0])
})

test('staff, and an account without a record, have no such list; bad input is named', async () => {
  expect((await nurse.call('GET', '/portal/access-log/')).status).toBe(403)
  const stranger = await clinic.signedInFrom('Patient', 'patient')
  const reply = await stranger.call('GET', '/portal/access-log/')
  expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'not_linked'])
  for (const wrong of ['kind=all', 'from=yesterday', 'cursor=x', `patient=${his}`, 'limit=101'])
    expect((await amina.call('GET', `/portal/access-log/?${wrong}`)).status, wrong).toBe(400)
})

test('a record that was looked at five thousand times is listed by its index', async () => {
  const many = await clinic.signedInFrom('Patient', 'patient')
  const { id: often } = await aPatient(clinic.db, { user_id: many.id })
  await sql`insert into audit_log (at, actor_id, action, entity, patient_id, request_id)
    select timestamptz '2025-03-02' + n * interval '3.5 minutes', ${nurse.id}, (array['read', 'read', 'print', 'update'])[1 + n / 4 % 4],
      (array['lab results', 'note', 'prescription', 'visit', 'invoice'])[1 + n % 5], case when n % 4 = 0 then ${often}::integer else ${his} end, 'r'
    from generate_series(1, 20000) n`.execute(clinic.db)
  await asOwner(clinic.ownerUrl, (client) => client.query('analyze audit_log'))
  expect((await ask('', many)).rows).toHaveLength(DEFAULT_LIMIT)
  const days = { from: '2025-03-02', until: '2025-03-03' }
  for (const filters of [{}, { kind: 'read' }, { kind: 'printed' }, days] satisfies AccessFilters[])
    for (const cursor of [null, ['2025-03-20T00:00:00Z', 9_000]] satisfies (CursorValue | null)[]) {
      const plan = await planOf(clinic, (db) => findTrail(db, { patient: often, user: many.id }, filters, { cursor, limit: 200 }))
      expect(plan, JSON.stringify(filters)).toMatch(/^Limit/)
      expect(plan, JSON.stringify(filters)).toMatch(/Index Scan (Backward )?using audit_log_patient/)
      expect(plan).not.toMatch(/Seq Scan on audit_log\b/)
    }
})

test('what patients read of their own record is in the trail, and not in what they read of it', async () => {
  const before = (await ask()).rows
  const { id: bill } = await aBill(clinic.db, { patientId: hers })
  const { rows: last } = await sql<{ id: number }>`select max(id) as id from audit_log`.execute(clinic.db)
  const lab = await openLaboratory(clinic)
  const sodium = await lab.test({ name: 'Sodium' })
  const request = await lab.ask([sodium], { of: hers })
  await lab.enter([{ request_panel: request.of(sodium), result: '140' }])
  await lab.approve([request.of(sodium)])
  for (const path of ['results/', `results/${request.id}/`, 'medicines/', 'prescriptions/', `bills/${bill}/`, 'overview/', 'bills/'])
    expect((await amina.call('GET', `/portal/${path}`)).status, path).toBe(200)
  const { rows } = await sql<{ what: string }>`select concat_ws(' ', action, entity, entity_id) as what from audit_log
    where id > ${last[0]!.id} and actor_id = ${amina.id} and patient_id = ${hers} order by id`.execute(clinic.db)
  expect(rows.map(({ what }) => what)).toEqual([
    'read lab test results',
    `read lab test results ${request.id}`,
    'read medicines',
    'read prescriptions',
    `read invoice ${bill}`,
  ])
  const seen = (await ask()).rows.filter(({ by }) => by === 'you')
  expect(seen).toEqual(before.filter(({ by }) => by === 'you'))
})
