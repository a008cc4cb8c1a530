import { expect } from 'vitest'
import { pdfOpened } from '../browser.ts'
import { scan } from '../hands.ts'
import { arrive, checkAccessible, see, seeGone } from '../screen.ts'
import { AMOXICILLIN, INSURER, METFORMIN, PACK, PARACETAMOL } from './clinic.ts'
import { come } from './journey.ts'
import { card, focusOf, row } from './places.ts'
import { isOnBoard, type Way, WHO } from './way.ts'

export const dispensePrescription = async ({ journey, browser, app, people, desk }: Way) => {
  const at = '/dashboard/pharmacy'
  const counter = await come(browser, app.url, 'Pharmacy', people.peter, { at })
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
    `select s.id from prescriptions s join visits v on v.id = s.visit_id join patients p on p.id = v.patient_id where p.second_name = 'Ouma'`,
  )
  const other = await arrive(browser, app.url, people.caroline, { at: `${at}/prescriptions/${id}` })
  const { page, hands } = counter
  const focus = focusOf(page)
  await see(row(page, WHO))
  await see(other.page.getByRole('button', { name: 'Dispense 3 lines' }))
  await journey.step(
    counter,
    'hands out three drugs, one of them scanned',
    async () => {
      await hands.press('/')
      await expect.poll(focus('name')).toBe('Name or number, or scan a prescription')
      await hands.press('ArrowDown')
      await expect.poll(focus('text')).toContain(WHO)
      await hands.press('Enter')
      await expect.poll(focus('name')).toBe(`Dispense: ${AMOXICILLIN}`)
      await see(page.getByText('10 of A12 (03/2031) + 5 of B07 (06/2031)'))
      await scan(page, `01${PACK.padStart(14, '0')}1731033110A12`)
      await see(page.getByRole('img', { name: 'Pack scanned' }))
      await see(page.locator('[data-part="ct-total"]', { hasText: '266.00' }))
      await hands.press('Control+Enter')
      await see(page.getByRole('region', { name: 'Dispensed' }).getByText(PARACETAMOL))
    },
    { seconds: 20, clicks: 0 },
  )
  // The other counter hears of it, and cannot do it again.
  await see(other.page.getByText(/Peter Mutua dispensed .* meanwhile/))
  await seeGone(other.page.getByRole('button', { name: /^Dispense/ }))
  await checkAccessible(other.page, 'a prescription that was handed out elsewhere')
  await checkAccessible(page, 'the dispensed medicines')
  await journey.step(counter, 'sends her to the till', async () => {
    await hands.press('s')
    await isOnBoard(desk, 'Billing')
  })
  await Promise.all([pdfOpened(counter.context), hands.press('l')])
  const given = await app.sql(
    `select t.name, i.units, i.is_scanned, string_agg(b.lot || ' ' || d.units, ', ' order by b.lot) as lots
      from dispense_items i join items t on t.id = i.item_id join dispense_batches d on d.dispense_item_id = i.id
      join batches b on b.id = d.batch_id group by i.id, t.name order by i.id`,
  )
  expect(given).toEqual([
    { name: AMOXICILLIN, units: 15, is_scanned: true, lots: 'A12 10, B07 5' },
    { name: PARACETAMOL, units: 18, is_scanned: false, lots: 'P1 18' },
    { name: METFORMIN, units: 10, is_scanned: false, lots: 'M1 10' },
  ])
  other.check()
  await Promise.all([counter, other].map(({ context }) => context.close()))
}

export const pay = async ({ journey, browser, app, people, desk }: Way) => {
  const till = await come(browser, app.url, 'Till', people.kevin)
  const { page, hands } = till
  const at = focusOf(page)
  const office = await come(browser, app.url, 'Accounts', people.ruth, { at: '/dashboard/billing' })
  await see(page.getByRole('heading', { name: 'Queue: Billing' }))
  await hands.press('b')
  await expect.poll(at('row')).toMatch(/Achieng Ouma.*141\.60/)
  await journey.step(
    till,
    'adds a dressing to the bill',
    async () => {
      await hands.press('Enter')
      await see(page.getByLabel('Due from the patient').getByText('KES 141.60'))
      await see(page.getByPlaceholder(/Add an item/))
      await hands.press('a')
      await expect.poll(at('placeholder')).toContain('Add an item')
      await hands.type('dressing')
      await see(page.getByRole('option', { name: /Dressing of a small wound/ }))
      await hands.press('Enter')
      await see(page.getByLabel('Due from the patient').getByText('KES 176.60'))
      await hands.press('Escape')
      await hands.press('b')
      await expect.poll(at('row')).toMatch(/Achieng Ouma.*176\.60/)
    },
    { clicks: 0 },
  )
  await journey.step(
    till,
    'takes her part of the bill and prints the receipt',
    async () => {
      await hands.press('Enter')
      await see(page.getByText(INSURER).first())
      await see(page.getByRole('button', { name: /^Pay P/ }))
      await hands.press('p')
      await expect.poll(at('value')).toBe('176.60')
      await hands.press('Enter')
      await see(page.getByText(/KES 176.60 received · RCT-\d+-00001/))
      await expect.poll(at('text')).toContain('Print receipt')
      const [prescription] = await Promise.all([till.context.waitForEvent('page'), hands.press('Enter')])
      await prescription.close()
    },
    { keys: 4, clicks: 0 },
  )
  const [bill] = await app.sql(
    'select status, number is not null as is_numbered, patient_balance, insurer_balance, (select sum(amount) from payments) as paid from invoices where insurance_company_id is not null',
  )
  expect(bill).toEqual({ status: 'part-paid', is_numbered: true, patient_balance: '0.00', insurer_balance: '1589.40', paid: '176.60' })
  await see(row(office.page, WHO))
  await journey.step(till, 'says that the visit is complete', async () => {
    await hands.press('c')
    await seeGone(card(desk.page, WHO))
  })
  await seeGone(row(office.page, WHO))
  await till.context.close()
  return office
}
