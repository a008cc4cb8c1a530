import { expect } from 'vitest'
import { api } from '../test-server.ts'
import { NEWS_MS, see, seeGone, toastWith } from '../screen.ts'
import { INSURER } from './clinic.ts'
import type { Person } from './journey.ts'
import { card, column, focusOf, row, tabTo } from './places.ts'
import { isOnBoard, type Way, WHO } from './way.ts'

/** Somebody who is not urgent has come before her: they appear on both screens by themselves, and are not called first. */
export const comeBefore = async ({ app, token, desk }: Way, doctor: Person) => {
  const post = (path: string, body: unknown) => api<{ id: number }>(app.url, 'POST', path, { token, body })
  const { id } = await post('/patients/patients/', {
    first_name: 'Juma',
    second_name: 'Wekesa',
    gender: 'male',
    date_of_birth: '1985-07-03',
  })
  await post('/patients/initiate-attendance-process/', { patient: id, reason: 'Cough', track: 'doctor' })
  await Promise.all([see(card(column(desk.page, 'Doctor'), 'Juma Wekesa')), see(row(doctor.page, 'Juma Wekesa'))])
}

export const register = ({ journey, desk, app }: Way) =>
  journey.step(
    desk,
    'registers the patient with her insurance and starts the visit',
    async () => {
      const { page, hands } = desk
      const at = focusOf(page)
      await hands.press('n')
      await see(page.getByRole('dialog', { name: 'Register patient' }))
      await expect.poll(at('label')).toBe('First name')
      await hands.type('Achieng')
      await hands.press('Tab')
      await hands.type('Ouma')
      await hands.press('Tab')
      await hands.press('f')
      await hands.press('Tab')
      await hands.type('34')
      await hands.press('Tab')
      await hands.type('0722 123 456')
      await tabTo(hands, page, 'Reason')
      await hands.type('Short of breath')
      await tabTo(hands, page, 'Insurance company')
      await hands.type('great')
      await see(page.locator('[data-combobox-selected]', { hasText: INSURER }))
      await hands.press('Enter')
      await tabTo(hands, page, 'Member number')
      await hands.type('GL-4471')
      await hands.press('Enter')
      await see(toastWith(page, /Achieng Ouma .* started/))
      await isOnBoard(desk, 'Triage')
      expect(
        await app.sql(
          `select p.first_name, p.second_name, p.gender, p.phone, p.is_birth_date_estimated, i.member_number, v.track::text from patients p
            join patient_insurances i on i.patient_id = p.id join visits v on v.patient_id = p.id where p.second_name = 'Ouma'`,
        ),
      ).toEqual([
        {
          first_name: 'Achieng',
          second_name: 'Ouma',
          gender: 'female',
          phone: '0722123456',
          is_birth_date_estimated: true,
          member_number: 'GL-4471',
          track: 'triage',
        },
      ])
    },
    { seconds: 40, keys: 90, clicks: 0 },
  )

const acknowledge = async ({ page, hands }: Person) => {
  await hands.click(toastWith(page, /Critical: Achieng Ouma/).getByRole('button', { name: 'Open', exact: true }))
  await see(page.getByText('Critical: SpO2 82 %, NEWS2'))
  const seen = page.getByRole('button', { name: 'Acknowledge' })
  await hands.click(seen)
  await seeGone(seen)
  await see(page.getByText('seen by Amina Hassan'))
  await see(page.getByRole('button', { name: 'Notifications', exact: true }))
  await hands.click(page.getByRole('link', { name: 'My queue', exact: true }))
  await see(row(page, WHO))
}

/** Somebody comes to triage after her. */
const comeAfter = async ({ app, token }: Way) => {
  const post = (path: string, body: unknown) => api<{ id: number }>(app.url, 'POST', path, { token, body })
  const person = { first_name: 'Wanjiru', second_name: 'Kamau', gender: 'female', date_of_birth: '1990-02-03' }
  const { id } = await post('/patients/patients/', person)
  await post('/patients/initiate-attendance-process/', { patient: id, reason: 'Headache', track: 'triage' })
}

export const measure = async (all: Way, nurse: Person, doctor: Person) => {
  const { journey, desk } = all
  const { page, hands } = nurse
  const at = focusOf(page)
  await comeAfter(all)
  await see(page.getByRole('button', { name: /Wanjiru Kamau/ }))
  await journey.step(
    nurse,
    'types the vital signs in one line, chooses a level and sends the patient on',
    async () => {
      await hands.press('n')
      await see(page.getByRole('heading', { name: WHO }))
      await expect.poll(at('path')).toBe('line')
      await hands.type('T 38.5 P 118 BP 98/60 R 24 S 82 O2 2 A W 70 H 172')
      await expect.poll(() => page.getByRole('textbox', { name: 'SpO2', exact: true }).inputValue()).toBe('82')
      await see(page.getByLabel('NEWS2').getByText('High'))
      await see(page.getByLabel('Body mass index').getByText('23.7'))
      await see(page.getByText('Critical: SpO2 82 %, NEWS2'))
      await hands.press('Enter')
      await expect.poll(at('path')).toBe('level')
      await hands.press('2')
      await expect.poll(() => page.getByRole('radio', { name: /Very urgent/ }).isChecked()).toBe(true)
      await hands.press('Enter')
      await see(toastWith(page, /Achieng Ouma sent to Doctor/))
    },
    { seconds: 30, clicks: 0 },
  )
  const sentAt = Date.now()
  const critical = toastWith(doctor.page, /Critical: Achieng Ouma, SpO2 82 %/)
  await see(critical)
  // A pointer that moves in it holds it, while the lists of others hear of it.
  for (const x of [20, 40]) await critical.hover({ position: { x, y: 12 } })
  // The doctor's screen, and the desk's, without a touch.
  const waiting = row(doctor.page, WHO)
  await see(waiting.getByText(/SpO2 82 %/))
  expect(Date.now() - sentAt).toBeLessThan(NEWS_MS)
  await see(waiting.getByText('Very urgent').filter({ visible: true }))
  await see(doctor.page.getByRole('button', { name: 'Notifications: 1', exact: true }))
  await see(card(column(desk.page, 'Doctor'), WHO).getByText(/Critical/))
  await see(card(desk.page, WHO).getByText(/Due in/))
  // The next one is there, and the cursor in the line.
  await see(page.getByRole('heading', { name: 'Wanjiru Kamau' }))
  await expect.poll(at('path')).toBe('line')
  await journey.step(doctor, 'opens what is critical from its toast, says that she has seen it, and goes back', () => acknowledge(doctor))
}
