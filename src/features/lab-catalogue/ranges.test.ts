import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel, aRange, specimenOf } from '../../testing/scenarios/laboratory.ts'
import type { ReferenceRange } from './contract-ranges.ts'
import type { LabSettings, Specimen } from './contract.ts'
import { findOrderables } from './server/orderables.ts'

let clinic: TestClinic
let manager: Person
let technician: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('Laboratory manager')
  technician = await clinic.signedInFrom('Laboratory technician')
})
afterAll(() => clinic.close())

const rangesOf = ({ id }: { id: number }) => `/lab/lab-test-panel/${id}/ranges/`
const rangeAt = ({ id }: { id: number }) => `/lab/reference-ranges/${id}/`

test('ranges are added for whom they fit; one that meets another is refused with the other', async () => {
  const panel = await aLabPanel(clinic.db)
  const men = await manager.call('POST', rangesOf(panel), {
    sex: 'male',
    age_from_days: 6574,
    low: '3.5',
    high: '5.30',
    high_critical: '6',
  })
  expect([men.status, men.json()]).toEqual([
    201,
    expect.objectContaining({
      panel: panel.id,
      sex: 'male',
      low: '3.5',
      high: '5.3',
      low_critical: null,
      valid_from: '2026-03-02',
      version: 1,
    }),
  ])
  const refused = await manager.call('POST', rangesOf(panel), { age_from_days: 8000, low: '1', high: '2' })
  expect([refused.status, refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'overlaps', range: expect.objectContaining({ id: men.json<ReferenceRange>().id }) as unknown }),
  ])
  expect((await manager.call('POST', rangesOf(panel), { sex: 'female', age_from_days: 6574, low: '3', high: '5' })).status).toBe(201)
  expect((await manager.call('POST', rangesOf(panel), { age_to_days: 6574, low: '3', high: '6' })).status).toBe(201)
  const both = await Promise.all(
    ['4', '5'].map((high) =>
      manager.call('POST', rangesOf(panel), { low: '1', high, valid_from: '2020-01-01', valid_until: '2020-02-01' }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 409])
  const listed = (await technician.call('GET', rangesOf(panel))).json<ReferenceRange[]>()
  expect(listed.map(({ age_from_days, sex, valid_from }) => [age_from_days, sex, valid_from])).toEqual([
    [0, null, '2026-03-02'],
    [0, null, '2020-01-01'],
    [6574, 'male', '2026-03-02'],
    [6574, 'female', '2026-03-02'],
  ])
  expect((await technician.call('POST', rangesOf(panel), { low: '1' })).status).toBe(403)
  expect((await manager.call('POST', rangesOf({ id: 2_000_000_000 }), { low: '1' })).status).toBe(404)
})

test('no range is kept that cannot be', async () => {
  const number = await aLabPanel(clinic.db)
  const coded = await aLabPanel(clinic.db, { choices: [{ value: 'Negative', flag: 'normal' }] })
  for (const [panel, body, fields] of [
    [number, {}, ['low']],
    [number, { low: '5', high: '4' }, ['high']],
    [number, { low: '5', low_critical: '6' }, ['low_critical']],
    [number, { low: '5', low_valid: '5.5' }, ['low_valid']],
    [number, { low: 'five' }, ['low']],
    [number, { low: true }, ['low']],
    [number, { low: '1', age_from_days: 10, age_to_days: 10 }, ['age_to_days']],
    [number, { low: '1', sex: 'male', is_pregnant: true }, ['is_pregnant']],
    [number, { low: '1', valid_from: '2026-02-30' }, ['valid_from']],
    [number, { low: '1', valid_from: '2026-02-02', valid_until: '2026-02-01' }, ['valid_until']],
    [number, { low: '1', sex: 'other' }, ['sex']],
    [number, { low: '1', hight: '2' }, ['hight']],
    [coded, { low: '1' }, ['low']],
  ] as const) {
    const refused = await manager.call('POST', rangesOf(panel), body)
    expect([refused.status, Object.keys(refused.json())], JSON.stringify(body)).toEqual([400, fields])
  }
  expect((await manager.call('POST', rangesOf(coded), { text: 'Negative' })).status).toBe(201)
})

test('a range that results were held against only ends', async () => {
  const { db } = clinic
  const panel = await aLabPanel(db)
  const range = await aRange(db, panel, { low: '1', high: '2' })
  const changed = await manager.call('PATCH', rangeAt(range), { high: '3', version: 1 })
  expect([changed.status, changed.json<ReferenceRange>().high, changed.json<ReferenceRange>().low]).toEqual([200, '3', '1'])
  expect((await manager.call('PATCH', rangeAt(range), { high: '4', version: 1 })).status).toBe(412)
  const patient = await aPatient(db)
  const at = clinic.clock.now
  await db
    .insertInto('lab_results')
    .values({
      patient_id: patient.id,
      panel_id: panel.id,
      observed_at: at,
      entered_at: at,
      result: '5',
      entered: '5',
      origin: 'imported',
      source: 'held',
      range_id: range.id,
    })
    .execute()
  const refused = await manager.call('PATCH', rangeAt(range), { high: '4' })
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'used'])
  const ended = await manager.call('PATCH', rangeAt(range), { high: '3.0', valid_until: '2026-03-02' })
  expect([ended.status, ended.json<ReferenceRange>().valid_until]).toEqual([200, '2026-03-02'])
  expect((await manager.call('POST', rangesOf(panel), { low: '1', high: '4' })).status).toBe(201)
  const reopened = await manager.call('PATCH', rangeAt(range), { valid_until: null })
  expect([reopened.status, reopened.json<{ code: string }>().code]).toEqual([409, 'overlaps'])
  expect((await manager.call('PATCH', rangeAt({ id: 2_000_000_000 }), { low: '1' })).status).toBe(404)
  expect((await manager.call('PATCH', rangeAt(range), {})).status).toBe(400)
})

test('a result is tried on somebody: range, reading and flag', async () => {
  const { db } = clinic
  const panel = await aLabPanel(db, { unit: 'g/L', decimals: 0, units: [{ unit: 'g/dL', factor: '10', offset: '0' }] })
  await aRange(db, panel, { sex: 'female', age_from_days: 6574, low: '115', high: '165', low_critical: '70', low_valid: '10' })
  const attempt = async (query: string) =>
    (await technician.call('GET', `/lab/lab-test-panel/${panel.id}/try/?${query}`)).json<{
      range: ReferenceRange | null
      flag: string | null
    }>()
  expect(await attempt('sex=female&age_in_days=9000&result=6.5+g/dL')).toMatchObject({
    range: { low: '115' },
    reason: null,
    result: '65',
    unit: 'g/L',
    flag: 'critical low',
    problem: null,
  })
  expect(await attempt('sex=female&age_in_days=9000&result=120')).toMatchObject({ flag: 'normal' })
  expect(await attempt('sex=female&age_in_days=9000&result=1')).toMatchObject({
    result: null,
    problem: expect.stringContaining('lowest plausible') as unknown,
  })
  expect(await attempt('sex=male&age_in_days=9000&result=120')).toMatchObject({
    range: null,
    reason: 'No range for this sex.',
    flag: null,
  })
  expect(await attempt('sex=female&age_in_days=900')).toMatchObject({ range: null, reason: 'No range for this age.', result: null })
  expect(await attempt('on=2019-01-01')).toMatchObject({ reason: 'This test has no range valid on this date.' })
  const coded = await aLabPanel(db, { choices: [{ value: 'Positive', flag: 'critical' }] })
  const tried = await technician.call('GET', `/lab/lab-test-panel/${coded.id}/try/?result=pos`)
  expect(tried.json()).toMatchObject({ result: 'Positive', flag: 'critical', reason: 'This test has no reference range.' })
  expect((await technician.call('GET', `/lab/lab-test-panel/${panel.id}/try/?is_pregnant=perhaps`)).status).toBe(400)
})

test('containers and specimens are kept, and what is needed stays in use', async () => {
  const { db } = clinic
  const container = await manager.call('POST', '/lab/containers/', { name: 'Pink top', colour: '#ec4899', order_of_draw: 5 })
  expect(container.status).toBe(201)
  const { id: tube } = container.json<{ id: number }>()
  const made = await manager.call('POST', '/lab/specimens/', { code: 'XM', name: 'Cross match', container: tube, volume: '6.00' })
  expect([made.status, made.json()]).toEqual([
    201,
    expect.objectContaining({ code: 'XM', container_name: 'Pink top', colour: '#ec4899', volume: '6', instructions: '', version: 1 }),
  ])
  const { id } = made.json<Specimen>()
  await aLabPanel(db, { name: 'Cross matching', specimen_id: id })
  const path = `/lab/specimens/${id}/`
  const changed = (await manager.call('PATCH', path, { instructions: 'Write the name by hand.', version: 1 })).json<Specimen>()
  expect([changed.instructions, changed.volume, changed.version]).toEqual(['Write the name by hand.', '6', 2])
  expect((await manager.call('PATCH', path, { name: 'X', version: 1 })).status).toBe(412)
  const needed = await manager.call('PATCH', path, { is_active: false })
  expect([needed.status, needed.json<{ needed_by: string[] }>().needed_by]).toEqual([409, ['Cross matching']])
  const filled = await manager.call('PATCH', `/lab/containers/${tube}/`, { is_active: false })
  expect([filled.status, filled.json<{ needed_by: string[] }>().needed_by]).toEqual([409, ['Cross match']])
  expect((await manager.call('PATCH', `/lab/containers/${tube}/`, { order_of_draw: 6, version: 1 })).json()).toMatchObject({
    order_of_draw: 6,
    version: 2,
  })
  for (const [url, body, field] of [
    ['/lab/containers/', { name: 'pink TOP', colour: '#000000', order_of_draw: 1 }, 'name'],
    ['/lab/containers/', { name: 'New', colour: 'red', order_of_draw: 1 }, 'colour'],
    ['/lab/specimens/', { code: 'XM', name: 'Other', container: tube }, 'code'],
    ['/lab/specimens/', { code: 'YM', name: 'Other', container: 2_000_000_000 }, 'container'],
    ['/lab/specimens/', { code: 'YM', name: 'Other', container: tube, volume: '0' }, 'volume'],
  ] as const) {
    const refused = await manager.call('POST', url, body)
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  }
  const drawn = (await technician.call('GET', '/lab/specimens/')).json<Specimen[]>()
  expect(drawn.map(({ code }) => code).slice(0, 3)).toEqual(['BC', 'CIT', 'SER'])
  expect((await technician.call('GET', '/lab/containers/')).json<unknown[]>()).toHaveLength(13)
  expect((await technician.call('PATCH', path, { name: 'X' })).status).toBe(403)
})

test('a manager says how the laboratory works; a technician reads it', async () => {
  const before = (await technician.call('GET', '/lab/settings/')).json<LabSettings>()
  expect(before).toMatchObject({ approver_must_differ: true, critical_minutes: 15, label_width: 50, version: 1 })
  const changed = await manager.call('PATCH', '/lab/settings/', { approver_must_differ: false, version: 1 })
  expect(changed.json()).toEqual({ ...before, approver_must_differ: false, version: 2 })
  expect((await manager.call('PATCH', '/lab/settings/', { critical_minutes: 5, version: 1 })).status).toBe(412)
  const refused = await manager.call('PATCH', '/lab/settings/', { label_width: 10 })
  expect([refused.status, Object.keys(refused.json())]).toEqual([400, ['label_width']])
  expect((await technician.call('PATCH', '/lab/settings/', { critical_minutes: 5 })).status).toBe(403)
})

test('among 600 tests what can be ordered is found by any part of a name or code, in one statement', async () => {
  const { db } = clinic
  const specimen = await specimenOf(db, 'SER')
  const names = Array.from({ length: 600 }, (_, index) => `Antibody number ${index} of the liver`)
  const items = await db
    .insertInto('items')
    .values(names.map((name) => ({ name, category: 'laboratory' as const })))
    .returning(['id', 'name'])
    .execute()
  await db
    .insertInto('lab_panels')
    .values(items.map(({ id, name }, index) => ({ code: `AB${index}`, name, kind: 'text' as const, specimen_id: specimen, item_id: id })))
    .execute()
  for (const q of ['liver anti', '17 antibody', 'ab59', 'antibody 5', 'number liver', 'ab1', '']) {
    const statements: string[] = []
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result, queryId }) => {
        statements.push(queryId.queryId)
        return result
      },
    })
    const found = await findOrderables(counted, { q, limit: 20 })
    expect([found.rows.length > 0, statements.length], q).toEqual([true, 1])
  }
})
