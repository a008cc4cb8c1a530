import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { sealTrail } from '#platform/audit/seal.ts'
import { tableTypes } from '#shared/table.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { EXPORT_ROWS } from './rules.ts'
import { findAuditRows, findAuditWords } from './server/log.ts'
import { findFailedSignIns } from './server/sign-ins.ts'

interface Row {
  id: number
  action: string
  entity: string
  actor_name: string | null
  patient: number | null
  change: unknown
}

let clinic: TestClinic
let auditor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  auditor = await clinic.signedInAs(['audit.log', 'audit.export'])
})
afterAll(() => clinic.close())

const list = async (query = '') => {
  const reply = await auditor.call('GET', `/audit/log/${query}`)
  expect(reply.status).toBe(200)
  return reply.json<Row[]>()
}

test('what was done is found by person, patient, action, record, time and request, with before and after; looking leaves a row', async () => {
  const clerk = await clinic.signedInFrom('Receptionist')
  const made = await clerk.call('POST', '/patients/patients/', { first_name: 'Amina', second_name: 'Yusuf', gender: 'female' })
  const { id, version } = made.json<{ id: number; version: number }>()
  clinic.clock.now = new Date('2026-03-02T07:33:00Z')
  const changed = await clerk.call('PUT', `/patients/patients/${id}/`, {
    first_name: 'Aminah',
    second_name: 'Yusuf',
    gender: 'female',
    version,
  })
  expect(changed.status).toBe(200)

  const [update, create] = await list(`?patient=${id}&actor=${clerk.id}`)
  expect(update).toMatchObject({
    action: 'update',
    entity: 'patient',
    actor_name: 'Test receptionist',
    change: { first_name: ['Amina', 'Aminah'] },
  })
  expect(create).toMatchObject({ action: 'create', patient: id })
  expect(await list('?action=update&entity=patient')).toMatchObject([{ id: update!.id }])
  expect(await list(`?from=2026-03-02T07:32:00Z&patient=${id}&action=update`)).toHaveLength(1)
  expect(await list(`?to=2026-03-02T07:32:00Z&patient=${id}&action=update`)).toHaveLength(0)
  const { request_id } = update as Row & { request_id: string }
  expect(await list(`?request_id=${request_id}`)).toMatchObject([{ id: update!.id }])

  const [look] = await list('?action=read&entity=audit log')
  expect(look).toMatchObject({ action: 'read', entity: 'audit log', change: { request_id } })
  expect((await auditor.call('GET', '/audit/words/')).json()).toMatchObject({
    actions: expect.arrayContaining(['read', 'create', 'update']),
    entities: expect.arrayContaining(['audit log', 'patient']),
  })

  const [file, sheet] = await Promise.all(
    [tableTypes.csv, tableTypes.xlsx].map((accept) => auditor.call('GET', `/audit/log/export/?patient=${id}`, undefined, { accept })),
  )
  expect(file!.text).toContain('2026-03-02 10:33:00,Test receptionist')
  expect(file!.text).toContain('[""Amina"",""Aminah""]')
  expect(sheet!.headers['content-disposition']).toMatch(/audit-log-.*\.xlsx/)
  expect(await list('?action=export')).toMatchObject([{ entity: 'audit log' }, { entity: 'audit log', patient: id }])

  const [refused, mine] = [await clerk.call('GET', '/audit/log/'), await clinic.signedInFrom('Records officer')]
  expect(refused.status).toBe(403)
  expect((await mine.call('GET', '/audit/failed-sign-ins/')).status).toBe(403)
})

test('failed sign-ins: the account where there is one, a mark where there is none', async () => {
  const { email } = await clinic.db.selectFrom('users').select('email').where('id', '=', auditor.id).executeTakeFirstOrThrow()
  for (const typed of [email, 'nobody@clinic.example', 'nobody@clinic.example'])
    expect((await clinic.call('POST', '/users/login/', { email: typed, password: 'not the password' })).status).toBe(401)
  const rows = (await auditor.call('GET', '/audit/failed-sign-ins/')).json<
    { outcome: string; user: number | null; address_mark: string }[]
  >()
  expect(rows).toMatchObject([{ user: null }, { user: null }, { user: auditor.id, email, outcome: 'wrong' }])
  expect(rows[0]!.address_mark).toBe(rows[1]!.address_mark)
  expect(rows[0]!.address_mark).not.toBe(rows[2]!.address_mark)
  expect((await auditor.call('GET', `/audit/failed-sign-ins/?user=${auditor.id}&outcome=wrong`)).json()).toHaveLength(1)
})

test('the seals say how far the log is sealed, and the last day is checked while somebody waits', async () => {
  expect((await auditor.call('GET', '/audit/seals/')).json()).toMatchObject({ last: null, waiting: expect.any(Number) })
  const sealed = await sealTrail(clinic.db, { now: clinic.clock.now })
  expect(sealed).toBeGreaterThan(5)
  expect((await auditor.call('GET', '/audit/seals/')).json()).toMatchObject({ last: { number: 1 }, waiting: 0, waiting_since: null })
  expect((await auditor.call('POST', '/audit/verify/')).json()).toMatchObject({ seals: 1, rows: sealed, finding: null })
  await asOwner(clinic.ownerUrl, (client) => client.query(`update audit_log set action = 'read' where id = 2`))
  const found = (await auditor.call('POST', '/audit/verify/')).json()
  expect(found).toMatchObject({ finding: { fault: 'changed', seal: 1, id: 2, row: { action: 'read', actor_name: 'Test receptionist' } } })
  expect(await list('?action=verify')).toMatchObject([{ change: { found: { fault: 'changed', row: 2 } } }, { change: { found: null } }])
})

const first = { cursor: null, limit: 26 }
const plans: [string, (db: Db) => Promise<unknown>][] = [
  ['all', (db) => findAuditRows(db, {}, first)],
  ['a later page', (db) => findAuditRows(db, {}, { ...first, cursor: ['2025-01-02 10:00+00', 9_000] })],
  ['a person', (db) => findAuditRows(db, { actor: 7 }, first)],
  ['a person within a time', (db) => findAuditRows(db, { actor: 7, from: new Date('2025-01-02'), to: new Date('2025-01-03') }, first)],
  ['a patient', (db) => findAuditRows(db, { patient: 77 }, first)],
  ['a rare action', (db) => findAuditRows(db, { action: 'verify' }, first)],
  ['a rare record', (db) => findAuditRows(db, { entity: 'message template' }, first)],
  ['readings', (db) => findAuditRows(db, { action: 'read' }, first)],
  ['a time', (db) => findAuditRows(db, { from: new Date('2025-01-02'), to: new Date('2025-01-03') }, first)],
  ['a request', (db) => findAuditRows(db, { request_id: 'r-77' }, first)],
  ['the words', findAuditWords],
  ['failed sign-ins', (db) => findFailedSignIns(db, {}, first)],
]

test('at 21,000 rows everything that can be asked is read by index', async () => {
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into audit_log (at, actor_id, action, entity, patient_id, request_id)
      select timestamptz '2025-01-01' + n * interval '10 seconds', n % 50, case when n % 9 > 0 then 'read' when n % 9000 = 0 then 'verify' else 'update' end,
        case n % 10000 when 0 then 'message template' else (array['patient', 'visit'])[n % 2 + 1] end, n % 2000 + 1, 'r-' || n
      from generate_series(1, 21000) n`)
    await client.query(`insert into login_attempts (at, email_hash, outcome, request_id)
      select timestamptz '2025-01-01' + n * interval '1 minute', sha256('x'), case n % 40 when 0 then 'wrong' else 'signed in' end, 'r'
      from generate_series(1, 10000) n`)
    await client.query('analyze audit_log, login_attempts')
  })
  for (const [name, query] of plans) {
    const plan = await planOf(clinic, query)
    expect(plan, name).toMatch(/Index/)
    expect(plan, name).not.toMatch(/Seq Scan on (audit_log|login_attempts)/)
  }
  const [busy] = [await list(`?limit=100&entity=visit`)]
  expect(busy).toHaveLength(100)
  const all = (await auditor.call('GET', '/audit/log/export/')).json<{ rows: unknown[]; subject: string }>()
  expect([all.rows.length, all.subject]).toEqual([EXPORT_ROWS, 'The newest 20,000 rows; there are more'])
})
