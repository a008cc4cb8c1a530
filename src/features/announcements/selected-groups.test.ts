import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfOf, sendForm } from '../../testing/scenarios/records.ts'
import type { ask } from '../assistant/contract.ts'
import type { Announcement, AnnouncementDetail, AnnouncementComment } from './contract.ts'

const NOTICES = '/announcement/announcements/'
const COMMENTS = '/announcement/comments/'
const SECRET = 'Zebrafinch'

let clinic: TestClinic
/** Wrote it, and is in none of its groups. */
let author: Person
/** Of the group, without the permission to write. */
let member: Person
/** May write announcements, and holds every permission there is, but is in none of the groups. */
let writer: Person
let admin: Person
let storekeepers: number
let id: number
let file: string
let comment: number
beforeAll(async () => {
  clinic = await openTestClinic()
  author = await clinic.signedInFrom('Receptionist')
  member = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  writer = await clinic.signedInFrom('Nurse', 'nurse')
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  const { db } = clinic
  storekeepers = (await db.selectFrom('groups').select('id').where('name', '=', 'Storekeeper').executeTakeFirstOrThrow()).id
  const made = await announce({ must_confirm: true })
  id = made.id
  const sent = await sendForm(clinic, author, `${NOTICES}${id}/attachments/`, {}, [{ name: `${SECRET}.pdf`, bytes: pdfOf([SECRET]) }])
  file = `${NOTICES}${id}/attachments/${sent.json<AnnouncementDetail>().attachments[0]!.id}/`
  const message = await member.call('POST', COMMENTS, { announcement: id, content: `${SECRET} is known` })
  comment = message.json<AnnouncementComment>().id
})
afterAll(() => clinic.close())

const announce = async (body: object = {}) => {
  const audience = { staff: false, patients: false, groups: [storekeepers] }
  const reply = await author.call('POST', NOTICES, { title: SECRET, content: `${SECRET} text`, channel: 1, audience, ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<AnnouncementDetail>()
}
const listed = async (person: Person, query = '') => {
  const reply = await person.call('GET', `${NOTICES}?limit=100&count=true${query}`)
  expect(reply.status).toBe(200)
  return { ids: reply.json<Announcement[]>().map((row) => row.id), total: Number(reply.headers['x-total-count']), text: reply.text }
}
const scheduled = async (person: Person) => (await listed(person, '&state=scheduled')).ids
const asked = async (person: Person, question: string) =>
  (await person.call('POST', '/chatbot/chat/', { question, follows: null })).json<ResponseOf<typeof ask>>()

test('who may write announcements, or holds every permission, gets 404 for one of selected groups in every call', async () => {
  for (const outsider of [writer, admin]) {
    for (const [method, path, body] of [
      ['GET', `${NOTICES}${id}/`],
      ['PATCH', `${NOTICES}${id}/`, { is_pinned: true }],
      ['PATCH', `${NOTICES}${id}/`, { withdraw_reason: 'No reason' }],
      ['POST', `${NOTICES}${id}/read/`, {}],
      ['GET', `${NOTICES}${id}/receipts/?count=true`],
      ['GET', file],
      ['GET', `${COMMENTS}?announcement=${id}`],
      ['POST', COMMENTS, { announcement: id, content: 'Hello' }],
      ['DELETE', `${COMMENTS}${comment}/`],
    ] as const) {
      const reply = await outsider.call(method, path, body)
      expect([method, path, reply.status]).toEqual([method, path, 404])
      expect(reply.text).not.toContain(SECRET)
    }
    const reply = await sendForm(clinic, outsider, `${NOTICES}${id}/attachments/`, {}, [{ name: 'x.pdf', bytes: pdfOf(['x']) }])
    expect(reply.status).toBe(404)
    for (const query of ['', '&active=true', '&state=active', '&unread=true', '&unread=false', '&channel=1']) {
      const { ids, total, text } = await listed(outsider, query)
      expect([query, ids, total]).toEqual([query, [], 0])
      expect(text).not.toContain(SECRET)
    }
    expect((await outsider.call('GET', '/announcement/unread/')).json()).toEqual({ unread: 0 })
  }
})

test('the group and the author read text, files, comments and receipts', async () => {
  for (const reader of [author, member]) {
    expect((await reader.call('GET', `${NOTICES}${id}/`)).json()).toMatchObject({ title: SECRET })
    expect((await reader.call('GET', file)).status).toBe(200)
    expect((await reader.call('GET', `${COMMENTS}?announcement=${id}`)).json<AnnouncementComment[]>()).toHaveLength(1)
    expect((await listed(reader)).ids).toContain(id)
  }
  expect((await member.call('GET', '/announcement/unread/')).json()).toEqual({ unread: 1 })
  expect((await author.call('GET', `${NOTICES}${id}/receipts/`)).status).toBe(200)
})

test('the assistant counts and lists it for the group and the author alone', async () => {
  const figure = async (person: Person) =>
    Object.values((await asked(person, 'How many announcements this month?')).structured_data[0] ?? {})[0]
  expect([await figure(author), await figure(member), await figure(writer), await figure(admin)]).toEqual([1, 1, 0, 0])
  expect(JSON.stringify(await asked(member, 'List the announcements of this month'))).toContain(SECRET)
  expect(JSON.stringify(await asked(admin, 'List the announcements of this month'))).not.toContain(SECRET)
})

test('before its first day the author alone sees it, and members who may write', async () => {
  const { id: later } = await announce({ starts_on: '2026-03-09' })
  const { id: group } = await clinic.db.selectFrom('groups').select('id').where('name', '=', 'Nurse').executeTakeFirstOrThrow()
  const { id: ofNurses } = await announce({ starts_on: '2026-03-09', audience: { staff: false, patients: false, groups: [group] } })
  expect([await scheduled(author), await scheduled(member), await scheduled(writer), await scheduled(admin)]).toEqual([
    [ofNurses, later],
    [],
    [ofNurses],
    [],
  ])
})

test('comments of a group on what patients read as well stay with the group', async () => {
  const { id: both } = await announce({
    title: 'Closed on Friday',
    content: 'Text',
    audience: { staff: false, patients: true, groups: [storekeepers] },
  })
  const only = await announce({ title: 'New doctor', content: 'Text', audience: { staff: false, patients: true, groups: [] } })
  await member.call('POST', COMMENTS, { announcement: both, content: `${SECRET} again` })
  expect((await writer.call('GET', `${COMMENTS}?announcement=${both}`)).status).toBe(404)
  expect((await writer.call('GET', `${NOTICES}${only.id}/`)).status).toBe(200)
})

test('the audit trail keeps none of its words: neither title, nor file name, comment or reason', async () => {
  const gone = await announce()
  expect((await author.call('PATCH', `${NOTICES}${gone.id}/`, { withdraw_reason: `${SECRET} is wrong` })).status).toBe(200)
  const officer = await clinic.signedInAs(['audit.log', 'audit.view'])
  const log = await officer.call('GET', '/audit/log/?limit=100')
  const entities = log.json<{ entity: string; action: string }[]>().map(({ entity, action }) => `${action} ${entity}`)
  expect(entities).toEqual(
    expect.arrayContaining(['create announcement', 'attach announcement', 'create announcement comment', 'withdraw announcement']),
  )
  expect(log.text).not.toContain(SECRET)
  const { rows } = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }))
  expect(rows).not.toContain(SECRET)
})
