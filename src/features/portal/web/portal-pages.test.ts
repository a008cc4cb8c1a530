import { expect, test } from 'vitest'
import { setFormats } from '#web/text/format.ts'
import { cardsOf } from './overview-cards.ts'
import type { OwnOverview, PortalOverview } from './portal-calls.ts'
import { backFrom, home, morePages, needsRecord, findPage, pages, shownAt, sidePages } from './portal-pages.ts'

test('an address belongs to the room that it lies in, and home to itself alone', () => {
  expect(findPage('/patient-overview')).toBe(home)
  expect(findPage('/patient-overview/results/12')?.label).toBe('Results')
  expect(findPage('/patient-overview/resultsx')).toBeUndefined()
  expect(findPage('/patient-overview/more')?.label).toBe('More')
  expect(morePages.length).toBe(pages.length - 4)
  expect(morePages[0]?.label).toBe('Bills')
  expect(sidePages.map(({ label }) => label)).toEqual(['Home', 'Bookings', 'Results', 'Medicines', 'Bills', 'Documents', 'Announcements'])
})

test('the way back leads from a record to its room, and from a room home', () => {
  expect(backFrom('/patient-overview')).toBeNull()
  expect(backFrom('/patient-overview/results/12')).toEqual({ to: '/patient-overview/results', label: 'Results' })
  expect(backFrom('/patient-overview/results')).toEqual({ to: '/patient-overview', label: 'Home' })
  expect(backFrom('/patient-overview/bills', '?id=4')?.label).toBe('Bills')
  expect(backFrom('/patient-overview/bookings', '?new')?.label).toBe('Bookings')
  expect(backFrom('/dashboard/profile/password')?.to).toBe('/patient-overview')
})

const at = (search: string) => shownAt('/patient-overview/bookings', search)
test('a record, a new one and each step of it show something else than the list', () => {
  const shown = ['', '?id=4', '?id=5', '?id=4&do=move', '?new=service', '?new=time'].map(at)
  expect(new Set(shown).size).toBe(shown.length)
  expect(at('?all=1')).toBe(at(''))
  expect(shownAt('/patient-overview/bills', '?id=4')).not.toBe(at('?id=4'))
})

test('without a record only what is for everybody opens', () => {
  const open = pages.filter(({ to }) => !needsRecord(to)).map(({ label }) => label)
  expect(open).toEqual(['Home', 'Announcements', 'My profile'])
  for (const page of ['link', 'notifications', 'more']) expect(needsRecord(`/patient-overview/${page}`), page).toBe(false)
  expect(needsRecord('/patient-overview/documents/3')).toBe(true)
  expect(needsRecord('/dashboard/profile/password')).toBe(false)
})

const nothing: PortalOverview = {
  is_linked: true,
  record: {
    name: 'Amina Yusuf',
    number: 'P-1',
    last_visit_at: null,
    next_appointment: null,
    results: { new_count: 0, newest: null },
    medicines: { count: 0, first: [] },
    balance: { owed: '0.00', deposit: '0.00' },
    question_count: 0,
    document_count: 0,
  },
  announcements: { unread: 0, first: [] },
}
const withRecord = (more: Partial<OwnOverview>): PortalOverview => ({
  ...nothing,
  record: { ...nothing.record!, ...more },
})
const titles = (overview: PortalOverview) => cardsOf(overview).map(({ title }) => title)

test('what waits for the patient stands first, then what there is; what there is nothing of stays, quietly', () => {
  setFormats({ currency: 'KES', time_zone: 'Africa/Nairobi' })
  expect(cardsOf(nothing).every(({ urgency }) => urgency === 'quiet')).toBe(true)
  expect(titles(nothing).slice(0, 3)).toEqual(['Next appointment', 'Results', 'Medicines'])
  const owing = withRecord({ balance: { owed: '1330.50', deposit: '0.00' }, results: { new_count: 2, newest: null } })
  expect(titles(owing).slice(0, 3)).toEqual(['Next appointment', 'Results', 'Bills'])
  // New is no problem: it has a mark of its own.
  expect(cardsOf(owing).find(({ title }) => title === 'Results')?.mark).toBe('new')
  expect(cardsOf(owing).filter(({ mark }) => mark === 'question')).toEqual([])
  expect(cardsOf(owing).find(({ title }) => title === 'Bills')?.text).toBe('KES 1,330.50 to pay')
  expect(titles(withRecord({ question_count: 1 }))[0]).toBe('The pharmacy has a question.')
})

const nextAt = (starts_at: Date) => {
  const next_appointment = {
    id: 1,
    starts_at: starts_at.toISOString(),
    doctor_name: null,
    service_name: null,
    is_confirmed: false,
  }
  return cardsOf(withRecord({ next_appointment }))[0]
}
test('an appointment of today waits for the patient, a later one does not', () => {
  expect(nextAt(new Date())).toMatchObject({ title: 'Next appointment', urgency: 'now', more: 'not confirmed yet' })
  expect(nextAt(new Date(Date.now() + 3 * 86_400_000))?.urgency).toBe('soon')
})

test('an account without a record hears what is announced', () => {
  expect(titles({ ...nothing, is_linked: false, record: null })).toEqual(['Announcements'])
})
