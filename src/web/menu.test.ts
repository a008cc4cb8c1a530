import { expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { features } from '../features/browser.ts'
import { entryAt, menuFor, menuOf, toggled } from './menu.tsx'
import { rightsOf } from './session/rights.ts'
import { shell } from './shell.ts'

const menu = menuOf([...features, shell])

const labelsFor = (held: readonly string[]) => menuFor(rightsOf(held, true), menu).map(({ label }) => label)

test('only what a person may open is in the menu', () => {
  expect(labelsFor([])).toEqual([])
  expect(labelsFor(['patients.view'])).toEqual(['Patients'])
  expect(menuFor(rightsOf(['patients.view'], true), menu)[0]?.children.map(({ label }) => label)).toEqual(['All patients'])
  expect(labelsFor(permissions)).toEqual(menu.map(({ label }) => label))
})

test('nobody signed in may open public pages and nothing else, whatever was held before', () => {
  const { allowed, can } = rightsOf(permissions, false)
  expect([allowed('public'), allowed('signed-in'), allowed('patients.view')]).toEqual([true, false, false])
  expect(can({ access: 'patients.add' })).toBe(false)
  expect(rightsOf(['patients.add'], true).can({ access: 'patients.add' })).toBe(true)
})

test('an address belongs to the longest entry that it starts with', () => {
  expect(entryAt('/dashboard/patients', menu)?.label).toBe('All patients')
  expect(entryAt('/dashboard/patients/12', menu)?.label).toBe('All patients')
  expect(entryAt('/dashboard/patients/new', menu)?.label).toBe('Register patient')
  expect(entryAt('/dashboard/patientsx', menu)).toBeUndefined()
  expect(entryAt('/dashboard/inventory', menu)?.label).toBe('Overview')
  expect(entryAt('/dashboard/inventory/items/7', menu)?.label).toBe('Stock')
})

test("a group's children are shown, hidden, and shown again", () => {
  expect(toggled([], 'Patients')).toEqual(['Patients'])
  expect(toggled(['Patients'], 'Patients')).toEqual([])
})

test('every entry has a place of its own in a group that there is', () => {
  const places = [...features, shell].flatMap((feature) => feature.menu ?? []).map(({ group, place }) => `${group} ${place}`)
  expect(new Set(places).size).toBe(places.length)
  expect(menu.flatMap(({ children }) => children)).toHaveLength(places.length)
  expect(menu.every(({ children }) => children.length > 0)).toBe(true)
  const lost = { group: 'Cellar', place: 1, label: 'Coal', to: '/coal', access: 'signed-in' } as const
  expect(() => menuOf([{ pages: [], menu: [lost] }])).toThrow('The menu has no group Cellar for Coal')
})
