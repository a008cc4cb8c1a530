import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { Sql } from '#platform/questions/subject.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import type { Announcement, AnnouncementDetail, listAnnouncementChannels } from './contract.ts'
import { questions as announcementQuestions } from './questions.ts'
import { findOwnAnnouncements } from './server/own-announcements.ts'
import { findReceipts } from './server/find-receipts.ts'
import { countAnnouncements, findAnnouncement, findAnnouncements } from './server/queries.ts'

const NOTICES = '/announcement/announcements/'
const CHANNELS = '/announcement/channels/'

let clinic: TestClinic
let desk: Person
let store: Person
let general: number
let pharmacy: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  store = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  // The day of the clinic ends three hours before that of UTC.
  await clinic.db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  const channels = (await store.call('GET', CHANNELS)).json<ResponseOf<typeof listAnnouncementChannels>>()
  expect(channels.map(({ name, is_active }) => [name, is_active])).toEqual(
    ['Clinical', 'General', 'Laboratory', 'Pharmacy'].map((name) => [name, true]),
  )
  general = channels.find(({ name }) => name === 'General')!.id
  pharmacy = channels.find(({ name }) => name === 'Pharmacy')!.id
})
afterAll(() => clinic.close())

const post = (body: object, person = desk) => person.call('POST', NOTICES, { title: 'Notice', content: 'Text', channel: general, ...body })
const announce = async (more: object = {}) => {
  const reply = await post(more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<AnnouncementDetail>()
}
const withdraw = (id: number, body: object, person = desk) => person.call('PATCH', `${NOTICES}${id}/`, body)
const titles = async (query: string, person = store) =>
  (await person.call('GET', `${NOTICES}?${query}`)).json<Announcement[]>().map(({ title }) => title)
const channelNames = async (query: string) =>
  (await store.call('GET', `${CHANNELS}${query}`)).json<{ name: string }[]>().map(({ name }) => name)
/** Somebody who signs in at another time, from which everything goes on. */
const at = async (now: string) => {
  clinic.clock.now = new Date(now)
  return clinic.signedInFrom('Receptionist')
}
const trail = () => clinic.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
test('an announcement is made with who, when and where, and everybody who works here reads it', async () => {
  const made = await announce({ title: '  Water   off ', content: 'From 14:00.\nUse the tank.', created_by: 99, created_at: 'x' })
  expect(made).toMatchObject({
    title: 'Water off',
    content: 'From 14:00.\nUse the tank.',
    channel: general,
    channel_name: 'General',
    created_by: desk.id,
    created_by_name: 'Test receptionist',
    created_at: '2026-03-02T07:30:00.000Z',
    expires_on: null,
    withdrawn_at: null,
    is_active: true,
    version: 1,
  })
  const { document: _, attachments, receipts, may, ...row } = made
  expect([attachments, may]).toEqual([[], { change: true, attach: true }])
  expect(receipts).toMatchObject({ audience: 1, read: 0, confirmed: 0, patients: 0 })
  // Who only reads is not told whom it is for.
  expect((await store.call('GET', NOTICES)).json<Announcement[]>()[0]).toEqual({ ...row, is_unread: true, audience: null })
  expect(await trail()).toMatchObject({ actor_id: desk.id, action: 'create', entity: 'announcement', entity_id: made.id })
})

describe('what is refused', () => {
  test('a broken field, by its name', async () => {
    const broken: [string, unknown[]][] = [
      ['title', [undefined, null, 5, ' \u200b ', 'x'.repeat(101), 'a\0b']],
      ['content', [undefined, '', ' \n ', 'x'.repeat(10_001), 'a\0b', ['x']]],
      ['channel', [undefined, null, 'General', String(general), 0, 1.5, 2_000_000_000]],
      ['expires_on', ['tomorrow', '2026-02-30', '2026-03-01', '2026-03-02T00:00:00Z']],
      ['withdrawn_at', ['2026-03-02T07:30:00Z']],
      ['file', ['x']],
    ]
    for (const [field, values] of broken)
      for (const value of values) {
        const reply = await post({ [field]: value })
        expect([reply.status, Object.keys(reply.json())], `${field}: ${String(value).slice(0, 20)}`).toEqual([400, [field]])
      }
  })

  test('a channel out of use takes nothing more, and is left out where only those in use are asked for', async () => {
    const { id } = await clinic.db
      .insertInto('announcement_channels')
      .values({ name: 'Dental', is_active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await post({ channel: id })).json()).toEqual({ channel: ['Choose an active channel.'] })
    expect(await channelNames('')).toContain('Dental')
    expect(await channelNames('?active=true')).not.toContain('Dental')
    expect(await channelNames('?active=false')).toEqual(['Dental'])
  })

  test('nobody, patients, and whoever may only read', async () => {
    const patient = await clinic.signedInFrom('Patient', 'patient')
    const { id } = await announce()
    for (const path of [NOTICES, CHANNELS]) {
      expect((await clinic.call('GET', path)).status).toBe(401)
      expect((await patient.call('GET', path)).status).toBe(403)
    }
    for (const person of [patient, store]) {
      expect((await post({}, person)).status).toBe(403)
      expect((await withdraw(id, { withdraw_reason: 'x' }, person)).status).toBe(403)
    }
  })
})

describe('an announcement', () => {
  test('is withdrawn once, with a reason, and stays readable', async () => {
    const { id, title } = await announce({ title: 'Wrong room' })
    for (const [body, field] of [
      [{}, 'non_field_errors'],
      [{ withdraw_reason: ' ' }, 'withdraw_reason'],
      [{ withdraw_reason: 'x'.repeat(301) }, 'withdraw_reason'],
      [{ withdraw_reason: 'x', colour: 'y' }, 'colour'],
    ] as const) {
      const reply = await withdraw(id, body)
      expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
    }
    expect((await withdraw(id, { withdraw_reason: 'x', version: 7 })).json()).toMatchObject({ code: 'version_conflict', current: { id } })
    const twice = await Promise.all([1, 2].map((n) => withdraw(id, { withdraw_reason: `Room changed ${n}` })))
    expect(statuses(twice)).toEqual([200, 409])
    expect(twice.find(({ status }) => status === 200)!.json()).toMatchObject({
      title,
      is_active: false,
      withdrawn_at: '2026-03-02T07:30:00.000Z',
      withdrawn_by_name: 'Test receptionist',
      withdraw_reason: expect.stringMatching(/^Room changed [12]$/) as string,
      version: 2,
    })
    expect((await withdraw(id, { withdraw_reason: 'Again', version: 2 })).json()).toMatchObject({ code: 'withdrawn' })
    expect((await withdraw(2_000_000_000, { withdraw_reason: 'x' })).status).toBe(404)
    expect(await trail()).toMatchObject({ action: 'withdraw', entity: 'announcement', entity_id: id })
    expect(await titles('active=true')).not.toContain(title)
    expect(await titles('active=false')).toContain(title)
  })

  test('stands until the end of its last day in the clinic', async () => {
    await announce({ title: 'Today only', expires_on: '2026-03-02', channel: pharmacy })
    const usual = clinic.clock.now
    const late = await at('2026-03-02T20:59:59Z')
    expect(await titles('active=true', late)).toContain('Today only')
    const next = await at('2026-03-02T21:00:00Z')
    expect(await titles('active=true', next)).not.toContain('Today only')
    expect(await titles('active=false', next)).toContain('Today only')
    expect((await post({ expires_on: '2026-03-02' }, next)).json()).toEqual({ expires_on: ['Choose today or a later date.'] })
    clinic.clock.now = usual
  })

  test('that looks like a page is the text that it is', async () => {
    const text = '<script>alert(1)</script><img src=x onerror=alert(2)> &amp; {name}'
    const made = await announce({ title: text, content: text })
    expect([made.title, made.content]).toEqual([text, text])
    const list = await store.call('GET', NOTICES)
    expect(list.headers['content-type']).toMatch(/^application\/json/)
    expect(list.json<Announcement[]>()[0]).toMatchObject({ title: text, content: text })
  })

  test('cannot be changed or deleted, not even by the program', async () => {
    const { id } = await announce()
    await expect(clinic.db.updateTable('announcements').set({ content: 'y' }).where('id', '=', id).execute()).rejects.toThrow(/permission/)
    await expect(clinic.db.deleteFrom('announcements').where('id', '=', id).execute()).rejects.toThrow(/permission/)
  })
})

test('the list is of a channel, newest first, from page to page', async () => {
  const lab = (await clinic.db.selectFrom('announcement_channels').select('id').where('name', '=', 'Laboratory').executeTakeFirstOrThrow())
    .id
  for (const n of [1, 2, 3]) await announce({ title: `Sheet ${n}`, channel: lab })
  const page = await store.call('GET', `${NOTICES}?channel=${lab}&limit=2&count=true&active=true`)
  expect(page.json<Announcement[]>().map(({ title }) => title)).toEqual(['Sheet 3', 'Sheet 2'])
  expect(page.headers['x-total-count']).toBe('3')
  const { next = '' } = page
  const rest = await store.call('GET', next)
  expect(rest.json<Announcement[]>().map(({ title }) => title)).toEqual(['Sheet 1'])
  expect(rest.headers['link']).toBeUndefined()
  expect(await titles('channel=2000000000')).toEqual([])
  for (const query of ['channel=x', 'active=maybe', 'sort=title', 'cursor=zz'])
    expect((await store.call('GET', `${NOTICES}?${query}`)).status, query).toBe(400)
})

test('the assistant counts and lists what was not taken back', async () => {
  const [subject] = announcementQuestions.subjects
  const [vocabulary] = announcementQuestions.vocabularies ?? []
  const { from, joins, where, at: moment, measures, dimensions, list } = subject!
  const reader = connect(clinic.logins.kliniki_read, 'kliniki_read', { max: 1 })
  await asOwner(clinic.ownerUrl, (client) => client.query(`update announcements set starts_on = '9000-01-01' where title = 'Sheet 1'`))
  try {
    const rows = sql`from ${from} ${joins!['channel']!} where ${where!} and ${moment!.sql} > '2026-01-01'`
    const ask = async (statement: Sql) => (await sql<Record<string, unknown>>`${statement}`.execute(reader.db)).rows
    const kept = await clinic.db.selectFrom('announcements').select('id').where('withdrawn_at', 'is', null).execute()
    const [whole] = await ask(sql`select ${measures['announcements']!.total!} as figure ${rows}`)
    expect(kept.length).toBeGreaterThan(5)
    expect(whole).toEqual({ figure: kept.length })
    for (const [name, dimension] of Object.entries(dimensions)) {
      const groups = await ask(sql`select ${dimension.sql} as name, count(*) as figure ${rows} group by 1`)
      expect(groups.length, name).toBeGreaterThan(0)
      expect(groups.reduce((sum, { figure }) => sum + Number(figure), 0)).toBe(kept.length)
      if (dimension.is === 'choice') for (const group of groups) expect(Object.keys(dimension.values)).toContain(group['name'])
    }
    const state = dimensions['announcement_state']!.sql
    const [later] = await ask(sql`select ${state} as state ${rows} and a.title = 'Sheet 1'`)
    expect(later).toEqual({ state: 'scheduled' })
    const cells = sql.join(list!.columns.map((column) => sql`${column.sql} as ${sql.ref(column.key)}`))
    const [newest] = await ask(sql`select ${cells} ${rows} order by ${list!.order} limit 1`)
    expect(newest).toMatchObject({ title: 'Sheet 3', channel: 'Laboratory', author: 'Test receptionist' })
    expect((await ask(vocabulary!.rows)).map(({ name }) => name)).toEqual(expect.arrayContaining(['General', 'Pharmacy']))
  } finally {
    await reader.close()
  }
})

test('among thousands it is read by index', async () => {
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(
      `insert into announcements (channel_id, title, content, created_at, created_by, expires_on)
       select n % 4 + 1, 'Notice ' || n, repeat('text ', 100), now(), $1, case when n % 2 = 0 then date '2026-01-01' end
       from generate_series(1, 4000) n`,
      [desk.id],
    )
    await client.query('analyze announcements')
  })
  const by = { user: { id: store.id, permissions: new Set(['announcements.view']) }, now: clinic.clock.now }
  const page = { cursor: null, limit: 26 }
  const plans = await Promise.all([
    planOf(clinic, (db) => findAnnouncements({ db, ...by }, {}, page)),
    planOf(clinic, (db) => findAnnouncements({ db, ...by }, { active: true }, page)),
    planOf(clinic, (db) => findAnnouncements({ db, ...by }, { unread: true }, page)),
    planOf(clinic, (db) => findAnnouncements({ db, ...by }, { channel: general, active: true }, { ...page, cursor: ['true', 2000] })),
    planOf(clinic, (db) => countAnnouncements({ db, ...by }, { channel: pharmacy })),
    planOf(clinic, (db) => findAnnouncement({ db, ...by }, 2000)),
    planOf(clinic, (db) => findOwnAnnouncements({ db, ...by }, { limit: 11 })),
    planOf(clinic, (db) => findReceipts(db, 2000, undefined, page)),
  ])
  for (const plan of plans) {
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan on announcements\b/)
  }
})
