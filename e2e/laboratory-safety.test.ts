import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { pdfPages } from '../src/testing/documents/pdf-text.ts'
import { answersIn, callLine, mllp } from '../src/testing/servers/analysers.ts'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { handsOn } from './hands.ts'
import { arrive, checkAccessible, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 300_000
const DAY_MS = 86_400_000
const CATALOGUE = '/dashboard/laboratory/catalogue'

let app: TestServer
let browser: Browser
let token: string
let technician: Credentials
/** Of a child of 17 months: a blood count whose sample was taken. */
let visit: { process: number; sample: string }
let port: number

interface Profile {
  id: number
  code: string
  version: number
  panels: { id: number; code: string }[]
}
const send = <T = { id: number; version: number }>(method: string, path: string, body?: unknown) =>
  api<T>(app.url, method, path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer({ analysers: true }), openBrowser()])
  token = await setUp(app)
  technician = await addPerson(app, token, 'labtech', ['Lucy', 'Wairimu'])
  await send('POST', '/lab/starter-catalogue/', {})
  const [exempt] = await send<{ id: number }[]>('GET', '/catalogue/tax-classes/')
  const item = await send('POST', '/catalogue/items/', {
    name: 'Full blood count',
    category: 'laboratory',
    unit: 'test',
    tax_class: exempt?.id,
    price: '650.00',
  })
  const count = (await send<Profile[]>('GET', '/lab/lab-test-profile/?q=FBC')).find(({ code }) => code === 'FBC')!
  await send('PATCH', `/lab/lab-test-profile/${count.id}/`, { item: item.id, version: count.version })
  port = await freePort()
  const counter = await send('POST', '/lab/lab-equipment/', { name: 'Counter', data_format: 'hl7', connection: 'listen', port })
  const codes = ['WBC', 'NEUT'].map((code) => ({ code, panel: count.panels.find((one) => one.code === code)!.id }))
  await send('PUT', `/lab/lab-equipment/${counter.id}/codes/`, { codes, version: counter.version })
  const date_of_birth = new Date(Date.now() - 517 * DAY_MS).toISOString().slice(0, 10)
  const child = { first_name: 'Jane', second_name: 'Kosgei', gender: 'female', date_of_birth, not_a_duplicate: true }
  const { id: patient } = await send('POST', '/patients/patients/', child)
  const { process_test_req: process } = await send<{ process_test_req: number }>('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Pale', track: 'lab' }) // prettier-ignore
  await send('POST', '/lab/lab-test-requests/', { process, profiles: [{ profile: count.id }] })
  const [tube] = await send<{ id: number; version: number; patient_sample_code: string }[]>(
    'GET',
    `/lab/patient-samples-by-process-id/${process}/`,
  )
  await send('POST', '/lab/patient-samples/moves/', { samples: [{ id: tube!.id, version: tube!.version }], to: 'collected' })
  visit = { process, sample: tube!.patient_sample_code }
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test(
  'a technician enters a child’s results: a unit is asked about, a deadly value is flagged by a range that is not confirmed, and another person approves',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, technician, { at: `/dashboard/laboratory/visits/${visit.process}` })
    // Tests are told by their names: the columns beside them give way on every width that shows a table.
    for (const width of [1440, 1280, 1201, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await see(page.locator('[data-part="entry-table"]'))
      await expect
        .poll(
          () =>
            page
              .locator('[data-part="entry-table"] th')
              .first()
              .evaluate((head) => head.clientWidth),
          { message: `${width} px` },
        )
        .toBeGreaterThan(160)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const hands = handsOn(page)
    const box = (name: string) => page.getByRole('textbox', { name: new RegExp(`^Result of ${name}`) })
    await hands.click(box('Haemoglobin'))
    await hands.type('12.4')
    await hands.press('Control+Enter')
    const asking = page.getByRole('dialog', { name: 'Check these values' })
    await see(asking.getByText(/Did you mean 12.4 g\/dL = 124 g\/L\?/))
    await checkAccessible(page, 'a unit that is asked about', { part: '[role="dialog"]' })
    await hands.press('Enter')
    await seeGone(asking)
    await expect.poll(() => box('Haemoglobin').inputValue()).toBe('124')

    await hands.click(box('Platelets'))
    await hands.type('8')
    await hands.press('Enter')
    const telling = page.getByRole('dialog', { name: 'Notify critical result' })
    await see(telling)
    await hands.press('Escape')
    await seeGone(telling)
    const platelets = page.getByRole('row').filter({ has: box('Platelets') })
    await see(platelets.getByText('Critically low'))
    await see(platelets.getByText('Not confirmed'))
    await see(page.getByText('Entered by you: another user must approve these.'))
    await checkAccessible(page, 'results of a child')
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'what an analyser says stands beside its result, is approved by itself after a look, and ranges are confirmed by a person',
  async () => {
    const line = await callLine(port)
    const segments = [
      'MSH|^~\\&|COUNTER|LAB|KLINIKI||20260302080000||ORU^R01^ORU_R01|E1|P|2.5.1',
      'PID|1||X7||KOSGEI^JANE|||M',
      'OBR|1|||FBC',
      'OBX|1|NM|WBC||9.10|10*9/L|||||F',
      'NTE|1||WBC CLUMPS?',
      'OBX|2|NM|NEUT||4.10|10*9/L|||||F',
      '',
    ]
    await line.ask(mllp(segments.join('\r')), (heard) => answersIn(heard).length === 1)
    line.close()
    const { page, check, context } = await arrive(browser, app.url, administrator, { at: '/dashboard/laboratory/analysers/inbox' })
    const hands = handsOn(page)
    // The instrument named no sample, and another sex: both patients are compared before the whole message is given to hers.
    const unnamed = page.getByRole('row', { name: /WBC/ })
    await see(unnamed.getByText('The message names no sample.'))
    await hands.click(unnamed.getByText('9.10'))
    await hands.click(page.getByRole('button', { name: 'Choose sample' }))
    const choosing = page.getByRole('dialog', { name: 'Choose sample' })
    await hands.click(choosing.getByRole('searchbox', { name: 'Sample number, or patient name or number' }))
    await hands.type(visit.sample)
    await hands.click(choosing.getByRole('radio', { name: new RegExp(`${visit.sample} · Jane Kosgei`) }))
    await see(choosing.getByRole('row', { name: /Sex Male Female Differs/ }))
    await see(choosing.getByRole('row', { name: /Name KOSGEI JANE Jane Kosgei Matches/ }))
    await checkAccessible(page, 'the sample of a message', { part: '[role="dialog"]:has(table)' })
    await hands.click(choosing.getByRole('textbox', { name: 'Reason why this is the same patient' }))
    await hands.type('Sex mistyped at the counter')
    await hands.click(choosing.getByRole('button', { name: 'Enter 2 results for this sample' }))
    await see(toastWith(page, '2 entered, 0 still waiting.'))
    await goTo(page, `${app.url}/dashboard/laboratory/approve`)
    const waiting = page.getByRole('row', { name: /Jane Kosgei/ })
    await see(waiting.getByText('WBC CLUMPS?'))
    await see(waiting.getByText('Clumps', { exact: true }))
    await checkAccessible(page, 'what waits for approval')
    await hands.click(waiting.getByRole('checkbox'))
    await see(page.getByRole('button', { name: 'Approve 4 results' }))
    // The focus is on the box that was ticked.
    await hands.press('a')
    // Critical ones first, then the one with a remark by itself.
    await hands.click(page.getByRole('dialog').getByRole('button', { name: /^Approve/ }))
    const look = page.getByRole('dialog', { name: 'Approve White blood cells individually' })
    await see(look.getByText(/Jane Kosgei · .*Analyser comment: WBC CLUMPS\?/))
    await checkAccessible(page, 'a result that is approved by itself', { part: '[role="dialog"]' })
    await hands.click(look.getByRole('button', { name: 'Reviewed: approve' }))
    await see(toastWith(page, '4 results approved.'))
    await see(page.getByText('Nothing to approve'))

    await goTo(page, `${app.url}${CATALOGUE}/unconfirmed`)
    const sodium = page.getByRole('group').filter({ hasText: 'Confirm all ranges of Sodium' })
    await hands.click(sodium.getByText('Sodium', { exact: true }))
    await see(sodium.getByText(/UK Pathology Harmony/).first())
    await checkAccessible(page, 'ranges to confirm', { part: 'details[open]' })
    await hands.click(sodium.getByRole('button', { name: 'Confirm all ranges of Sodium' }))
    await see(toastWith(page, /ranges of Sodium confirmed/))
    await seeGone(sodium)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'results of a message that waits are tried again with each outcome told, set aside together, and the layout of an instrument is changed',
  async () => {
    const line = await callLine(port)
    const segments = [
      'MSH|^~\\&|COUNTER|LAB|KLINIKI||20260302090000||ORU^R01^ORU_R01|E2|P|2.5.1',
      'OBR|1|NOSUCH-7||FBC',
      'OBX|1|NM|WBC||8.20|10*9/L|||||F',
      'OBX|2|NM|NEUT||3.30|10*9/L|||||F',
      '',
    ]
    await line.ask(mllp(segments.join('\r')), (heard) => answersIn(heard).length === 1)
    line.close()
    const { page, check, context } = await arrive(browser, app.url, administrator, { at: '/dashboard/laboratory/analysers/inbox' })
    const hands = handsOn(page)
    for (const code of ['WBC', 'NEUT']) await hands.click(page.getByRole('checkbox', { name: `Select ${code} of NOSUCH-7` }))
    await hands.click(page.getByRole('toolbar').getByRole('button', { name: 'Try again' }))
    const outcomes = page.getByRole('dialog', { name: 'Retry outcomes' })
    await see(outcomes.getByText('0 entered, 2 still waiting.'))
    expect(await outcomes.getByText('Sample NOSUCH-7 not found.').count()).toBe(2)
    await checkAccessible(page, 'outcomes of a retry', { part: '[role="dialog"]' })
    await hands.click(outcomes.getByRole('contentinfo').or(outcomes).getByRole('button', { name: 'Close' }).last())
    await seeGone(outcomes)

    const messages = await send<{ id: number; state: string }[]>('GET', '/lab/equipment-messages/?state=inbox')
    await goTo(page, `${app.url}/dashboard/laboratory/analysers/messages/${messages[0]!.id}`)
    await checkAccessible(page, 'a message whose results wait')
    await hands.click(page.getByRole('group', { name: 'All results of the message' }).getByRole('button', { name: 'Dismiss' }))
    const asked = page.getByRole('dialog', { name: 'Dismiss 2 results?' })
    await asked.getByRole('textbox').fill('Sent by another laboratory')
    await hands.click(asked.getByRole('button', { name: 'Dismiss' }))
    await see(toastWith(page, '2 dismissed.'))
    await seeGone(page.getByRole('group', { name: 'All results of the message' }))

    const [counter] = await send<{ id: number }[]>('GET', '/lab/lab-equipment/')
    await goTo(page, `${app.url}/dashboard/laboratory/analysers/${counter!.id}`)
    await hands.click(page.getByRole('button', { name: /^Change/ }))
    const form = page.getByRole('dialog', { name: 'Counter' })
    await hands.click(form.getByText('Message layout', { exact: true }))
    await hands.click(form.getByRole('textbox', { name: 'Field with the sample number' }))
    await hands.type('third')
    await checkAccessible(page, 'the layout of messages', { part: '[role="dialog"]' })
    // Folded away, it opens by itself where something in it is wrong.
    await hands.click(form.getByText('Message layout', { exact: true }))
    await hands.press('Control+s')
    await see(form.getByRole('textbox', { name: 'Field with the sample number' }).and(page.locator('[aria-invalid="true"]')))
    await form.getByRole('textbox', { name: 'Field with the sample number' }).fill('OBR-2')
    await hands.press('Control+s')
    await seeGone(form)
    const { layout } = await send<{ id: number; version: number; layout: { sample_field: string } }>(
      'GET',
      `/lab/lab-equipment/${counter!.id}/`,
    )
    expect(layout.sample_field).toBe('OBR-2')
    check()
    await context.close()
  },
  WAY_MS,
)

interface Request {
  id: number
  panels: { id: number; test_panel: number }[]
}
/** Three tests whose results are often no numbers, asked for a patient whose visit is not paid. */
const askUnpaid = async () => {
  const serum = (await send<{ id: number; code: string }[]>('GET', '/lab/specimens/')).find(({ code }) => code === 'SER')!
  const test = async (code: string, name: string, unit: string) =>
    (
      await send('POST', '/lab/lab-test-panel/', {
        code,
        name,
        kind: 'quantitative',
        specimen: serum.id,
        unit,
        decimals: 0,
        create_item: true,
      })
    ).id
  const panels = [
    await test('VLOAD', 'Viral load', '{copies}/mL'),
    await test('PUS', 'Pus cells', '/[HPF]'),
    await test('WIDALO', 'Widal O', '{titer}'),
  ]
  const [, cells] = panels
  await send('POST', `/lab/lab-test-panel/${cells}/ranges/`, { low: '0', high: '5' })
  const person = { first_name: 'Peter', second_name: 'Mutua', gender: 'male', date_of_birth: '1984-05-06', not_a_duplicate: true }
  const { id: patient } = await send('POST', '/patients/patients/', person)
  const { process_test_req: process } = await send<{ process_test_req: number }>('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'lab' }) // prettier-ignore
  const request = await send<Request>('POST', '/lab/lab-test-requests/', { process, panels: panels.map((id) => ({ test_panel: id })) })
  const [sample] = await send<{ patient_sample_code: string }[]>('GET', `/lab/patient-samples-by-process-id/${process}/`)
  const { version } = await send('GET', '/lab/settings/')
  await send('PATCH', '/lab/settings/', { pay_first: true, version })
  return { process, request, sample: sample!.patient_sample_code, cells: cells! }
}

test(
  'an unpaid sample is collected with a reason, results that are no numbers are typed, the report is preliminary, and a control is entered by hand',
  async () => {
    const { process, request, sample, cells } = await askUnpaid()
    const { page, check, context } = await arrive(browser, app.url, technician, { at: '/dashboard/laboratory/collect' })
    const hands = handsOn(page)
    const tube = page.getByRole('row').filter({ hasText: sample })
    await see(tube.getByText('Unpaid'))
    await hands.click(tube.getByRole('button', { name: `Collect ${sample}` }))
    const asking = page.getByRole('dialog', { name: 'Collect before payment?' })
    await see(asking)
    await checkAccessible(page, 'an unpaid sample', { part: '[role="dialog"]' })
    await hands.type('Too ill to wait')
    await hands.press('Enter')
    await see(toastWith(page, '1 sample collected.'))

    await goTo(page, `${app.url}/dashboard/laboratory/visits/${process}`)
    const box = (name: string) => page.getByRole('textbox', { name: new RegExp(`^Result of ${name}`) })
    for (const [name, typed, shown] of [
      ['Viral load', 'not detected', 'Not detected'],
      ['Pus cells', '++', '++'],
      ['Widal O', '1:160', '1:160'],
    ] as const) {
      await hands.click(box(name))
      await hands.type(typed)
      await hands.press('Control+Enter')
      await expect.poll(() => box(name).inputValue()).toBe(shown)
    }
    await see(
      page
        .getByRole('row')
        .filter({ has: box('Pus cells') })
        .getByText('High'),
    )
    await checkAccessible(page, 'results that are no numbers')
    await expect
      .poll(async () =>
        (await send<{ state: string }[]>('GET', `/lab/lab-test-request-panels-by-lab-test-request-id/${request.id}/`)).map(
          ({ state }) => state,
        ),
      ) // prettier-ignore
      .toEqual(['entered', 'entered', 'entered'])
    const id = request.panels.find(({ test_panel }) => test_panel === cells)!.id
    await send('POST', '/lab/results/approve/', { panels: [{ id, acknowledged: true }] })
    const report = await fetch(`${app.url}/lab/download_labtestresult_pdf/${process}/`, { headers: { authorization: `Bearer ${token}` } })
    const text = pdfPages(Buffer.from(await report.arrayBuffer()))
      .flat()
      .join(' ')
    expect(text).toMatch(/PRELIMINARY REPORT/)
    expect(text.match(/Viral load/g)).toHaveLength(1)

    await send('POST', '/lab/controls/', { test_panel: cells, lot: 'HAND1', level: 'Low', mean: '5', sd: '1' })
    await goTo(page, `${app.url}/dashboard/laboratory/analysers/controls`)
    await see(page.getByRole('cell', { name: 'By hand' }))
    await hands.click(page.getByRole('button', { name: 'Enter value' }))
    await see(page.getByRole('dialog', { name: 'Pus cells · Low' }))
    await hands.type('6')
    // A day that there is not stays as it was typed, to be corrected.
    const day = page.getByRole('textbox', { name: 'Measured on' })
    await day.fill('2027-13-01')
    await day.press('Tab')
    await expect.poll(() => day.inputValue()).toBe('2027-13-01')
    await page.getByRole('textbox', { name: 'Time' }).fill('0815')
    await page.getByRole('textbox', { name: 'Measured value' }).press('Enter')
    await see(day.and(page.locator('[aria-invalid="true"]')))
    await day.fill('1/3/2026')
    await page.getByRole('textbox', { name: 'Measured value' }).press('Enter')
    await see(toastWith(page, '6 entered: accepted.'))
    await see(page.getByRole('table', { name: 'Measurements' }).getByText(/By hand · Lucy Wairimu/))
    await checkAccessible(page, 'a control measured by hand')
    check()
    await context.close()
  },
  WAY_MS,
)
