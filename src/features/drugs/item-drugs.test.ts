import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { ItemDrug } from './contract.ts'

let clinic: TestClinic
let pharmacist: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
})
afterAll(() => clinic.close())

const drug = async (name: string) => (await anItem(clinic.db, '1.00', { category: 'drug', name })).id
const get = async (id: number) => (await pharmacist.call('GET', `/drugs/items/${id}/`)).json<ItemDrug>()
const put = (id: number, body: object, by = pharmacist) => by.call('PUT', `/drugs/items/${id}/`, body)

test('what the name says counts until a person says better', async () => {
  const id = await drug('Amoxicillin 500 mg capsule')
  expect(await get(id)).toMatchObject({ origin: 'name', substances: ['amoxicillin'], form: 'capsule', unknown: [], version: null })
  const stated = await put(id, { substances: ['ampicillin'], strengths: [{ amount: 250, unit: 'mg' }], form: 'capsule', route: 'PO' })
  expect(stated.json()).toMatchObject({
    origin: 'person',
    substances: ['ampicillin'],
    strengths: [{ amount: 250, unit: 'mg' }],
    changed_by_name: 'Test pharmacist',
    version: 1,
  })
  expect((await put(id, { substances: ['ampicillin'], version: 7 })).status).toBe(412)
  expect((await put(id, { substances: ['ampicillin', 'cloxacillin'], strengths: [null] })).json()).toHaveProperty('strengths')
  expect((await put(id, { substances: ['penicillin'] })).json()).toMatchObject({
    code: 'version_conflict',
    current: { substances: ['ampicillin'], version: 1 },
  })
  expect((await put(id, { substances: ['Dr Mwangi’s mixture'], version: 1 })).json()).toMatchObject({
    unknown: ['Dr Mwangi’s mixture'],
    version: 2,
  })
})

test('only drugs, only for those who may', async () => {
  const film = (await anItem(clinic.db, '1.00', { category: 'imaging' })).id
  expect((await pharmacist.call('GET', `/drugs/items/${film}/`)).status).toBe(404)
  expect((await put(film, { substances: ['x'] })).status).toBe(404)
  expect((await put(2_000_000_000, { substances: ['x'] })).status).toBe(404)
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  expect((await put(await drug('Ibuprofen 400 mg tablet'), { substances: ['x'] }, doctor)).status).toBe(403)
})

test('drugs that the safety check does not know are listed by name, page by page', async () => {
  const names = ['Zzyx drops', 'Aabra powder', 'Mystery tonic']
  for (const name of names) await drug(name)
  const known = await drug('Paracetamol 500 mg tablet')
  const all: ItemDrug[] = []
  for (let url = '/drugs/unknown/?limit=2'; url;) {
    const reply = await pharmacist.call('GET', url)
    all.push(...reply.json<ItemDrug[]>())
    url = reply.next ?? ''
  }
  const found = all.map(({ name }) => name)
  expect(found.filter((name) => names.includes(name))).toEqual(['Aabra powder', 'Mystery tonic', 'Zzyx drops'])
  expect(all.map(({ id }) => id)).not.toContain(known)
})
