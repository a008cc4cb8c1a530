import { expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { entryAt, menu, menuFor, toggled } from './menu.tsx'
import { rightsOf } from './session/rights.ts'

const labelsFor = (held: readonly string[]) => menuFor(rightsOf(held, true)).map(({ label }) => label)

test('only what a person may open is in the menu', () => {
  expect(labelsFor([])).toEqual([])
  expect(labelsFor(['patients.view'])).toEqual(['Patients', 'Assistant'])
  expect(menuFor(rightsOf(['patients.view'], true))[0]?.children.map(({ label }) => label)).toEqual(['All patients'])
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
