import { expect } from 'vitest'
import { answersIn, callLine, mllp, oru } from '../../src/testing/servers/analysers.ts'
import { scan } from '../hands.ts'
import { checkAccessible, see, seeGone, toastWith } from '../screen.ts'
import { AMOXICILLIN, METFORMIN, PARACETAMOL } from './clinic.ts'
import { come, type Person } from './journey.ts'
import { card, column, focusOf, row, tabTo } from './places.ts'
import { isOnBoard, type Way, WHO } from './way.ts'

export const consult = async ({ journey, desk, app }: Way, doctor: Person) => {
  const { page, hands } = doctor
  const at = focusOf(page)
  await journey.step(doctor, 'calls her, writes, codes and signs the note, asks for a blood count, sends her there', async () => {
    await hands.press('n')
    await see(page.getByRole('heading', { name: 'Consultation' }))
    await expect.poll(at('id')).toBe('note-complaint')
    await see(card(desk.page, WHO).getByText('Amina H.'))
    await hands.type('Fever and short of breath for three days')
    await hands.press('Tab')
    await hands.type('Crackles on the right')
    await see(page.getByText(/Draft saved/))
    expect(await app.sql('select complaint, signed_at from consultations')).toEqual([
      { complaint: 'Fever and short of breath for three days', signed_at: null },
    ])
    await tabTo(hands, page, 'Add a diagnosis by name or code')
    await hands.type('pneumonia')
    await see(page.locator('[data-combobox-selected]', { hasText: /pneumonia/i }))
    await hands.press('Enter')
    await see(page.getByRole('list', { name: 'Diagnoses' }).getByText('main'))
    const tray = page.getByRole('complementary', { name: 'Orders' })
    await hands.press('Alt+t')
    await hands.type('count bl')
    await see(page.locator('[data-combobox-selected]', { hasText: 'Full blood count' }))
    await hands.press('Enter')
    await see(tray.getByRole('list', { name: 'Not sent yet' }).getByText('650.00'))
    await hands.press('Control+o')
    await see(tray.getByRole('list', { name: 'Requested tests' }).getByText('Full blood count'))
    await hands.click(page.getByRole('textbox', { name: 'Plan', exact: true }))
    await hands.type('Blood count, then antibiotics')
    await hands.press('Control+Enter')
    await see(toastWith(page, 'Note signed.'))
    await see(page.getByRole('article', { name: /Note by Amina Hassan/ }))
    await hands.press('Alt+s')
    await see(toastWith(page, 'Achieng Ouma sent to Laboratory.'))
  })
  await isOnBoard(desk, 'Laboratory')
  const [note] = await app.sql('select complaint, history, plan, signed_at is not null as is_signed from consultations')
  expect(note).toEqual({
    complaint: 'Fever and short of breath for three days',
    history: 'Crackles on the right',
    plan: 'Blood count, then antibiotics',
    is_signed: true,
  })
}

/** What the analyser says of a sample: an infection, and nothing that is critical. */
const counted = [
  { code: 'WBC', value: '14.20', unit: '10*9/L' },
  { code: 'RBC', value: '4.50', unit: '10*12/L' },
  { code: 'HGB', value: '13.2', unit: 'g/dL' },
  { code: 'HCT', value: '40', unit: '%' },
  { code: 'MCV', value: '88.0', unit: 'fL' },
  { code: 'MCH', value: '29.3', unit: 'pg' },
  { code: 'MCHC', value: '330', unit: 'g/L' },
  { code: 'RDW', value: '13.0', unit: '%' },
  { code: 'PLT', value: '270', unit: '10*9/L' },
  { code: 'NEUT', value: '11.50', unit: '10*9/L' },
  { code: 'LYMPH', value: '1.80', unit: '10*9/L' },
  { code: 'MONO', value: '0.60', unit: '10*9/L' },
  { code: 'EOS', value: '0.20', unit: '10*9/L' },
  { code: 'BASO', value: '0.05', unit: '10*9/L' },
]

export const examine = async ({ journey, browser, app, people, port, desk }: Way, doctor: Person) => {
  const lab = await come(browser, app.url, 'Laboratory', people.lucy, { at: '/dashboard/laboratory/collect' })
  const { page, hands } = lab
  const at = focusOf(page)
  const tube = row(page, /Lavender top/)
  await see(tube)
  const code = await tube.locator('b').innerText()
  await journey.step(lab, 'takes the sample by its label and receives it', async () => {
    await scan(page, code)
    await expect.poll(() => tube.getAttribute('aria-selected')).toBe('true')
    await hands.press('c')
    await see(page.getByText('No samples to collect'))
    await scan(page, code)
    await see(page.getByRole('row', { selected: true }))
    await hands.press('r')
    await see(page.getByRole('row', { name: /Lavender top.*Received/ }))
  })
  const line = await callLine(port)
  await line.ask(mllp(oru(code, counted)), (heard) => answersIn(heard).length === 1)
  line.close()
  await journey.step(lab, 'looks at what the analyser sent and approves it', async () => {
    await hands.click(page.getByRole('link', { name: 'Approve', exact: true }))
    const waiting = page.getByRole('row', { name: new RegExp(WHO) })
    await see(waiting.getByText('14.20'))
    await expect.poll(at('key')).not.toBe('')
    await hands.press(' ')
    await expect.poll(() => waiting.getAttribute('aria-selected')).toBe('true')
    await hands.press('a')
    await see(page.getByText('Nothing to approve'))
  })
  // The doctor, who still has her record open, reads them; the desk sees that they are there.
  const tray = doctor.page.getByRole('complementary', { name: 'Orders' })
  await see(tray.getByText('14.20'))
  await see(card(column(desk.page, 'Doctor'), WHO).getByText('Result ready'))
  await lab.context.close()
}

export const prescribe = ({ journey, desk }: Way, doctor: Person) =>
  journey.step(doctor, 'prescribes three drugs and sends her to the pharmacy', async () => {
    const { page, hands } = doctor
    const at = focusOf(page)
    const drugs = page.getByRole('region', { name: 'Drugs' })
    await hands.press('Alt+p')
    await see(page.getByText('Enter a name. Starred lines appear here.'))
    await checkAccessible(page, 'the list of drugs with nothing in it', { part: '[role="listbox"]' })
    for (const [drug, name, directions] of [
      ['amoxicillin', AMOXICILLIN, '1 cap tds 5/7'],
      ['paracetamol', PARACETAMOL, '2 tabs tds 3/7'],
      ['metformin', METFORMIN, '1 tab bd 5/7 after food'],
    ] as const) {
      await expect.poll(at('name')).toBe('Prescribe drug')
      await hands.type(drug)
      await see(page.getByRole('option', { name }))
      await hands.press('Enter')
      await expect.poll(at('name')).toMatch(/^Directions for /)
      await hands.type(directions)
      await hands.press('Enter')
    }
    await see(drugs.getByText('One tablet twice a day for 5 days, after food'))
    await see(drugs.getByText(/after food · 10 tablets/))
    await hands.press('Control+o')
    await see(toastWith(page, '3 orders sent.'))
    await seeGone(drugs.getByRole('list', { name: 'Not sent yet' }))
    await hands.press('Alt+s')
    await isOnBoard(desk, 'Pharmacy')
    await hands.press('Alt+n')
    await see(page.getByText('Juma Wekesa'))
  })
