import { see } from '../screen.ts'
import { comeBefore, measure, register } from './arrival.ts'
import { consult, examine, prescribe } from './care.ts'
import type { WorkingClinic } from './clinic.ts'
import { dispensePrescription, pay } from './counters.ts'
import { beginJourney, come, type Person } from './journey.ts'
import { type Way, WHO } from './way.ts'

/** From the door to the receipt; the screen of the accounts, which has seen it paid, stays open. */
export const walkIn = async (clinic: WorkingClinic): Promise<Person> => {
  const { browser, app, people } = clinic
  const journey = beginJourney('A walk-in with insurance, from door to receipt')
  const [desk, doctor, nurse] = await Promise.all([
    come(browser, app.url, 'Reception', people.grace),
    come(browser, app.url, 'Doctor', people.amina, { at: '/dashboard/doctor-interface' }),
    come(browser, app.url, 'Triage', people.akinyi, { at: '/dashboard/nursing-interface' }),
  ])
  const all: Way = { ...clinic, journey, desk }
  await see(desk.page.getByText('No patients on site'))
  await see(doctor.page.getByText('No patients waiting'))
  await comeBefore(all, doctor)
  await register(all)
  await see(nurse.page.getByRole('button', { name: new RegExp(WHO) }))
  await measure(all, nurse, doctor)
  await consult(all, doctor)
  await examine(all, doctor)
  await prescribe(all, doctor)
  await dispensePrescription(all)
  const office = await pay(all)
  journey.end()
  await Promise.all([desk, doctor, nurse].map(({ context }) => context.close()))
  return office
}
