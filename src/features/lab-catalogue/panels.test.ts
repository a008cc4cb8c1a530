import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel, aLabProfile, aRange, specimenOf } from '../../testing/scenarios/laboratory.ts'
import type { Orderable, Panel, Profile } from './contract.ts'

let clinic: TestClinic
let manager: Person
let technician: Person
let serum: number
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInAs(['laboratory.view', 'laboratory.catalogue', 'catalogue.change'])
  technician = await clinic.signedInAs(['laboratory.view'])
  serum = await specimenOf(clinic.db, 'SER')
})
afterAll(() => clinic.close())

const PANELS = '/lab/lab-test-panel/'
const PROFILES = '/lab/lab-test-profile/'
const labItem = (more: object = {}) => anItem(clinic.db, null, { category: 'laboratory', ...more })
const a = (more: object) => ({ code: 'X1', name: 'X one', kind: 'quantitative', specimen: serum, unit: 'mmol/L', ...more })

test('a manager adds a test with an item of its own, changes it by version, and others read it', async () => {
  const made = await manager.call('POST', PANELS, {
    ...a({ code: 'LAC', name: 'Lactate', decimals: 1, loinc: '718-7', create_item: true }),
    units: [{ unit: 'mg/dL', factor: '0.111' }],
    delta_percent: '50',
    delta_days: 2,
    turnaround_minutes: 60,
    for_sex: 'female',
  })
  expect(made.status).toBe(201)
  const panel = made.json<Panel>()
  expect(panel).toMatchObject({
    code: 'LAC',
    is_quantitative: true,
    is_qualitative: false,
    item_name: 'Lactate',
    units: [{ unit: 'mg/dL', factor: '0.111', offset: '0' }],
    delta_percent: '50',
    position: 1000,
    for_sex: 'female',
    version: 1,
  })
  const item = await clinic.db.selectFrom('items').selectAll().where('id', '=', panel.item).executeTakeFirstOrThrow()
  expect([item.name, item.category, item.unit, item.tax_class_id]).toEqual(['Lactate', 'laboratory', 'test', 1])

  const url = `${PANELS}${panel.id}/`
  const changed = await manager.call('PATCH', url, { section: 'Blood gas', for_sex: null, version: 1 })
  expect(changed.json<Panel>()).toEqual({ ...panel, section: 'Blood gas', for_sex: null, version: 2 })
  expect((await manager.call('PATCH', url, { for_sex: 'other' })).json()).toHaveProperty('for_sex')
  const late = await manager.call('PATCH', url, { section: 'Late' }, { 'if-match': '"1"' })
  expect([late.status, late.json<{ current: Panel }>().current.version]).toEqual([412, 2])
  expect((await technician.call('GET', url)).json()).toEqual(changed.json())
  expect((await technician.call('PATCH', url, { section: 'Mine' })).status).toBe(403)
  expect((await manager.call('PATCH', `${PANELS}2000000000/`, { section: 'X' })).status).toBe(404)

  const without = await clinic.signedInAs(['laboratory.catalogue'])
  expect((await without.call('POST', PANELS, a({ code: 'NOITEM', name: 'No item', create_item: true }))).status).toBe(403)
  expect((await manager.call('GET', `${PANELS}?q=no+item`)).json()).toEqual([])
})

describe('what no test may be', () => {
  const cases: [string, object, string][] = [
    ['of a small code', { code: 'x1' }, 'code'],
    ['of a kind that there is not', { kind: 'guess' }, 'kind'],
    ['done on a specimen that there is not', { specimen: 2_000_000_000 }, 'specimen'],
    ['with a field that there is not', { colour: 'red' }, 'colour'],
    ['of a position in words', { position: 'first' }, 'position'],
    ['with a mistyped LOINC code', { loinc: '718-8' }, 'loinc'],
    ['in its own unit a second time', { units: [{ unit: 'mmol/l', factor: '1' }] }, 'units.0.unit'],
    ['by a factor of nothing', { units: [{ unit: 'mg/dL', factor: '0' }] }, 'units.0.factor'],
    ['a number with choices', { choices: [{ value: 'Positive', flag: 'abnormal' }] }, 'choices'],
    ['coded without choices', { kind: 'qualitative', unit: null }, 'choices'],
    ['coded with a unit', { kind: 'qualitative', choices: [{ value: 'A', flag: 'normal' }] }, 'unit'],
    [
      'coded with a choice twice',
      {
        kind: 'qualitative',
        unit: null,
        choices: [
          { value: 'A', flag: 'normal' },
          { value: 'a', flag: 'abnormal' },
        ],
      },
      'choices.1.value',
    ],
    ['in words with decimals', { kind: 'text', unit: null, decimals: 1 }, 'decimals'],
    ['compared without days', { delta_absolute: '1' }, 'delta_days'],
    ['calculated without a formula', { kind: 'calculated' }, 'formula'],
    ['measured with a formula', { formula: '1 + 1' }, 'formula'],
    ['calculated by a formula that ends too early', { kind: 'calculated', formula: 'CHOL -' }, 'formula'],
    ['calculated from a test that there is not', { kind: 'calculated', formula: 'NOSUCH * 2' }, 'formula'],
    ['calculated from itself', { kind: 'calculated', formula: 'X1 * 2' }, 'formula'],
    ['calculated from nothing', { kind: 'calculated', formula: '2 * 2' }, 'formula'],
    ['charged as an item that there is not', { item: 2_000_000_000 }, 'item'],
  ]
  test.each(cases)('%s', async (_name, more, field) => {
    const refused = await manager.call('POST', PANELS, a(more))
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })

  test('charged as an item of another kind, out of use or taken; called as another', async () => {
    const taken = await labItem()
    await aLabPanel(clinic.db, { code: 'TAKEN', name: 'Taken test', item_id: taken.id })
    const fields = async (more: object) => {
      const refused = await manager.call('POST', PANELS, a(more))
      return [refused.status, Object.keys(refused.json())]
    }
    for (const item of [taken, await anItem(clinic.db), await labItem({ is_active: false })])
      expect(await fields({ item: item.id })).toEqual([400, ['item']])
    expect(await fields({ item: (await labItem()).id, create_item: true })).toEqual([400, ['item']])
    expect(await fields({ name: 'taken TEST' })).toEqual([400, ['name']])
    expect(await fields({ code: 'TAKEN' })).toEqual([400, ['code']])
    const panel = await aLabPanel(clinic.db)
    const profile = await manager.call('POST', PROFILES, { code: 'TWICE', name: 'Twice', panels: [panel.id], item: taken.id })
    expect([profile.status, Object.keys(profile.json())]).toEqual([400, ['item']])
  })
})

test('what formulas and profiles need stays, and nothing comes to need itself', async () => {
  const { db } = clinic
  const base = await aLabPanel(db, { code: 'BASE', name: 'Base' })
  const half = (
    await manager.call('POST', PANELS, a({ code: 'HALF', name: 'Half', kind: 'calculated', formula: 'BASE / 2' }))
  ).json<Panel>()
  await manager.call('POST', PANELS, a({ code: 'QUARTER', name: 'Quarter', kind: 'calculated', formula: 'HALF / 2' }))
  const circle = await manager.call('PATCH', `${PANELS}${half.id}/`, { formula: 'BASE + QUARTER' })
  expect([circle.status, circle.text]).toEqual([400, expect.stringContaining('→')])

  const code = async (id: number, change: object) => {
    const reply = await manager.call('PATCH', `${PANELS}${id}/`, change)
    return [reply.status, reply.json<{ code: string }>().code]
  }
  expect(await code(base.id, { code: 'OTHER' })).toEqual([409, 'needed'])
  expect(await code(base.id, { kind: 'text', unit: null })).toEqual([409, 'needed'])
  const needed = await manager.call('PATCH', `${PANELS}${base.id}/`, { is_active: false })
  expect([needed.status, needed.json<{ needed_by: string[] }>().needed_by]).toEqual([409, ['Half']])

  const alone = await aLabPanel(db)
  const profile = await aLabProfile(db, [alone])
  const inProfile = await manager.call('PATCH', `${PANELS}${alone.id}/`, { is_active: false })
  expect([inProfile.status, inProfile.json<{ needed_by: string[] }>().needed_by]).toEqual([409, [profile.name]])
  expect((await manager.call('PATCH', `${PROFILES}${profile.id}/`, { is_active: false })).status).toBe(200)
  expect((await manager.call('PATCH', `${PANELS}${alone.id}/`, { is_active: false })).status).toBe(200)
  const back = await manager.call('PATCH', `${PROFILES}${profile.id}/`, { is_active: true })
  expect([back.status, Object.keys(back.json())]).toEqual([400, ['panels.0']])
})

test('a test that has results keeps its kind and unit', async () => {
  const { db } = clinic
  const panel = await aLabPanel(db)
  const patient = await aPatient(db)
  const now = clinic.clock.now
  await db
    .insertInto('lab_results')
    .values({
      patient_id: patient.id,
      panel_id: panel.id,
      observed_at: now,
      entered_at: now,
      result: '5',
      entered: '5',
      origin: 'imported',
      source: 'x',
    })
    .execute()
  const url = `${PANELS}${panel.id}/`
  for (const change of [{ unit: 'mg/dL' }, { kind: 'text', unit: null }]) {
    const refused = await manager.call('PATCH', url, change)
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'reported'])
  }
  expect((await manager.call('PATCH', url, { decimals: 2, unit: 'mmol/L' })).status).toBe(200)
})

test('a profile keeps the order of its tests, and answers each with the range of the patient', async () => {
  const { db } = clinic
  const [first, second, third] = [await aLabPanel(db), await aLabPanel(db), await aLabPanel(db)]
  const made = await manager.call('POST', PROFILES, { code: 'ORDER', name: 'In order', panels: [third.id, first.id], create_item: true })
  const profile = made.json<Profile>()
  expect([made.status, profile.item_name, profile.panels.map(({ id }) => id)]).toEqual([201, 'In order', [third.id, first.id]])
  const url = `${PROFILES}${profile.id}/`
  const changed = (await manager.call('PATCH', url, { panels: [second.id, third.id, first.id] })).json<Profile>()
  expect([changed.version, changed.panels.map(({ id }) => id)]).toEqual([2, [second.id, third.id, first.id]])
  for (const [panels, field] of [
    [[first.id, first.id], 'panels.1'],
    [[2_000_000_000], 'panels.0'],
    [[], 'panels'],
  ] as const) {
    const refused = await manager.call('PATCH', url, { panels })
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  }

  await aRange(db, first, { sex: 'female', low: '1', high: '2' })
  const male = await aRange(db, first, { sex: 'male', age_from_days: 6574, low: '3.50', high: '4' })
  const patient = await aPatient(db, { gender: 'male', date_of_birth: '1990-01-01' })
  const child = await aPatient(db, { gender: 'male', date_of_birth: '2024-01-01' })
  const rangeFor = async (query: string) => {
    const rows = (await technician.call('GET', `/lab/labtestpanels-byprofile-id/${profile.id}/${query}`)).json<
      { id: number; reference_range: { id: number; low: string } | null }[]
    >()
    expect(rows.map(({ id }) => id)).toEqual([second.id, third.id, first.id])
    return rows[2]!.reference_range
  }
  expect(await rangeFor('')).toBeNull()
  expect(await rangeFor(`?patient_id=${child.id}`)).toBeNull()
  expect(await rangeFor(`?patient_id=${patient.id}`)).toMatchObject({ id: male.id, low: '3.5' })
  const audited = await db
    .selectFrom('audit_log')
    .select('entity')
    .where('patient_id', '=', patient.id)
    .where('action', '=', 'read')
    .execute()
  expect(audited).toEqual([{ entity: 'lab profile' }])
  const page = await technician.call('GET', `/lab/lab-test-panel/labtestpanels-byprofile-id/${profile.id}/?limit=2&count=true`)
  expect(page.json<Panel[]>().map(({ id }) => id)).toEqual([second.id, third.id])
  expect((await technician.call('GET', '/lab/labtestpanels-byprofile-id/2000000000/')).status).toBe(404)
  expect((await technician.call('GET', `/lab/labtestpanels-byprofile-id/${profile.id}/?patient_id=2000000000`)).status).toBe(404)

  expect((await clinic.call('GET', `${PROFILES}?q=order+in`)).json()).toEqual([{ id: profile.id, name: 'In order' }])
})

test('what can be asked for is found by words in any order, codes first, and only what can be charged', async () => {
  const { db } = clinic
  const item = await labItem({ name: 'Thyrotropin by hand', code: 'TSHX' })
  const zinc = await aLabPanel(db, { code: 'ZN', name: 'Zinc in plasma', item_id: item.id, turnaround_minutes: 90 })
  const copper = await aLabPanel(db, { code: 'CU', name: 'Copper in plasma' })
  const metals = await aLabProfile(db, [copper, zinc], { code: 'METALS', name: 'Metals in plasma', item_id: (await labItem()).id })
  await aLabProfile(db, [copper, zinc], { code: 'FREE', name: 'Metals in plasma, not charged' })
  await aLabProfile(db, [zinc], { code: 'EACH', name: 'Zinc alone in plasma' })
  const found = async (q: string) =>
    (await technician.call('GET', `/lab/orderable-tests/?q=${encodeURIComponent(q)}`)).json<Orderable[]>().map(({ code }) => code)
  expect(await found('plasma met')).toEqual(['METALS'])
  // A profile is found by its tests, too: those that are called so themselves come first.
  expect(await found('plasma zinc')).toEqual(['EACH', 'ZN', 'METALS'])
  expect(await found('zn')).toEqual(['ZN', 'METALS', 'EACH'])
  expect(await found('tshx')).toEqual(['ZN'])
  expect(await found('copper')).toEqual(['METALS'])
  expect(await found('plasma')).toEqual(['METALS', 'EACH', 'ZN'])
  const [profile] = (await technician.call('GET', '/lab/orderable-tests/?q=metals')).json<Orderable[]>()
  expect(profile).toMatchObject({
    kind: 'profile',
    id: metals.id,
    panels: [
      { id: copper.id, name: copper.name },
      { id: zinc.id, name: zinc.name },
    ],
    specimens: ['Serum'],
    turnaround_minutes: 90,
  })
})

test('tests are listed by place and name, page by page, by kind, specimen and words', async () => {
  const { db } = clinic
  const urine = await specimenOf(db, 'URN')
  const made = []
  for (const [position, name] of [
    [7, 'Beta page'],
    [7, 'alpha page'],
    [6, 'Zeta page'],
  ] as const)
    made.push(await aLabPanel(db, { kind: 'text', specimen_id: urine, position, name }))
  const names = async (query: string) => {
    const reply = await technician.call('GET', `${PANELS}?specimen=${urine}&kind=text&${query}`)
    return {
      names: reply.json<Panel[]>().map(({ name }) => name),
      link: String(reply.headers['link'] ?? ''),
      total: reply.headers['x-total-count'],
    }
  }
  expect((await names('')).names).toEqual(['Zeta page', 'alpha page', 'Beta page'])
  const first = await names('limit=2&count=true')
  expect(first.names).toEqual(['Zeta page', 'alpha page'])
  const cursor = /cursor=([^&>]+)/.exec(first.link)?.[1] ?? ''
  expect((await names(`limit=2&cursor=${cursor}`)).names).toEqual(['Beta page'])
  expect((await names('q=page+alp')).names).toEqual(['alpha page'])
  expect((await names('active=false')).names).toEqual([])
  expect((await technician.call('GET', `${PANELS}?cursor=nonsense`)).status).toBe(400)
  expect((await technician.call('GET', `${PANELS}?kind=guess`)).status).toBe(400)
})
