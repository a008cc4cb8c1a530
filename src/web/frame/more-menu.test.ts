import { expect, test } from 'vitest'
import { seededGroups } from '#shared/permissions.ts'
import { features } from '../../features/browser.ts'
import { visibleMenu } from '../menu-by-role.ts'
import { menuFor, menuOf, type MenuGroup } from '../menu.tsx'
import { rightsOf } from '../session/rights.ts'
import { shell } from '../shell.ts'
import { moreMenu, onlySearched } from './more-menu.ts'
import { finds } from './screen-search.ts'

const catalogue = menuOf([...features, shell])
const linksOf = (menu: readonly MenuGroup[]) => menu.flatMap(({ children }) => children.map(({ to }) => to))
const menusOf = (groups: readonly string[], permissions = groups.flatMap((name): readonly string[] => seededGroups[name] ?? [])) => {
  const rights = rightsOf(permissions, true)
  const open = menuFor(rights, catalogue)
  const menu = visibleMenu({ open, groups, rights })
  return { open, menu, more: moreMenu(open, menu, groups) }
}

test('what the members of a group may open is in their menu, below More, or found by search alone', () => {
  const below = Object.entries(seededGroups).flatMap(([name]) => {
    if (name === 'Patient') return []
    const { open, menu, more } = menusOf([name])
    const searched = (onlySearched[name] ?? ['/docs']).map((at) => (at === '/docs' ? at : `/dashboard/${at}`))
    expect([...linksOf(menu), ...linksOf(more), ...searched].toSorted(), name).toEqual(linksOf(open).toSorted())
    return [[name, linksOf(more).length]]
  })
  expect(below).toEqual([
    ['System administrator', 56],
    ['Receptionist', 4],
    ['Nurse', 7],
    ['Doctor', 5],
    ['Laboratory technician', 6],
    ['Laboratory manager', 7],
    ['Pharmacist', 6],
    ['Cashier', 4],
    ['Accountant', 9],
    ['Storekeeper', 3],
    ['Procurement officer', 3],
    ['Records officer', 0],
  ])
})

test('a page that a clinic opens to a group, and all of a group that it made, is below More', () => {
  const nurse = [...(seededGroups['Nurse'] ?? []), 'reports.sales']
  expect(linksOf(menusOf(['Nurse'], nurse).more)).toContain('/dashboard/reports')
  expect(linksOf(menusOf(['Night shift'], ['patients.view', 'services.view']).more)).toEqual([
    '/dashboard/patients',
    '/dashboard/administration/catalogue',
  ])
  expect(linksOf(menusOf(['Nurse', 'Night shift']).more)).toContain('/dashboard/administration/catalogue')
})

const found = (typed: string) =>
  catalogue.flatMap((group) => group.children.filter((entry) => finds(typed, entry, group)).map(({ label }) => label))
test('pages are found by their name, their group, and other names that people use', () => {
  expect(found('till')).toContain('Cashier queue')
  expect(found('order bills')).toEqual(['Supplier invoices'])
  expect(found('grn')).toEqual(['Goods received'])
  expect(found('Live board')).toEqual(['Live board'])
  expect(found('Appointments')).toEqual(expect.arrayContaining(['Calendar', 'Waiting list']))
  expect(found('zebra')).toEqual([])
})
