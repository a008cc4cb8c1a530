import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aLabProfile, specimenOf } from '../../testing/scenarios/laboratory.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T07:30:00Z') })
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

const report = async (results: readonly [id: number, result: string][]) => {
  const entered = await lab.enter(results.map(([id, result]) => ({ request_panel: id, result })))
  expect(entered.status, entered.text).toBe(200)
  expect((await lab.approve(results.map(([id]) => id))).status).toBe(200)
}
/** The report as it is read, spaces and the places where words may break left out. */
const print = async (process: number) => {
  const headers = { authorization: `Bearer ${lab.doctor.token}` }
  const reply = await clinic.app.inject({ url: `/lab/download_labtestresult_pdf/${process}/`, headers })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return pdfPages(reply.rawPayload).flat().join(' ').replaceAll(/[\s\u200B]+/g, ' ') // prettier-ignore
}

test('a profile that was done twice is told apart by its samples, the earlier first, with the hour of what was before', async () => {
  const sodium = await lab.test({ name: 'Sodium', code: 'RNA', position: 10 })
  const potassium = await lab.test({ name: 'Potassium', code: 'RK', position: 11 })
  const gap = await lab.test({ name: 'Gap', position: 12, kind: 'calculated', formula: 'RNA - RK', decimals: 1 })
  const chloride = await lab.test({ name: 'Chloride', position: 13 })
  const urea = await lab.test({ name: 'Urea', section: 'Urine', specimen_id: await specimenOf(clinic.db, 'URN') })
  const { id: item_id } = await anItem(clinic.db, '300.00', { category: 'laboratory' })
  const { id: profile } = await aLabProfile(clinic.db, [sodium, potassium, gap], { name: 'Renal profile', item_id })

  const first = await lab.ask([urea], { patient: { gender: 'female' } })
  /** The renal profile, taken at this minute after seven, entered and approved; answers the test of potassium. */
  const renal = async (minute: number, [na, k]: readonly [string, string], panels: object[] = []) => {
    const body = { process: first.process, profiles: [{ profile, repeat: true }], panels }
    const reply = await lab.doctor.call('POST', '/lab/lab-test-requests/', body)
    expect(reply.status, reply.text).toBe(201)
    const asked = reply.json<typeof first>().panels
    const of = ({ id }: { id: number }) => asked.find(({ test_panel }) => test_panel === id)!.id
    await lab.take(first.process, new Date(Date.UTC(2026, 2, 2, 7, minute)))
    await report([[of(sodium), na], [of(potassium), k], ...(panels.length > 0 ? [[of(chloride), '101'] as [number, string]] : [])]) // prettier-ignore
    await lab.approve([of(gap)])
    return of(potassium)
  }
  await report([[first.of(urea), '4']])
  // The one that was asked for first is taken last.
  const later = await renal(25, ['140', '4.1'], [{ test_panel: chloride.id }])
  await renal(5, ['139', '4.4'])

  const text = await print(first.process)
  const parts = text.matchAll(
    /((?:Renal profile|Other tests) )?S-\d+-(\d+) · (Collected [\w ,:]+?:\d\d)|(Sodium|Potassium|Gap|Chloride|Urea) (\d[\d.]*)/g,
  )
  expect(
    [...parts].map(([, title = '', sample, when, name, result]) => (when ? `${title}${sample} ${when}` : `${name} ${result}`)),
  ).toEqual([
    'Renal profile 00003 Collected 2 Mar 2026, 10:05',
    'Sodium 139',
    'Potassium 4.4',
    'Gap 134.6',
    'Renal profile 00002 Collected 2 Mar 2026, 10:25',
    'Sodium 140',
    'Potassium 4.1',
    'Gap 135.9',
    'Other tests 00002 Collected 2 Mar 2026, 10:25',
    'Chloride 101',
    '00001 Collected 2 Mar 2026, 10:30',
    'Urea 4',
  ])
  // When it was entered the earlier sample had no result yet.
  await lab.amend(later, '4.2')
  expect(await print(first.process)).toContain('Potassium 4.2 mmol/L As the method says 4.4 2 Mar 2026, 10:05')
})
