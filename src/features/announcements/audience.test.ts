import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Announcement, AnnouncementDetail, Receipt, AnnouncementComment, OwnAnnouncement, OwnAnnouncementDetail } from './contract.ts'
import { isUnreadBy } from './server/policy.ts'

const NOTICES = '/announcement/announcements/'
const COMMENTS = '/announcement/comments/'
const OWN = '/portal/announcements/'

let clinic: TestClinic
/** Writes; of the reception. */
let desk: Person
/** Another one who may write. */
let nurse: Person
let store: Person
let cashier: Person
let patient: Person
const groups = new Map<string, number>()
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  store = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  cashier = await clinic.signedInFrom('Cashier', 'cashier')
  patient = await clinic.signedInFrom('Patient', 'patient')
  const listed = (await desk.call('GET', '/announcement/groups/')).json<{ id: number; name: string }[]>()
  for (const { id, name } of listed) groups.set(name, id)
})
afterAll(() => clinic.close())

const post = (body: object, person = desk) => person.call('POST', NOTICES, { title: 'Notice', content: 'Text', channel: 1, ...body })
const announce = async (body: object = {}, person = desk) => {
  const reply = await post(body, person)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<AnnouncementDetail>()
}
const forGroup = (...names: string[]) => ({ audience: { staff: false, patients: false, groups: names.map((name) => groups.get(name)) } })
const forPatients = (staff = false) => ({ audience: { staff, patients: true, groups: [] } })
const sees = async (person: Person, id: number) => {
  const [list, one] = await Promise.all([person.call('GET', `${NOTICES}?limit=100`), person.call('GET', `${NOTICES}${id}/`)])
  const isListed = list.json<Announcement[]>().some((row) => row.id === id)
  expect(one.status, 'the list and the announcement say the same').toBe(isListed ? 200 : 404)
  return isListed
}
const ownIds = async (query = '') => (await patient.call('GET', `${OWN}${query}`)).json<OwnAnnouncement[]>().map(({ id }) => id)
const unread = async (person: Person) => (await person.call('GET', '/announcement/unread/')).json<{ unread: number }>().unread
const read = (person: Person, id: number, body: object = {}, base = NOTICES) => person.call('POST', `${base}${id}/read/`, body)

describe('whom it is for', () => {
  test('a group and the author see it, and nobody else, whoever may write; its author sees for whom it is', async () => {
    const { id, audience } = await announce(forGroup('Storekeeper'))
    expect(audience).toEqual({ staff: false, patients: false, groups: [{ id: groups.get('Storekeeper'), name: 'Storekeeper' }] })
    const seen = await Promise.all([store, cashier, desk, nurse].map((person) => sees(person, id)))
    expect(seen).toEqual([true, false, true, false])
    expect((await desk.call('GET', `${NOTICES}${id}/`)).json()).toMatchObject({
      audience,
      is_unread: false,
      may: { change: true, attach: true },
    })
    expect((await store.call('GET', `${NOTICES}${id}/`)).json()).toMatchObject({
      audience: null,
      receipts: null,
      is_unread: true,
      may: { change: false, attach: false },
    })
    // Everything that belongs to it is as hidden as it is.
    for (const [method, path, body] of [
      ['GET', `${NOTICES}${id}/receipts/`],
      ['POST', `${NOTICES}${id}/read/`, {}],
      ['PATCH', `${NOTICES}${id}/`, { is_pinned: true }],
      ['GET', `${COMMENTS}?announcement=${id}`],
      ['POST', COMMENTS, { announcement: id, content: 'x' }],
      ['GET', `${NOTICES}${id}/attachments/1/`],
    ] as const)
      expect((await cashier.call(method, path, body)).status, path).toBe(404)
    expect((await store.call('GET', `${NOTICES}${id}/receipts/`)).status).toBe(403)
    expect(await ownIds()).not.toContain(id)
  })

  test('patients see what is for them and stands, and nothing of the staff', async () => {
    const both = await announce({ ...forPatients(true), title: 'Closed on Friday', is_pinned: true })
    const only = await announce({ ...forPatients(), title: 'New doctor' })
    const inside = await announce({ title: 'Salaries' })
    const later = await announce({ ...forPatients(), starts_on: '2026-03-03' })
    const gone = await announce(forPatients())
    await desk.call('PATCH', `${NOTICES}${gone.id}/`, { withdraw_reason: 'Wrong' })
    expect(await ownIds()).toEqual([both.id, only.id])
    expect([await sees(store, both.id), await sees(store, only.id)]).toEqual([true, false])
    const shown = (await patient.call('GET', `${OWN}${both.id}/`)).json<OwnAnnouncementDetail>()
    expect(Object.keys(shown).toSorted()).toEqual(
      `announced_at attachment_count attachments channel_name confirmed_at content document expires_on id is_pinned is_unread must_confirm title`.split(
        ' ',
      ),
    )
    for (const { id } of [inside, later, gone]) {
      expect((await patient.call('GET', `${OWN}${id}/`)).status).toBe(404)
      expect((await read(patient, id, {}, OWN)).status).toBe(404)
    }
    for (const path of [
      NOTICES,
      `${NOTICES}${both.id}/`,
      `${NOTICES}${both.id}/receipts/`,
      `${COMMENTS}?announcement=${both.id}`,
      '/announcement/unread/',
    ])
      expect((await patient.call('GET', path)).status, path).toBe(403)
    expect((await patient.call('POST', COMMENTS, { announcement: both.id, content: 'x' })).status).toBe(403)
    expect((await desk.call('GET', OWN)).status).toBe(403)
    // Read by a patient: counted for the desk, named nowhere.
    expect((await read(patient, both.id, {}, OWN)).status).toBe(204)
    expect(await ownIds('?unread=true')).toEqual([only.id])
    expect((await desk.call('GET', `${NOTICES}${both.id}/`)).json()).toMatchObject({ receipts: { patients: 1 } })
    const receipts = (await desk.call('GET', `${NOTICES}${both.id}/receipts/`)).json<Receipt[]>()
    expect(receipts.map(({ id }) => id)).not.toContain(patient.id)
    // One page at a time, pinned first.
    const first = await patient.call('GET', `${OWN}?limit=1&count=true`)
    const { next = '' } = first
    expect([first.headers['x-total-count'], (await patient.call('GET', next)).json<OwnAnnouncement[]>().map(({ id }) => id)]).toEqual([
      '2',
      [only.id],
    ])
  })

  test('nobody, a group that is not there, that of patients, or a group beside everybody: refused', async () => {
    const { id: patients } = await clinic.db.selectFrom('groups').select('id').where('name', '=', 'Patient').executeTakeFirstOrThrow()
    for (const [audience, field] of [
      [{ staff: false, patients: false, groups: [] }, 'audience'],
      [{ staff: true, patients: false, groups: [groups.get('Nurse')] }, 'audience.groups'],
      [{ staff: false, patients: false, groups: [2_000_000_000] }, 'audience.groups'],
      [{ staff: false, patients: false, groups: [patients] }, 'audience.groups'],
      [{ staff: false, patients: false }, 'audience.groups'],
      [{ staff: false, patients: false, groups: ['x'] }, 'audience.groups.0'],
      [{ staff: false, patients: false, groups: [], everybody: true }, 'audience.everybody'],
    ] as const) {
      const reply = await post({ audience })
      expect([reply.status, Object.keys(reply.json())], JSON.stringify(audience)).toEqual([400, [field]])
    }
    expect(groups.has('Patient')).toBe(false)
  })
})

test('what is to come is seen by those who write, begins on its day, and ends after its last', async () => {
  const made = await announce({ title: 'Stocktake', starts_on: '2026-03-04', expires_on: '2026-03-05' })
  const usual = clinic.clock.now
  const at = async (day: string) => {
    clinic.clock.now = new Date(`${day}T10:00:00Z`)
    const [writer, reader] = [await clinic.signedInFrom('Doctor', 'doctor'), await clinic.signedInFrom('Cashier', 'cashier')]
    await clinic.db.updateTable('users').set({ created_at: usual }).where('id', '=', reader.id).execute()
    const row = (await writer.call('GET', `${NOTICES}${made.id}/`)).json<AnnouncementDetail>()
    return [row.state, row.is_active, await sees(reader, made.id), (await unread(reader)) > 0]
  }
  const others = await clinic.db.selectFrom('announcements').select('id').where('id', '<>', made.id).execute()
  for (const { id } of others) await desk.call('PATCH', `${NOTICES}${id}/`, { withdraw_reason: 'Done' })
  expect(await at('2026-03-03')).toEqual(['scheduled', false, false, false])
  expect(await at('2026-03-04')).toEqual(['active', true, true, true])
  expect(await at('2026-03-05')).toEqual(['active', true, true, true])
  expect(await at('2026-03-06')).toEqual(['expired', false, true, false])
  clinic.clock.now = usual
  for (const [body, field] of [
    [{ starts_on: '2026-03-01' }, 'starts_on'],
    [{ starts_on: '2026-03-05', expires_on: '2026-03-04' }, 'expires_on'],
  ] as const)
    expect(Object.keys((await post(body)).json())).toEqual([field])
})

test('its author and who may write change how long it stands and its place, with the version; its words stay', async () => {
  const { id } = await announce()
  const change = (body: object, person = nurse) => person.call('PATCH', `${NOTICES}${id}/`, body)
  expect((await change({ is_pinned: true, expires_on: '2026-03-10', version: 1 })).json()).toMatchObject({
    is_pinned: true,
    expires_on: '2026-03-10',
    version: 2,
  })
  expect((await change({ is_pinned: false, version: 1 })).status).toBe(412)
  expect(Object.keys((await change({ expires_on: '2026-03-01' })).json())).toEqual(['expires_on'])
  expect((await change({ is_pinned: false }, store)).status).toBe(403)
  for (const field of ['title', 'content', 'document', 'audience', 'channel', 'starts_on'])
    expect((await change({ [field]: 'x' })).status, field).toBe(400)
  const other = await announce()
  await change({ is_pinned: true, version: 2 })
  const ids = async (query: string) => {
    const found: number[] = []
    for (let next = `${NOTICES}?limit=1&${query}`; next && found.length < 50;) {
      const page = await store.call('GET', next)
      found.push(...page.json<Announcement[]>().map((row) => row.id))
      next = page.next ?? ''
    }
    return found
  }
  const pinnedFirst = await ids('active=true')
  expect(pinnedFirst.slice(0, 2)).toEqual([id, other.id])
  expect(new Set(pinnedFirst).size).toBe(pinnedFirst.length)
  expect((await ids('')).slice(0, 2)).toEqual([other.id, id])
})

const reportedToStore = async (body: object = {}) => (await announce({ ...forGroup('Storekeeper'), ...body })).id
test('what was told before somebody came waits for them only while it is pinned or has to be confirmed', async () => {
  const plain = await reportedToStore()
  const [pinned, asked] = [await reportedToStore({ is_pinned: true }), await reportedToStore({ must_confirm: true })]
  const begun = await reportedToStore({ starts_on: '2026-03-20' })
  const usual = clinic.clock.now
  clinic.clock.now = new Date(usual.getTime() + 60_000)
  const newcomer = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  const later = await reportedToStore()
  const rows = (await newcomer.call('GET', `${NOTICES}?unread=true&limit=100`)).json<Announcement[]>()
  clinic.clock.now = usual
  expect(await unread(newcomer)).toBe(rows.length)
  expect(rows.map(({ id }) => id).filter((id) => id >= plain)).toEqual([pinned, later, asked])
  expect(await sees(newcomer, plain)).toBe(true)
  const waiting = await sql<{ id: number }>`select a.id from announcements a left join announcement_reads r on false
    where ${isUnreadBy(newcomer.id, new Date('2026-03-20T07:30:00Z'))}`.execute(clinic.db)
  expect(waiting.rows.map(({ id }) => id)).toContain(begun)
})

test('who has read and who has not is known to the author; the badge counts what waits', async () => {
  const [before, ofNurse] = [await unread(store), await unread(nurse)]
  const { id } = await announce({ ...forGroup('Storekeeper', 'Cashier'), must_confirm: true })
  // Neither others who may write nor its author have it waiting.
  expect([await unread(store), await unread(nurse)]).toEqual([before + 1, ofNurse])
  expect((await read(store, id)).status).toBe(204)
  // Opened, but it is still to be confirmed.
  expect(await unread(store)).toBe(before + 1)
  clinic.clock.now = new Date('2026-03-02T07:35:00Z')
  await read(store, id, { confirmed: true })
  clinic.clock.now = new Date('2026-03-02T07:40:00Z')
  await read(store, id, { confirmed: true })
  clinic.clock.now = new Date('2026-03-02T07:30:00Z')
  expect(await unread(store)).toBe(before)
  const waiting = (await store.call('GET', `${NOTICES}?unread=true&limit=100`)).json<Announcement[]>()
  expect(waiting.map((row) => row.id)).not.toContain(id)
  const receipts = async (query: string) => {
    const page = await desk.call('GET', `${NOTICES}${id}/receipts/?count=true&${query}`)
    return [Number(page.headers['x-total-count']), page.json<Receipt[]>()] as const
  }
  const [all, rows] = await receipts('limit=1')
  const [notRead, others] = await receipts('read=false&limit=100')
  expect([all, rows.length, notRead]).toEqual([notRead + 1, 1, others.length])
  expect((await receipts('read=true'))[1]).toEqual([
    { id: store.id, name: 'Test storekeeper', read_at: '2026-03-02T07:30:00.000Z', confirmed_at: '2026-03-02T07:35:00.000Z' },
  ])
  expect(others.map((row) => row.id)).toContain(cashier.id)
  expect(others.map((row) => row.id)).not.toContain(nurse.id)
  expect((await desk.call('GET', `${NOTICES}${id}/`)).json()).toMatchObject({
    receipts: { audience: all, read: 1, confirmed: 1, patients: 0 },
  })
  for (const body of [{ confirmed: false }, { read_at: 'x' }]) expect((await read(store, id, body)).status).toBe(400)
})

test('comments are made, withdrawn by who made them and by who may see and write, and closed', async () => {
  const { id } = await announce(forGroup('Storekeeper', 'Cashier'))
  const say = (content: unknown, person = store) => person.call('POST', COMMENTS, { announcement: id, content })
  for (const content of ['', ' \n', 'x'.repeat(1001), 'a\0b', 5]) expect(Object.keys((await say(content)).json())).toEqual(['content'])
  const made = (await say('Which <b>shelf</b>?')).json<AnnouncementComment>()
  expect(made).toMatchObject({ content: 'Which <b>shelf</b>?', created_by_name: 'Test storekeeper', may_withdraw: true })
  const second = (await say('The third.', cashier)).json<AnnouncementComment>()
  const take = (comment: number, person: Person) => person.call('DELETE', `${COMMENTS}${comment}/`)
  expect((await take(made.id, cashier)).status).toBe(403)
  expect((await take(made.id, store)).json()).toMatchObject({ content: null, may_withdraw: false })
  expect((await take(made.id, store)).status).toBe(409)
  expect((await take(second.id, nurse)).status).toBe(404)
  expect((await take(second.id, desk)).status).toBe(200)
  expect((await take(2_000_000_000, desk)).status).toBe(404)
  const listed = (await store.call('GET', `${COMMENTS}?announcement=${id}`)).json<AnnouncementComment[]>()
  expect(listed.map(({ content }) => content)).toEqual([null, null])
  const closed = await announce({ allows_comments: false })
  expect((await store.call('POST', COMMENTS, { announcement: closed.id, content: 'x' })).json()).toMatchObject({ code: 'closed' })
  await desk.call('PATCH', `${NOTICES}${id}/`, { withdraw_reason: 'Done' })
  expect((await say('Late')).json()).toMatchObject({ code: 'closed' })
})
