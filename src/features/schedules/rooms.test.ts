import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRoom, aSchedule } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Room } from './contract.ts'

let clinic: TestClinic
let planner: Person
let viewer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  planner = await clinic.signedInAs(['appointments.view', 'schedules.change'])
  viewer = await clinic.signedInAs(['appointments.view'])
})
afterAll(() => clinic.close())

const change = (id: number, body: object, headers = {}) => planner.call('PATCH', `/schedules/rooms/${id}/`, body, headers)
const ascending = (a: number, b: number) => a - b

test('a room is added, renamed, given a department, and listed by name; each change is in the trail', async () => {
  const department = await clinic.db.insertInto('departments').values({ name: 'Eyes' }).returning('id').executeTakeFirstOrThrow()
  const made = await planner.call('POST', '/schedules/rooms/', { name: ' Eye  room ', department: department.id })
  expect(made.status).toBe(201)
  expect(made.headers['etag']).toBe('"1"')
  const room = made.json<Room>()
  expect(room).toEqual({
    id: room.id,
    name: 'Eye room',
    kind: 'consulting room',
    department: department.id,
    department_name: 'Eyes',
    is_active: true,
    version: 1,
  })
  const renamed = await change(room.id, { name: 'Eye room 1', kind: 'bed', department: null })
  expect([renamed.status, renamed.json()]).toEqual([
    200,
    { ...room, name: 'Eye room 1', kind: 'bed', department: null, department_name: null, version: 2 },
  ])
  await aRoom(clinic.db, { name: 'a first room' })
  const names = (await viewer.call('GET', '/schedules/rooms/')).json<Room[]>().map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'room')
    .where('entity_id', '=', room.id)
    .execute()
  expect(trail.map(({ action }) => action)).toEqual(['create', 'change'])
})

test('what does not fit is told by field', async () => {
  await aRoom(clinic.db, { name: 'Theatre' })
  const taken = await planner.call('POST', '/schedules/rooms/', { name: 'THEATRE' })
  expect([taken.status, taken.json()]).toEqual([400, { name: ['A room with this name already exists.'] }])
  const other = await aRoom(clinic.db)
  expect((await change(other.id, { name: 'theatre' })).json()).toEqual({ name: ['A room with this name already exists.'] })
  expect((await change(other.id, { name: other.name.toUpperCase() })).status).toBe(200)
  const nowhere = await planner.call('POST', '/schedules/rooms/', { name: 'Nowhere', department: 2_000_000_000 })
  expect([nowhere.status, nowhere.json()]).toEqual([400, { department: ['Department not found.'] }])
  const closing = await clinic.db.insertInto('departments').values({ name: 'Closing' }).returning('id').executeTakeFirstOrThrow()
  expect((await change(other.id, { department: closing.id })).status).toBe(200)
  await clinic.db.updateTable('departments').set({ is_active: false }).where('id', '=', closing.id).execute()
  expect((await change(other.id, { department: closing.id, kind: 'other' })).status).toBe(200)
  const closed = await planner.call('POST', '/schedules/rooms/', { name: 'Closed', department: closing.id })
  expect(closed.json()).toEqual({ department: ['This department is inactive.'] })
  expect((await planner.call('POST', '/schedules/rooms/', { name: '  ' })).status).toBe(400)
  expect((await change(2_000_000_000, { name: 'X' })).status).toBe(404)
})

test('a stale version is told what is there now', async () => {
  const room = await aRoom(clinic.db)
  expect((await change(room.id, { is_active: false, version: 1 })).status).toBe(200)
  const late = await change(room.id, { is_active: true }, { 'if-match': '"1"' })
  expect([late.status, late.json<{ current: Room }>().current.version]).toEqual([412, 2])
})

test('a room goes out of use only when no session is held in it any more', async () => {
  const room = await aRoom(clinic.db)
  await aSchedule(clinic.db, { room_id: room.id, valid_to: '2026-03-02' })
  await aSchedule(clinic.db, { room_id: room.id, weekday: 2 })
  await aSchedule(clinic.db, { room_id: room.id, weekday: 3, valid_to: '2026-03-01' })
  const refused = await change(room.id, { is_active: false })
  expect([refused.status, refused.json()]).toEqual([
    409,
    { detail: 'This room has sessions. Move or end them first.', code: 'room_in_use', sessions: 2 },
  ])
  await clinic.db.updateTable('schedules').set({ valid_to: '2026-03-01' }).where('room_id', '=', room.id).execute()
  expect((await change(room.id, { is_active: false })).json<Room>().is_active).toBe(false)
  const active = (await viewer.call('GET', '/schedules/rooms/?active=true')).json<Room[]>()
  expect(active.some(({ id }) => id === room.id)).toBe(false)
  expect((await viewer.call('GET', '/schedules/rooms/?active=false')).json<Room[]>().map(({ id }) => id)).toContain(room.id)
})

test('a room that goes out of use while a session moves into it: one of them is refused', async () => {
  const doctor = await clinic.signedInAs([], 'doctor')
  for (let round = 0; round < 5; round++) {
    const room = await aRoom(clinic.db)
    const session = {
      doctor: doctor.id,
      room: room.id,
      weekday: 1,
      starts_at: `${10 + round}:00`,
      ends_at: `${11 + round}:00`,
      slot_minutes: 20,
      valid_from: '2026-03-02',
    }
    const replies = await Promise.all([planner.call('POST', '/schedules/', session), change(room.id, { is_active: false })])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual(replies.map(({ status }) => status))
  }
})

test('two rooms of one name at once: one is refused', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => planner.call('POST', '/schedules/rooms/', { name: 'Twin' })))
  expect(replies.map(({ status }) => status).toSorted(ascending)).toEqual([201, 400, 400])
})

test('nobody changes rooms who may only look, and nobody looks who may not', async () => {
  const room = await aRoom(clinic.db)
  expect((await viewer.call('POST', '/schedules/rooms/', { name: 'Mine' })).status).toBe(403)
  expect((await viewer.call('PATCH', `/schedules/rooms/${room.id}/`, { name: 'Mine' })).status).toBe(403)
  const clerk = await clinic.signedInAs([])
  expect((await clerk.call('GET', '/schedules/rooms/')).status).toBe(403)
  expect((await clinic.call('GET', '/schedules/rooms/')).status).toBe(401)
})
