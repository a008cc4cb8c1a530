import { writeKeys } from '#platform/backup/keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { starterItems } from '#features/catalogue/starter.ts'
import { BACKUP_LOCK } from '#platform/backup/lock.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { SetUpState } from './contract.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const url = '/company/set-up/'
const setUp = async () => (await manager.call('GET', url)).json<SetUpState>()
const stepOf = async (name: string) => (await setUp()).steps.find(({ step }) => step === name)
const skip = (step: string, is_skipped: boolean) => manager.call('PUT', `${url}steps/${step}/`, { is_skipped })
const add = (kinds: string[], more = {}) => manager.call('POST', `${url}starters/`, { kinds, ...more })

/** Of the steps that are done by settings. */
const states = async () =>
  (await setUp()).steps.filter(({ step }) => ['papers', 'security', 'backups'].includes(step)).map(({ state, count }) => [state, count])

test('a step is done by what is there, or skipped, and taken up again', async () => {
  expect((await setUp()).steps.filter(({ state }) => state === 'done').map(({ step }) => step)).toEqual(['stores', 'diagnoses'])
  expect((await skip('payers', true)).status).toBe(200)
  expect((await skip('payers', true)).status).toBe(200)
  expect(await stepOf('payers')).toMatchObject({ state: 'skipped', count: 0 })
  expect((await skip('payers', false)).status).toBe(200)
  expect(await stepOf('payers')).toMatchObject({ state: 'open' })
  expect((await skip('nothing', true)).status).toBe(400)
  expect((await skip('line', true)).json<SetUpState>().is_line_hidden).toBe(true)
})
test('starter catalogues add what is missing and say how much, once', async () => {
  // An item of the clinic's own has a code of the starter's.
  const { code } = starterItems.find((item) => item.code !== undefined)!
  await clinic.db.insertInto('items').values({ name: 'Of our own', code, category: 'other', unit: 'each' }).execute()
  const first = (await add(['laboratory', 'services', 'drugs', 'departments'])).json<{ kind: string; added: number }[]>()
  expect(first.map(({ kind }) => kind)).toEqual(['departments', 'services', 'drugs', 'laboratory'])
  for (const { kind, added } of first) expect(added, kind).toBeGreaterThan(5)
  const again = (await add(['laboratory', 'services', 'drugs', 'departments'])).json<{ added: number }[]>()
  expect(again.map(({ added }) => added)).toEqual([0, 0, 0, 0])
  expect(await stepOf('drugs')).toMatchObject({ state: 'done', count: first[2]?.added })
  expect(await stepOf('prices')).toMatchObject({ state: 'open', count: 0 })
  const charged = await clinic.db.selectFrom('lab_panels').select('id').where('item_id', 'is not', null).execute()
  expect(charged.length).toBeGreaterThan(5)

  const [known = ''] = (await setUp()).payers
  expect((await add(['payers'], { payers: [known, 'Another person'] })).json()).toEqual([{ kind: 'payers', added: 1 }])
  expect((await setUp()).payers).toEqual([])
  expect(await stepOf('payers')).toMatchObject({ state: 'done', count: 1 })
  expect((await add(['drugs', 'drugs'])).status).toBe(400)
})
test('what the clinic sets is a step done: its papers, its rules, its passphrase', async () => {
  expect(await states()).toEqual([
    ['open', 0],
    ['open', 0],
    ['open', 0],
  ])
  await clinic.db.updateTable('letter_templates').set({ title: 'Sick leave', version: 2 }).where('name', '=', 'Sick note').execute()
  await clinic.db.insertInto('letter_templates').values({ name: 'Invitation', title: 'Invitation', body: 'Come' }).execute()
  const rules = (await manager.call('GET', '/users/security/')).json<object>()
  expect((await manager.call('PUT', '/users/security/', { ...rules, groups: [] })).status).toBe(200)
  writeKeys(clinic.dataDir, [{ id: 'a', kind: 'passphrase', salt: '', key: Buffer.alloc(32) }])
  expect(await states()).toEqual([
    ['done', 2],
    ['done', 1],
    ['done', 1],
  ])
})
test('a person sees and does only the steps of their rights', async () => {
  const clerk = await clinic.signedInAs(['company.change', 'laboratory.catalogue'])
  const seen = (await clerk.call('GET', url)).json<SetUpState>()
  expect(seen.steps.map(({ step }) => step)).toEqual(['formats', 'departments', 'laboratory', 'ranges', 'papers'])
  expect(seen.payers).toEqual([])
  const asked = (kinds: string[]) => clerk.call('POST', `${url}starters/`, { kinds })
  expect((await asked(['departments', 'laboratory'])).status).toBe(200)
  for (const kind of ['services', 'drugs', 'payers']) expect((await asked(['departments', kind])).status, kind).toBe(403)
  expect((await clerk.call('PUT', `${url}steps/laboratory/`, { is_skipped: true })).status).toBe(200)
  expect((await clerk.call('PUT', `${url}steps/people/`, { is_skipped: true })).status).toBe(403)
})
test('a demonstration is asked for once at a time, by whoever may change the clinic', async () => {
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  for (const [method, path] of [
    ['GET', url],
    ['POST', `${url}demonstration/`],
    ['GET', `${url}demonstration/`],
  ] as const)
    expect((await nurse.call(method, path)).status).toBe(403)
  expect((await setUp()).demonstration).toMatchObject({ is_loaded: false, can_load: true, work: null })
  expect((await manager.call('POST', `${url}demonstration/remove/`, { name: 'x' })).status).toBe(400)
  expect((await manager.call('POST', `${url}demonstration/`)).status).toBe(202)
  expect((await setUp()).demonstration).toMatchObject({ work: 'loading', done: 0 })
  expect((await add(['departments'])).status).toBe(409)
  expect((await manager.call('POST', `${url}demonstration/`)).status).toBe(409)

  const name = 'Somewhere'
  const remove = async () => {
    const { status, text } = await manager.call('POST', `${url}demonstration/remove/`, { name })
    return [status, text.includes('A backup is in progress')]
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
