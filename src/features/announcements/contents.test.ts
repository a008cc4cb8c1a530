import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfOf, sendForm } from '../../testing/scenarios/records.ts'
import { sheet } from '../../testing/scenarios/sample-documents.ts'
import type { AnnouncementDetail } from './contract.ts'

const NOTICES = '/announcement/announcements/'
const OWN = '/portal/announcements/'

let clinic: TestClinic
/** Writes; of the reception. */
let desk: Person
/** Another one who may write. */
let nurse: Person
let store: Person
let cashier: Person
let patient: Person
let stores: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  store = await clinic.signedInFrom('Storekeeper', 'storekeeper')
  cashier = await clinic.signedInFrom('Cashier', 'cashier')
  patient = await clinic.signedInFrom('Patient', 'patient')
  const group = clinic.db.selectFrom('groups').select('id').where('name', '=', 'Storekeeper')
  stores = (await group.executeTakeFirstOrThrow()).id
})
afterAll(() => clinic.close())

const post = (body: object, person = desk) => person.call('POST', NOTICES, { title: 'Notice', content: 'Text', channel: 1, ...body })
const announce = async (body: object = {}, person = desk) => {
  const reply = await post(body, person)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<AnnouncementDetail>()
}
const attach = (id: number, name: string, bytes: Uint8Array, person = desk) =>
  sendForm(clinic, person, `${NOTICES}${id}/attachments/`, {}, [{ name, bytes }])
const linked = (href: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: '<script>x</script>', marks: [{ type: 'link', attrs: { href } }] }] }],
})

describe('files', () => {
  const pdf = pdfOf(['Plan of the ward'])

  test('come with the writing, are what their bytes say, and go to those whom it is for', async () => {
    const { id } = await announce({ audience: { staff: false, patients: true, groups: [stores] } })
    const other = await announce({ audience: { staff: false, patients: true, groups: [] } })
    expect((await attach(id, 'plan.pdf', pdf)).json<AnnouncementDetail>().attachments).toMatchObject([
      { name: 'plan.pdf', type: 'application/pdf' },
    ])
    const picture = await attach(id, '../../photo.exe', await sheet())
    const [kept, photo] = picture.json<AnnouncementDetail>().attachments
    expect(photo).toMatchObject({ type: 'image/png' })
    expect(photo!.name).not.toMatch(/exe|\//)
    for (const [name, bytes] of [
      ['plan.pdf', Buffer.from('<html><script>alert(1)</script>')],
      ['plan.docx', Buffer.from('PK\u0003\u0004 word/document.xml')],
      ['plan.txt', Buffer.from('Only a text.')],
      ['plan.png', Buffer.from('\u0089PNG\r\n')],
    ] as const) {
      const reply = await attach(id, name, bytes)
      expect([reply.status, Object.keys(reply.json())], name).toEqual([400, ['file']])
    }
    const file = `${NOTICES}${id}/attachments/${kept!.id}/`
    const got = await store.call('GET', file)
    expect([got.status, got.headers['content-type'], got.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    expect((await patient.call('GET', `${OWN}${id}/attachments/${kept!.id}/`)).status).toBe(200)
    expect((await cashier.call('GET', file)).status).toBe(404)
    // Of another announcement, or none.
    for (const path of [`${other.id}/attachments/${kept!.id}/`, `${id}/attachments/2000000000/`]) {
      expect((await desk.call('GET', `${NOTICES}${path}`)).status).toBe(404)
      expect((await patient.call('GET', `${OWN}${path}`)).status).toBe(404)
    }
    await desk.call('PATCH', `${NOTICES}${id}/`, { withdraw_reason: 'Old' })
    expect((await patient.call('GET', `${OWN}${id}/attachments/${kept!.id}/`)).status).toBe(404)
    expect((await attach(id, 'plan.pdf', pdf)).json()).toMatchObject({ code: 'withdrawn' })
  })

  test('are of its author alone, five at most, and not later than an hour', async () => {
    const { id } = await announce()
    expect((await attach(id, 'plan.pdf', pdf, nurse)).status).toBe(403)
    expect((await attach(id, 'plan.pdf', pdf, store)).status).toBe(403)
    const sent = []
    for (let n = 0; n < 6; n++) sent.push((await attach(id, `plan ${n}.pdf`, pdf)).status)
    expect(sent).toEqual([201, 201, 201, 201, 201, 409])
    const late = await announce()
    await asOwner(clinic.ownerUrl, (client) =>
      client.query(`update announcements set created_at = created_at - interval '1 hour' where id = $1`, [late.id]),
    )
    expect((await attach(late.id, 'plan.pdf', pdf)).json()).toMatchObject({ code: 'too_late' })
  })
})

test('a text with form is kept as it was sent, its words beside it; what is hostile is refused by its place', async () => {
  const document = linked('https://clinic.example')
  const made = await announce({ content: undefined, document })
  expect(made).toMatchObject({ document, content: '<script>x</script>' })
  expect((await announce({ content: 'Other words', document })).content).toBe('<script>x</script>')
  const place = 'document.content.0.content.0.marks.0.attrs.href'
  expect(Object.keys((await post({ document: linked('javascript:alert(1)') })).json())).toEqual([place])
  const deep = (n: number): object => (n === 0 ? { type: 'paragraph' } : { type: 'blockquote', content: [deep(n - 1)] })
  for (const levels of [7, 12, 60, 800]) expect((await post({ document: { type: 'doc', content: [deep(levels)] } })).status).toBe(400)
  for (const bad of [5, 'text', [], null, { type: 'doc', content: [{ type: 'iframe' }] }])
    expect((await post({ document: bad })).status).toBe(400)
  const wide = Array.from({ length: 20_000 }, () => ({ type: 'paragraph' }))
  expect((await post({ document: { type: 'doc', content: wide } })).status).toBe(400)
  await expect(clinic.db.updateTable('announcements').set({ document: '{}' }).where('id', '=', made.id).execute()).rejects.toThrow(
    /permission/,
  )
})

test('channels are added, renamed and taken out of use by those who may', async () => {
  const clerk = await clinic.signedInFrom('Records officer', 'records')
  const add = (name: unknown, person = clerk) => person.call('POST', '/announcement/channels/', { name })
  const made = (await add(' Theatre ')).json<{ id: number; name: string; version: number }>()
  expect(made).toMatchObject({ name: 'Theatre', is_active: true, version: 1 })
  expect(Object.keys((await add('theatre')).json())).toEqual(['name'])
  expect(Object.keys((await add('x'.repeat(61))).json())).toEqual(['name'])
  expect((await add('Mine', desk)).status).toBe(403)
  const change = (body: object, person = clerk) => person.call('PATCH', `/announcement/channels/${made.id}/`, body)
  expect((await change({ is_active: false, version: 1 })).json()).toMatchObject({ is_active: false, version: 2 })
  expect((await change({ name: 'Theatres', version: 1 })).status).toBe(412)
  expect(Object.keys((await change({ name: 'general' })).json())).toEqual(['name'])
  expect((await change({ name: 'x' }, desk)).status).toBe(403)
  expect((await clerk.call('PATCH', '/announcement/channels/2000000000/', { name: 'x' })).status).toBe(404)
  expect(Object.keys((await post({ channel: made.id })).json())).toEqual(['channel'])
})
