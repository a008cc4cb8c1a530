import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { items as demoItems } from '../../../db/seed/catalogue.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Item } from './contract.ts'
import { insertItems } from './server/insert-items.ts'
import { starterItems } from './starter.ts'

describe.each([
  ['a new clinic', starterItems],
  ['the demonstration clinic', demoItems],
])('%s finds a laboratory test by what doctors call it', (_, items) => {
  let clinic: TestClinic
  let doctor: Person
  beforeAll(async () => {
    clinic = await openTestClinic()
    await insertItems(
      clinic.db,
      items.map(({ name, code, category }) => ({ name, code, category })),
      '2026-03-02',
    )
    doctor = await clinic.signedInAs(['services.view'])
  })
  afterAll(() => clinic.close())

  test.each([
    ['FBC', 'Full blood count'],
    ['cbc', 'Full blood count'],
    ['full blood', 'Full blood count'],
    ['U&E', 'Kidney function'],
    ['LFT', 'Liver function'],
    ['RBS', 'Blood glucose'],
    ['MPS', 'Malaria blood film'],
    ['MRDT', 'Malaria rapid test'],
    ['HB', 'Haemoglobin'],
    ['UPT', 'Pregnancy test'],
    ['ESR', 'Erythrocyte sedimentation rate'],
    ['HIV', 'HIV rapid test'],
    ['urinalysis', 'Urinalysis'],
  ])('%s is %s', async (q, name) => {
    const query = new URLSearchParams({ q, category: 'laboratory', active: 'true', limit: '20' })
    const found = (await doctor.call('GET', `/catalogue/items/?${query.toString()}`)).json<Item[]>().map((item) => item.name)
    expect(found.length).toBeLessThan(4)
    expect(
      found.some((one) => one.startsWith(name)),
      found.join(),
    ).toBe(true)
  })
})
