import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { openTestClinic, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let haemoglobin: { id: number }
let glucose: { id: number }
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T07:30:00Z') })
  lab = await openLaboratory(clinic)
  const units = [{ unit: 'g/dL', factor: '10', offset: '0' }]
  haemoglobin = await lab.test({ unit: 'g/L', decimals: 0, loinc: '718-7', units })
  glucose = await lab.test({ unit: 'mmol/L', decimals: 1, loinc: '14749-6' })
})
afterAll(() => clinic.close())

const asked = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(409)
  const { code, questions } = reply.json<{ code: string; questions: ImplausibleValue[] }>()
  expect(code).toBe('implausible')
  return questions
}
const results = (request_panel: number) =>
  clinic.db.selectFrom('lab_results').selectAll().where('request_panel_id', '=', request_panel).orderBy('id').execute()

test('a haemoglobin of 12.4 typed for g/L is asked about with its likely meaning, and never stored as critical', async () => {
  const id = (await lab.ask([haemoglobin])).of(haemoglobin)
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
  const id = (await lab.ask([haemoglobin])).of(haemoglobin)
  const reply = await lab.enter([{ request_panel: id, result: '12', confirm_reason: 'Measured twice, from another tube' }])
  expect(reply.status, reply.text).toBe(200)
  const [row] = await results(id)
  expect(row).toMatchObject({ result: '12', confirmed: { reason: 'Measured twice, from another tube', at: '2026-03-02T07:30:00.000Z' } })
  expect(row?.confirmed).toMatchObject({ by: row?.entered_by })
})

test('a very low haemoglobin that cannot be g/dL is entered as it is', async () => {
  const id = (await lab.ask([haemoglobin])).of(haemoglobin)
  expect((await lab.enter([{ request_panel: id, result: '30' }])).status).toBe(200)
  const refused = await lab.enter([{ request_panel: id, result: '31', confirm_reason: 'Sure' }])
  expect([refused.status, Object.keys(refused.json<object>())]).toEqual([400, ['confirm_reason']])
})

test('a glucose of 45 is asked about by the call of one test, too', async () => {
  const id = (await lab.ask([glucose])).of(glucose)
  const question = { meant: [{ value: 2.5, as: '45 mg/dL' }] }
  expect(asked(await lab.enter([{ request_panel: id, result: '45' }]))).toMatchObject([{ ...question, field: 'results.0.result' }])
  const one = await lab.technician.call('PATCH', `/lab/lab-test-requests-panel/${id}/`, { result: '45' })
  expect(asked(one)).toMatchObject([{ ...question, field: 'result' }])
  expect((await lab.enter([{ request_panel: id, result: '44' }])).status).toBe(200)
})

test('the correction of an approved result is asked about as well', async () => {
  const id = (await lab.ask([haemoglobin])).of(haemoglobin)
  expect((await lab.enter([{ request_panel: id, result: '124' }])).status).toBe(200)
  expect((await lab.approve([id])).status).toBe(200)
  expect(asked(await lab.amend(id, '12.9'))).toMatchObject([{ field: 'result', meant: [{ value: 129, as: '12.9 g/dL' }] }])
  expect((await lab.amend(id, '12.9', { confirm_reason: 'Measured twice' })).status).toBe(201)
  expect((await results(id)).at(-1)).toMatchObject({ confirmed: { reason: 'Measured twice' } })
})
