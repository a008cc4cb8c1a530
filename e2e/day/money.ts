import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { api } from '../test-server.ts'
import { see, seeGone } from '../screen.ts'
import type { WorkingClinic } from './clinic.ts'
import { beginJourney, type Person } from './journey.ts'
import { focusOf, row } from './places.ts'

/** The dressing was not done: credited, and the patient's part of it paid back. */
export const refund = async ({ app }: WorkingClinic, office: Person) => {
  const journey = beginJourney('A refund')
  const { page, hands } = office
  const at = focusOf(page)
  await hands.click(page.getByRole('link', { name: 'Invoices', exact: true }))
  await hands.click(row(page, 'Achieng Ouma'))
  await see(page.getByRole('button', { name: /Issue credit note/ }))
  await journey.step(office, 'credits the dressing that was not done, and pays her part of it back', async () => {
    await hands.press('k')
    const dialog = page.getByRole('dialog', { name: /^Credit INV-/ })
    await hands.click(dialog.getByRole('checkbox', { name: 'Dressing of a small wound' }))
    await hands.click(dialog.getByRole('textbox', { name: 'Reason' }))
    await hands.type('Was not done')
    const whom = dialog.getByLabel('Credit by payer')
    await see(whom.getByText('35.00'))
    await see(whom.getByText('315.00'))
    await hands.press('Enter')
    const back = page.getByRole('dialog', { name: 'Refund' })
    await see(back)
    await expect.poll(at('value')).toBe('35.00')
    await hands.press('Enter')
    await seeGone(back)
    await see(page.getByLabel('Payments').getByText('−35.00'))
    await see(page.getByLabel('Credit notes').getByText('35.00 refunded'))
  })
  const [sums] = await app.sql(
    'select (select sum(amount) from postings) as postings, patient_balance, insurer_balance, credited_total from invoices where number is not null',
  )
  expect(sums).toEqual({ postings: '0.00', patient_balance: '0.00', insurer_balance: '1274.40', credited_total: '350.00' })
  journey.end()
}

const MODES = ['Cash', 'Mobile money']

/** Somebody pays for a consultation by mobile money. */
const payByTelephone = async ({ app, token, people }: WorkingClinic) => {
  const send = <T>(method: string, path: string, body?: unknown) => api<T>(app.url, method, path, { token, body })
  const person = { first_name: 'Baraka', second_name: 'Otieno', gender: 'male', date_of_birth: '1979-05-04', not_a_duplicate: true }
  const { id: patient } = await send<{ id: number }>('POST', '/patients/patients/', person)
  const { id, invoice } = await send<{ id: number; invoice: number }>('POST', '/patients/initiate-attendance-process/', {
    patient,
    reason: 'Cough',
    track: 'doctor',
    doctor: people.amina.id,
  })
  await send('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'billing' })
  const modes = await send<{ id: number; payment_mode: string }[]>('GET', '/billing/payment-modes/')
  const payment_mode = modes.find((mode) => mode.payment_mode === MODES[1])?.id
  await send('POST', `/billing/invoices/${invoice}/payments/`, {
    issue: true,
    payments: [{ payment_mode, amount: '500.00', reference: 'QK7 PLM' }],
  })
}

/** What the rows of the modes say: the mode, and the last of their amounts. */
const amountsIn = (place: Page | Locator) =>
  Promise.all(
    MODES.map(async (mode) => {
      const cells = await place
        .getByRole('row', { name: new RegExp(`^${mode}`) })
        .locator('th, td')
        .allInnerTexts()
      return [cells[0], cells.at(-1)]
    }),
  )

/** What the assistant says of today's money is what the report says. */
export const compare = async (clinic: WorkingClinic, office: Person) => {
  await payByTelephone(clinic)
  const journey = beginJourney('The assistant asked, and its table compared with the report')
  const { page, hands } = office
  const reported: unknown[] = []
  await hands.click(page.getByRole('link', { name: 'Ask a question', exact: true }))
  const box = page.getByLabel('Your question')
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
  await journey.step(office, 'asks what was taken today by payment mode', async () => {
    await hands.type('Amount paid today by payment mode')
    await hands.press('Enter')
    const answer = page.locator('[data-part="exchange"]').last()
    await see(answer.locator('[data-status="answered"]'))
    const table = answer.getByText('Table', { exact: true })
    if ((await table.count()) > 0) await hands.click(table)
    await see(answer.getByRole('row', { name: /^Cash/ }))
    reported.push(...(await amountsIn(answer)))
  })
  await journey.step(
    office,
    'opens the report of it',
    async () => {
      await hands.click(page.getByRole('link', { name: 'All reports', exact: true }))
      // The answer stays on the screen, with rows of the same names, until the report is there.
      await expect.poll(() => page.locator('[data-part="exchange"]').count()).toBe(0)
      await see(row(page, /^Cash/))
    },
    { seconds: 2 },
  )
  expect(reported).toEqual([
    ['Cash', '141.60'],
    ['Mobile money', '500.00'],
  ])
  expect(await amountsIn(page)).toEqual(reported)
  journey.end()
}
