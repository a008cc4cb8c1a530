import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKUP_LOCK } from '#platform/backup/lock.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { SetUpState } from './contract-room.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const url = '/company/set-up/'
const room = async () => (await manager.call('GET', url)).json<SetUpState>()
const stepOf = async (name: string) => (await room()).steps.find(({ step }) => step === name)
const skip = (step: string, is_skipped: boolean) => manager.call('PUT', `${url}steps/${step}/`, { is_skipped })
const add = (kinds: string[], more = {}) => manager.call('POST', `${url}starters/`, { kinds, ...more })

test('a step is done by what is there, or skipped, and taken up again', async () => {
  expect((await room()).steps.filter(({ state }) => state === 'done').map(({ step }) => step)).toEqual(['stores', 'diagnoses'])
  expect((await skip('payers', true)).status).toBe(200)
  expect((await skip('payers', true)).status).toBe(200)
  expect(await stepOf('payers')).toMatchObject({ state: 'skipped', count: 0 })
  expect((await skip('payers', false)).status).toBe(200)
  expect(await stepOf('payers')).toMatchObject({ state: 'open' })
  expect((await skip('nothing', true)).status).toBe(400)
  expect((await skip('line', true)).json<SetUpState>().is_line_hidden).toBe(true)
})
test('starter catalogues add what is missing and say how much, once', async () => {
  const first = (await add(['laboratory', 'services', 'drugs', 'departments'])).json<{ kind: string; added: number }[]>()
  expect(first.map(({ kind }) => kind)).toEqual(['departments', 'services', 'drugs', 'laboratory'])
  for (const { kind, added } of first) expect(added, kind).toBeGreaterThan(5)
  const again = (await add(['laboratory', 'services', 'drugs', 'departments'])).json<{ added: number }[]>()
  expect(again.map(({ added }) => added)).toEqual([0, 0, 0, 0])
  expect(await stepOf('drugs')).toMatchObject({ state: 'done', count: first[2]?.added })
  expect(await stepOf('prices')).toMatchObject({ state: 'open', count: 0 })
  const charged = await clinic.db.selectFrom('lab_panels').select('id').where('item_id', 'is not', null).execute()
  expect(charged.length).toBeGreaterThan(5)

  const [known = '', other = ''] = (await room()).payers
  expect((await add(['payers'], { payers: [known, 'Somebody else'] })).json()).toEqual([{ kind: 'payers', added: 1 }])
  expect((await room()).payers[0]).toBe(other)
  expect(await stepOf('payers')).toMatchObject({ state: 'done', count: 1 })
  expect((await add(['drugs', 'drugs'])).status).toBe(400)
})
test('a demonstration is asked for once at a time, by whoever may change the clinic', async () => {
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  for (const [method, path] of [
    ['GET', url],
    ['POST', `${url}demonstration/`],
    ['GET', `${url}demonstration/`],
  ] as const)
    expect((await nurse.call(method, path)).status).toBe(403)
  expect((await room()).demonstration).toMatchObject({ is_loaded: false, can_load: true, work: null })
  expect((await manager.call('POST', `${url}demonstration/remove/`, { name: 'x' })).status).toBe(400)
  expect((await manager.call('POST', `${url}demonstration/`)).status).toBe(202)
  expect((await room()).demonstration).toMatchObject({ work: 'loading', done: 0 })
  expect((await manager.call('POST', `${url}demonstration/`)).status).toBe(409)

  const name = 'Somewhere'
  const remove = async () => {
    const { status, text } = await manager.call('POST', `${url}demonstration/remove/`, { name })
    return [status, text.includes('A backup is being made')]
  }
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`update demonstration set work = null; insert into demonstration_rows values ('items', '(1)')`)
    await client.query('update company set name = $1', [name])
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    expect(await remove()).toEqual([409, true])
    await client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK])
  })
  expect((await remove())[0]).toBe(202)
})
