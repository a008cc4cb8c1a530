import { createPublicBooking, getBookingPage, getPublicBooking, listPublicSlots } from '#features/booking/contract-public.ts'
import { listAppointments } from '#features/appointments/contract.ts'
import { countNotifications, listNotifications } from '#features/notifications/contract.ts'
import { getProfile } from '#features/patients/contract.ts'
import {
  listOwnAccess,
  getOwnBalance,
  getOwnBill,
  listOwnBills,
  getPortalOverview,
  listOwnMedicines,
  listOwnPrescriptions,
  getOwnResults,
  listOwnResults,
  markResultsRead,
} from '#features/portal/contract.ts'
import type { Work } from './facility.ts'
import { isRefused } from './person.ts'

const DAYS_AHEAD = 14
const DAY_MS = 86_400_000

/** A patient at home: what is new, results, bills, medicines, and who has looked at the record. */
export const lookAtOwnRecord: Work = async (person) => {
  const { dice } = person
  person.turnTo()
  await Promise.all([person.read(getPortalOverview), person.read(countNotifications)])
  await person.think(20)
  person.turnTo()
  const [results, bills] = await Promise.all([
    person.read(listOwnResults, { query: { limit: 25 } }),
    person.read(listOwnBills, { query: { limit: 25 } }),
    person.read(getOwnBalance, { query: {} }),
  ])
  await person.think(15)
  const [result] = results
  if (result) {
    await person.read(getOwnResults, { params: { id: result.id } })
    if (result.is_new) await person.write({ kind: 'results read' }, markResultsRead, { params: { id: result.id }, body: {} })
  }
  const [bill] = bills
  if (bill) await person.read(getOwnBill, { params: { id: bill.id } })
  await person.think(25)
  person.turnTo()
  await Promise.all([person.read(listOwnMedicines, { query: {} }), person.read(listOwnPrescriptions, { query: { limit: 25 } })])
  await person.think(20)
  const others = [
    () => person.read(listAppointments, { query: { limit: 25 } }),
    () => person.read(getProfile, { query: {} }),
    () => person.read(listOwnAccess, { query: { limit: 25 } }),
    () => person.read(listNotifications, { query: { limit: 25 } }),
  ]
  await dice.pick(others)()
  await person.think(40)
}

/** Somebody on the public page: looks at the free times and books one of them. */
export const bookFromHome: Work = async (person, { newcomer }) => {
  const { dice } = person
  const page = await person.ask(getBookingPage)
  await person.think(20)
  if (!page.is_open) return person.think(120)
  const from = page.today
  const to = new Date(Math.min(Date.parse(from) + DAYS_AHEAD * DAY_MS, Date.parse(page.last_day))).toISOString().slice(0, 10)
  const slots = await person.ask(listPublicSlots, { query: { from, to } })
  const free = slots.flatMap(({ doctor, starts }) => starts.map((start) => ({ doctor, start })))
  await person.think(60)
  if (free.length === 0) return
  const { doctor, start } = dice.pick(free)
  const { first_name, second_name, date_of_birth, gender } = newcomer()
  try {
    const booked = await person.write(
      { kind: 'booking', what: ({ number }) => ({ number, doctor, start }) },
      createPublicBooking,
      {
        body: {
          first_name,
          second_name: second_name || first_name,
          date_of_birth,
          gender: gender === 'female' ? 'female' : 'male',
          appointment_date_time: start,
          doctor,
          reason: 'Check-up',
          phone_number: `+2547${dice.integer(10_000_000, 99_999_999)}`,
          consent: true,
          consent_version: page.consent.version,
        },
      },
      { may: ['slot_taken', 'outside_schedule'] },
    )
    await person.think(10)
    await person.ask(getPublicBooking, { params: { link: booked.link } })
  } catch (error) {
    if (!isRefused(error, 'slot_taken', 'outside_schedule')) throw error
  }
  await person.think(120)
}
