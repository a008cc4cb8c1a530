import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { openTestClinic, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/rooms/lab-results.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T07:30:00Z') })
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

const asked = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(409)
  const { code, questions } = reply.json<{ code: string; questions: ImplausibleValue[] }>()
  expect(code).toBe('implausible')
  return questions
}
const haemoglobin = async () => {
  const panel = await lab.test({ unit: 'g/L', decimals: 0, loinc: '718-7' })
  await clinic.db.insertInto('lab_panel_units').values({ panel_id: panel, unit: 'g/dL', factor: '10', offset: '0' }).execute()
  return panel
}
const results = (request_panel: number) =>
  clinic.db.selectFrom('lab_results').selectAll().where('request_panel_id', '=', request_panel).orderBy('id').execute()

test('a haemoglobin of 12.4 typed for g/L is asked about with its likely meaning, and never stored as critical', async () => {
  const panel = await haemoglobin()
  const request = await lab.ask([panel])
  const id = request.of(panel)
  const [question] = asked(await lab.enter([{ request_panel: id, result: '12.4' }]))
  expect(question).toMatchObject({
    field: 'results.0.result',
    value: 12.4,
    unit: 'g/L',
    meant: [{ value: 124, as: '12.4 g/dL' }],
    message: '12.4 g/L is very unusual: 69 to 208 is expected. Did you mean 12.4 g/dL = 124 g/L?',
  })
  expect(await results(id)).toEqual([])
  expect((await lab.enter([{ request_panel: id, result: '12.4 g/dL' }])).status).toBe(200)
  expect(await results(id)).toMatchObject([{ result: '124', confirmed: null }])
})

test('one that is right is kept with who confirmed it, and why', async () => {
  const panel = await haemoglobin()
  const id = (await lab.ask([panel])).of(panel)
  const reply = await lab.enter([{ request_panel: id, result: '12', confirm_reason: 'Measured twice, from another tube' }])
  expect(reply.status, reply.text).toBe(200)
  const [row] = await results(id)
  expect(row).toMatchObject({ result: '12', confirmed: { reason: 'Measured twice, from another tube', at: '2026-03-02T07:30:00.000Z' } })
  expect((row?.confirmed as { by: number }).by).toBe(row?.entered_by)
})

test('a very low haemoglobin that cannot be g/dL is entered as it is', async () => {
  const panel = await haemoglobin()
  const id = (await lab.ask([panel])).of(panel)
  expect((await lab.enter([{ request_panel: id, result: '30' }])).status).toBe(200)
  const refused = await lab.enter([{ request_panel: id, result: '31', confirm_reason: 'Sure' }])
  expect([refused.status, Object.keys(refused.json<object>())]).toEqual([400, ['confirm_reason']])
})

test('a glucose of 45 is asked about by the call of one test, too', async () => {
  const panel = await lab.test({ unit: 'mmol/L', decimals: 1, loinc: '14749-6' })
  const id = (await lab.ask([panel])).of(panel)
  expect(asked(await lab.enter([{ request_panel: id, result: '45' }]))).toMatchObject([{ meant: [{ value: 2.5, as: '45 mg/dL' }] }])
  expect((await lab.enter([{ request_panel: id, result: '44' }])).status).toBe(200)
})
