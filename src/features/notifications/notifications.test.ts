import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Insertable } from 'kysely'
import type { Notifications } from '#platform/db/tables.gen.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openEventHub, type News } from '#platform/events/hub.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import type { Notification } from './contract.ts'
import { bringUpToDate, notifyPatient, alertCount, watchAlerts, type AlertRule } from './public.ts'
import { sql } from 'kysely'
import { countUnread, findNotifications } from './server/queries.ts'
import { kindsFor } from './server/policy.ts'
import { forgetOld } from './server/work.ts'

const LIST = '/notifications/notifications/'
const COUNT = '/notifications/count/'
const READ = '/notifications/read/'
const WISHES = '/notifications/preferences/'
let clinic: TestClinic
let keeper: Person
let colleague: Person
let patient: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  colleague = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  patient = await clinic.signedInFrom('Patient', 'patient')
})
afterAll(() => clinic.close())

let serial = 0
/** Something that stands, by SQL: of a store that is low unless said otherwise. */
const stands = (more: Partial<Insertable<Notifications>> = {}) =>
  clinic.db
    .insertInto('notifications')
    .values({ kind: 'stock_low', entity_id: ++serial, words: JSON.stringify({ count: 1 }), created_at: clinic.clock.now, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
const list = async (person: Person, query = '') => {
  const reply = await person.call('GET', `${LIST}?limit=100${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Notification[]>()
}
const ids = async (person: Person, query = '') => (await list(person, query)).map(({ id }) => id)
const count = async (person: Person) => (await person.call('GET', COUNT)).json<{ unread: number; critical: number }>()
const put = (person: Person, off: unknown) => person.call('PUT', WISHES, { off })
const offered = async (person: Person) => (await person.call('GET', WISHES)).json<{ kind: string }[]>().map(({ kind }) => kind)
const box = () =>
  clinic.db
    .insertInto('groups')
    .values({ name: `box ${++serial}` })
    .execute()
const empty = () => clinic.db.deleteFrom('notifications').execute()

describe('the inbox', () => {
  test('has what is critical and waits above all that is newer, also on a later page, and what was dealt with by time', async () => {
    const administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
    const critical = [(await stands({ kind: 'critical_result' })).id, (await stands({ kind: 'critical_result' })).id].toReversed()
    const rest = [(await stands()).id, (await stands()).id].toReversed()
    expect(await ids(administrator)).toEqual([...critical, ...rest])
    expect(await ids(administrator, '&all=true')).toEqual([...rest, ...critical])
    const found: number[] = []
    for (let next = `${LIST}?limit=1`; next;) {
      const page = await administrator.call('GET', next)
      found.push(...page.json<Notification[]>().map(({ id }) => id))
      next = page.next ?? ''
    }
    expect(found).toEqual([...critical, ...rest])
    const over = (await stands({ resolved_at: clinic.clock.now })).id
    const read = (body: object) => administrator.call('POST', READ, body)
    // The newest of what stands is not the first of the list.
    expect((await read({ up_to: Math.max(...found) })).json()).toEqual({ unread: 0, critical: 0 })
    expect(await ids(administrator, '&unread=true&all=true')).toEqual([over])
    expect((await read({ up_to: over, all: true })).status).toBe(200)
    expect(await ids(administrator, '&unread=true&all=true')).toEqual([])
    await empty()
  })

  test('has what stands and one may see, newest first, from page to page, and counts what is not read', async () => {
    const made = []
    for (let n = 0; n < 5; n += 1) made.push((await stands()).id)
    const over = await stands({ resolved_at: clinic.clock.now })
    const own = await stands({ except_ids: [keeper.id] })
    await stands({ kind: 'bill_to_approve' })
    const newest = made.toReversed()
    expect(await ids(keeper)).toEqual(newest)
    expect(await ids(colleague)).toEqual([own.id, ...newest])
    expect(await ids(keeper, '&all=true')).toEqual([over.id, ...newest])
    expect(await count(keeper)).toEqual({ unread: 5, critical: 0 })

    const page = await keeper.call('GET', `${LIST}?limit=2&count=true`)
    expect([page.json<Notification[]>().map(({ id }) => id), page.headers['x-total-count']]).toEqual([newest.slice(0, 2), '5'])
    const { next = '' } = page
    expect((await keeper.call('GET', next)).json<Notification[]>().map(({ id }) => id)).toEqual(newest.slice(2, 4))
    for (const query of ['kind=none', 'unread=maybe', 'cursor=zz', 'user=1'])
      expect((await keeper.call('GET', `${LIST}?${query}`)).status, query).toBe(400)
    await empty()
  })

  test('is read by each for themselves, one by one or up to one, never for what one may not see', async () => {
    const [first, second, third] = [await stands(), await stands(), await stands()]
    const foreign = await stands({ kind: 'bill_to_approve' })
    const read = (body: object) => keeper.call('POST', READ, body)
    expect((await read({ ids: [third.id, foreign.id, 2_000_000_000] })).json()).toEqual({ unread: 2, critical: 0 })
    expect(await ids(keeper, '&unread=true')).toEqual([second.id, first.id])
    expect((await list(keeper)).map(({ is_read }) => is_read)).toEqual([true, false, false])
    expect(await count(colleague)).toEqual({ unread: 3, critical: 0 })
    expect((await read({ up_to: second.id })).json()).toEqual({ unread: 0, critical: 0 })
    expect((await read({ up_to: second.id })).status).toBe(200)
    const rows = await clinic.db.selectFrom('notification_reads').select('notification_id').where('user_id', '=', keeper.id).execute()
    expect(rows.map(({ notification_id }) => notification_id).toSorted((a, b) => a - b)).toEqual([first.id, second.id, third.id])
    for (const body of [{}, { ids: [] }, { ids: [1], up_to: 1 }, { ids: ['1'] }, { up_to: 0 }])
      expect((await read(body)).status, JSON.stringify(body)).toBe(400)
    await empty()
  })

  test('never counts beyond a hundred', async () => {
    await Promise.all(Array.from({ length: 103 }, () => stands()))
    expect(await count(keeper)).toEqual({ unread: 100, critical: 0 })
    expect((await keeper.call('POST', READ, { up_to: 2_000_000_000 })).json()).toEqual({ unread: 0, critical: 0 })
    await empty()
  })

  test('follows the rights that somebody has now', async () => {
    const person = await clinic.signedInAs(['stock.view', 'stock.count'])
    await stands()
    expect(await list(person)).toHaveLength(1)
    await clinic.db
      .deleteFrom('group_permissions')
      .where('permission', '=', 'stock.count')
      .where('group_id', 'in', clinic.db.selectFrom('user_groups').select('group_id').where('user_id', '=', person.id))
      .execute()
    expect(await list(person, '&all=true')).toEqual([])
    expect(await count(person)).toEqual({ unread: 0, critical: 0 })
    await empty()
  })
})

describe('preferences', () => {
  test('leave out what somebody does not want to be told of, and come back whole', async () => {
    await stands()
    const out = await stands({ kind: 'stock_out' })
    expect(
      (await put(keeper, ['stock_low', 'stock_low'])).json<{ kind: string; is_off: boolean }[]>().filter(({ is_off }) => is_off),
    ).toEqual([{ kind: 'stock_low', level: 'info', is_off: true, may_be_off: true }])
    expect(await ids(keeper)).toEqual([out.id])
    expect(await list(keeper, '&kind=stock_low')).toEqual([])
    expect(await ids(keeper, '&level=attention')).toEqual([out.id])
    expect(await list(keeper, '&level=critical')).toEqual([])
    expect(await count(keeper)).toEqual({ unread: 1, critical: 0 })
    expect(await count(colleague)).toEqual({ unread: 2, critical: 0 })
    expect((await put(keeper, [])).status).toBe(200)
    expect(await count(keeper)).toEqual({ unread: 2, critical: 0 })
    expect((await put(keeper, ['bill_to_approve'])).json()).toEqual({ off: ['You do not receive this notification.'] })
    expect((await put(keeper, ['nothing'])).status).toBe(400)
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    expect((await put(doctor, ['critical_result'])).json()).toEqual({ off: ['Critical notifications cannot be turned off.'] })
    await clinic.db.insertInto('notification_preferences').values({ user_id: doctor.id, kind: 'critical_result' }).execute()
    await stands({ kind: 'critical_result' })
    expect(await count(doctor)).toEqual({ unread: 1, critical: 1 })
    await empty()
  })

  test('are of the kinds that somebody may be told of', async () => {
    expect(await offered(keeper)).toEqual(['stock_low', 'stock_out', 'stock_expiring', 'stock_expired', 'recall_open'])
    const unprivileged = await clinic.signedInAs([])
    expect(await offered(unprivileged)).toEqual([])
  })
})

describe('a patient', () => {
  test('is told what happened by the account on the record, in no words that a telephone may not show', async () => {
    const { db } = clinic
    const now = clinic.clock.now
    const linked = await aPatient(db, { user_id: patient.id })
    const other = await aPatient(db)
    const news: unknown[] = []
    const publish = (...item: unknown[]) => void news.push(item)
    const tell = (entity: number, of: number | null) =>
      db.transaction().execute((tx) => notifyPatient({ db: tx, now, publish }, { kind: 'results_released', entity, patient: of }))
    await tell(7, linked.id)
    await tell(7, linked.id)
    await tell(8, other.id)
    await tell(9, null)
    await Promise.allSettled([tell(7, linked.id), tell(7, linked.id)])
    await stands({ kind: 'results_released', user_id: keeper.id })
    const reader = {
      user: { id: patient.id, role: 'patient' as const, permissions: new Set<string>() },
      kinds: kindsFor({ role: 'patient', permissions: new Set() }),
    }
    const rows = await findNotifications(db, reader, {}, { cursor: null, limit: 10 })
    expect(rows).toMatchObject([
      { kind: 'results_released', entity_id: 7, words: {}, patient: null, patient_name: null, level: 'info', is_read: false },
    ])
    expect(news).toContainEqual(['portal', patient.id])
    // What others are told of is not there, nor what staff is told of.
    expect(await list(keeper)).toEqual([])
    await stands()
    expect(await countUnread(db, reader)).toEqual({ unread: 1, critical: 0 })
    await empty()
  })
})

describe('what stands', () => {
  const boxes: AlertRule = {
    kind: 'stock_low',
    topics: ['company'],
    rows: () => alertCount(sql`select count(*) from groups where name like 'box %'`),
  }

  test('is looked at a moment after news of it, in every process, and staff hears of it', async () => {
    const hub = await openEventHub(clinic.logins.kliniki_app, 'kliniki_app', () => {})
    const heard: News[] = []
    hub.subscribe((news) => void heard.push(...news))
    const failed: unknown[] = []
    const watching = { db: clinic.db, events: hub, clock: () => clinic.clock.now, onError: (error: unknown) => void failed.push(error) }
    const stops = [watchAlerts([boxes], watching), watchAlerts([boxes], watching)]
    try {
      await box()
      hub.publish([{ topic: 'users' }])
      hub.publish([{ topic: 'company' }])
      await vi.waitFor(async () => expect(await list(keeper)).toMatchObject([{ words: { count: 1 } }]), { timeout: 60_000 })
      await vi.waitFor(() => expect(heard).toContainEqual({ topic: 'notifications' }))
      await clinic.db.deleteFrom('groups').where('name', 'like', 'box %').execute()
      hub.publish([{ topic: 'company' }])
      await vi.waitFor(async () => expect(await list(keeper)).toEqual([]), { timeout: 60_000 })
      expect(failed).toEqual([])
    } finally {
      await Promise.all(stops.map((stop) => stop()))
      await hub.close()
    }
    await empty()
  })

  test('that one transaction raises while another does is there once; one that is undone raises nothing', async () => {
    await box()
    const { now } = clinic.clock
    const raise = () => clinic.db.transaction().execute((tx) => bringUpToDate(tx, boxes, now))
    const changed = await Promise.all([raise(), raise(), raise()])
    expect(changed.flat()).toEqual([null])
    await box()
    await clinic.db
      .transaction()
      .execute(async (tx) => {
        await bringUpToDate(tx, boxes, now)
        throw new Error('changed my mind')
      })
      .catch(() => null)
    expect(await list(keeper)).toMatchObject([{ words: { count: 1 } }])
    await clinic.db.deleteFrom('groups').where('name', 'like', 'box %').execute()
    await empty()
  })

  test('is kept as long as it waits; what was dealt with half a year ago is forgotten, with who has read it', async () => {
    const old = new Date(clinic.clock.now.getTime() - 181 * 86_400_000)
    const waiting = await stands({ created_at: old })
    const done = await stands({ created_at: old, resolved_at: old })
    await stands({ kind: 'results_released', user_id: patient.id, created_at: old })
    await clinic.db.insertInto('notification_reads').values({ user_id: keeper.id, notification_id: done.id, read_at: old }).execute()
    await forgetOld(clinic.db, clinic.clock.now)
    expect((await clinic.db.selectFrom('notifications').select('id').execute()).map(({ id }) => id)).toEqual([waiting.id])
    await empty()
  })
})

test('among a hundred thousand it is read by index', async () => {
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(
      `insert into notifications (kind, entity_id, user_id, created_at, resolved_at)
       select case n % 4 when 0 then 'stock_low' when 1 then 'bill_to_approve' when 2 then 'critical_result' else 'results_released' end, n,
         case when n % 4 = 3 then $1::integer end, now(), case when n % 50 > 0 then now() end
       from generate_series(1, 100000) n`,
      [patient.id],
    )
    await client.query('analyze notifications')
  })
  const user = { id: keeper.id, role: 'storekeeper' as const, permissions: new Set(['stock.view', 'stock.count', 'patients.view']) }
  const reader = { user, kinds: kindsFor(user) }
  const page = { cursor: null, limit: 26 }
  const plans = await Promise.all([
    planOf(clinic, (db) => findNotifications(db, reader, {}, page)),
    planOf(clinic, (db) => findNotifications(db, reader, { unread: true }, { ...page, cursor: ['false', 50_000] })),
    planOf(clinic, (db) => findNotifications(db, reader, { all: true }, page)),
    planOf(clinic, (db) => countUnread(db, reader)),
  ])
  for (const plan of plans) {
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan on notifications\b/)
  }
  await empty()
})
