import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { DiagnosisCode } from './contract.ts'

const CODES = '/diagnoses/codes/'
let clinic: TestClinic
let keeper: Person
let nurse: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInAs(['consultations.view', 'diagnoses.change'])
  nurse = await clinic.signedInAs(['consultations.view'])
})
afterAll(() => clinic.close())

const add = (body: object, person = keeper) => person.call('POST', CODES, body)

test('a term of the clinic is added, read, changed and taken out of use', async () => {
  const made = await add({ system: 'icd-10', code: ' b54 ', title: '  Ague   of the coast ', synonyms: ['ague', 'Ague', 'coast fever'] })
  expect(made.status).toBe(201)
  const term = made.json<DiagnosisCode>()
  expect(term).toMatchObject({
    system: 'icd-10',
    code: 'B54',
    title: 'Ague of the coast',
    synonyms: ['ague', 'coast fever'],
    chapter: 1,
    source: 'clinic',
    is_active: true,
    version: 1,
  })
  const path = `${CODES}${term.id}/`
  const changed = await keeper.call('PATCH', path, { title: 'Ague', synonyms: [], version: 1 })
  expect(changed.json()).toMatchObject({ title: 'Ague', synonyms: [], version: 2 })
  const late = await keeper.call('PATCH', path, { title: 'Other', version: 1 })
  expect([late.status, late.json<{ current: DiagnosisCode }>().current.title]).toEqual([412, 'Ague'])
  expect((await keeper.call('PATCH', path, { is_active: false }, { 'if-match': '"2"' })).json()).toMatchObject({
    is_active: false,
    version: 3,
  })
  expect((await keeper.call('PATCH', path, { code: 'A00' })).status).toBe(400)
  expect((await keeper.call('PATCH', `${CODES}2000000000/`, { title: 'x' })).status).toBe(404)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'change'])
    .where('entity_id', '=', term.id)
    .orderBy('id')
    .execute()
  expect(trail.filter(({ action }) => action !== 'read')).toMatchObject([
    { action: 'create' },
    { action: 'change', change: { title: ['Ague of the coast', 'Ague'] } },
    { action: 'change', change: { is_active: [true, false] } },
  ])
})

test('a code is that of its classification', async () => {
  const codeOf = async (system: string, code?: string) => {
    const reply = await add({ system, ...(code !== undefined && { code }), title: `Term ${system} ${code}` })
    return reply.status === 201 ? reply.json<DiagnosisCode>().code : Object.keys(reply.json())
  }
  expect(await codeOf('icd-10', 'j459')).toBe('J45.9')
  expect(await codeOf('icd-10-cm', 'S72001A')).toBe('S72.001A')
  expect(await codeOf('icd-11', '1b20.1')).toBe('1B20.1')
  expect(await codeOf('icd-11', 'KB04&XS25')).toBe('KB04&XS25')
  expect(await codeOf('local')).toBeNull()
  expect(await codeOf('local', 'Our-1')).toBe('Our-1')
  for (const code of [undefined, 'J', 'J4', '45', 'J45.999', 'D90', 'K99', 'j45;9', 'malaria'])
    expect(await codeOf('icd-10', code)).toEqual(['code'])
  expect(await codeOf('icd-11', 'A1')).toEqual(['code'])
  expect((await add({ system: 'icd-9', code: '1', title: 'x' })).status).toBe(400)
})

test('a code may have several titles, each of them once', async () => {
  expect((await add({ system: 'icd-10', code: 'R05', title: 'Barking' })).status).toBe(201)
  const again = await add({ system: 'icd-10', code: 'R05', title: 'BARKING' })
  expect([again.status, Object.keys(again.json())]).toEqual([400, ['title']])
  expect((await add({ system: 'local', title: 'Barking' })).status).toBe(201)
  expect((await add({ system: 'local', title: 'barking' })).status).toBe(400)
})

test('only who keeps the list changes it', async () => {
  expect((await add({ system: 'local', title: 'x' }, nurse)).status).toBe(403)
  expect((await nurse.call('PATCH', `${CODES}1/`, { title: 'x' })).status).toBe(403)
  expect((await nurse.call('GET', `${CODES}?q=malaria`)).status).toBe(200)
  expect((await (await clinic.signedInAs(['patients.view'])).call('GET', CODES)).status).toBe(403)
})

test('the whole list is paged by code, and counted', async () => {
  const seen: DiagnosisCode[] = []
  for (let next: string | null = `${CODES}?limit=100&count=true`; next !== null;) {
    const page = await nurse.call('GET', next)
    if (seen.length === 0) expect(Number(page.headers['x-total-count'])).toBeGreaterThan(500)
    seen.push(...page.json<DiagnosisCode[]>())
    next = page.next ?? null
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  expect(seen.length).toBe(
    await clinic.db
      .selectFrom('diagnosis_codes')
      .select('id')
      .execute()
      .then((rows) => rows.length),
  )
  const codes = seen.flatMap(({ code, system }) => (code && system === 'icd-10' ? [code.replace('.', '')] : []))
  expect(codes).toEqual(codes.toSorted())
})
