import { expect, test } from 'vitest'
import pages from 'virtual:manual/staff'
import patientPages from 'virtual:manual/patient'
import { seededGroups } from '#shared/permissions.ts'
import { features } from '../../features/browser.ts'
import { menuOf } from '../menu.tsx'
import { shell } from '../shell.ts'
import { isFor, pagesAt, searchManual } from './search-manual.ts'

const declared = [...features, shell]
const addresses = declared.flatMap((feature) => feature.pages)
const menu = menuOf(declared).flatMap(({ children }) => children.map(({ to }) => to))
const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title)

test('each page of the program that a person opens after signing in is explained by one page of the manual', () => {
  const inside = addresses.filter(({ handle }) => handle.access !== 'public').map(({ path }) => path)
  const explained = pages.flatMap(({ routes }) => routes)
  expect(inside.length).toBeGreaterThan(100)
  expect(menu.filter((to) => !inside.includes(to))).toEqual([])
  expect(inside.filter((path) => !explained.includes(path))).toEqual([])
  expect(explained.filter((route, at) => explained.indexOf(route) !== at)).toEqual([])
})

test('each address that the manual names is one of the program', () => {
  const paths = addresses.map(({ path }) => path)
  const named = pages.flatMap(({ id, routes, also }) => [...routes, ...also].map((route) => ({ id, route })))
  expect(named.filter(({ route }) => !paths.includes(route))).toEqual([])
})

const first = (pathname: string, ...roles: string[]) => pagesAt(pages, pathname, roles)[0]?.title

test('the help of a screen begins with its own page, for the roles of the person first', () => {
  expect(first('/dashboard/patients/new', 'Receptionist')).toBe('Register a patient')
  expect(first('/dashboard/patients/17', 'Receptionist')).toBe('Read a patient’s record')
  expect(first('/dashboard/billing/invoices/4', 'Cashier')).toBe('Take a payment')
  expect(first('/dashboard/nursing-interface', 'Nurse')).toBe('Record vital signs')
  expect(first('/dashboard/doctor-interface', 'Doctor')).toBe('See your next patient')
  expect(first('/dashboard/pharmacy/prescriptions/9', 'Pharmacist')).toBe('Dispense a prescription')
  expect(first('/dashboard/inventory/counts/2', 'Storekeeper')).toBe('Count stock')
  expect(first('/patient-overview/bookings', 'Patient')).toBe('Book or change an appointment')
  expect(first('/no-page')).toBeUndefined()
  expect(titles(pagesAt(pages, '/dashboard/nursing-interface', ['Nurse']))).toEqual([
    'Record vital signs',
    'Choose a triage category',
    'Record allergies',
  ])
})

test('a search finds pages that have every word, by title before text', () => {
  expect(titles(searchManual(pages, 'receive goods').map(({ page }) => page))[0]).toBe('Receive goods')
  expect(searchManual(pages, 'REFUND')[0]?.page.title).toBe('Refund or reverse')
  const [found] = searchManual(pages, 'barcode teaches')
  expect(found?.line).toContain('barcode')
  expect(searchManual(pages, 'zebra')).toEqual([])
  expect(searchManual(pages, '  ')).toEqual([])
})

test('patients are given their own pages alone', () => {
  expect(patientPages.length).toBeGreaterThan(5)
  expect(patientPages.every(({ roles }) => roles.includes('Patient'))).toBe(true)
  expect(pages.length).toBeGreaterThan(patientPages.length)
})

test('every group finds tasks of its own', () => {
  for (const group of Object.keys(seededGroups)) expect(pages.filter((page) => isFor(page, [group])).length, group).toBeGreaterThan(5)
})
