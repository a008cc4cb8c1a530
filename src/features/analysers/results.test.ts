import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstrument, callLine, codesIn, mapCodes, mllp, oru } from '../../testing/analysers.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/lab-results.ts'
import { openAnalysers, type Analysers } from './index.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let line: Analysers
const errors: unknown[] = []
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  line = await openAnalysers({
    ownerUrl: clinic.ownerUrl,
    host: '127.0.0.1',
    clock: () => clinic.clock.now,
    onError: (error) => errors.push(error),
  })
})
afterAll(async () => {
  await line.stop()
  await clinic.close()
  expect(errors).toEqual([])
})

const sampleOf = async (request: { panels: { patient_sample: number | null }[] }) =>
  (await clinic.db.selectFrom('lab_samples').selectAll().where('id', '=', request.panels[0]!.patient_sample!).executeTakeFirstOrThrow())
    .code

/** Sends each message on a connection of its own and waits until it is decided about; what was answered. */
const send = async (port: number, ...messages: string[]) => {
  const codes: (string | undefined)[] = []
  for (const message of messages) {
    const end = await callLine(port)
    codes.push(...codesIn(await end.ask(mllp(message), (heard) => codesIn(heard).length > 0)))
    end.close()
  }
  await line.settle()
  return codes
}
const resultsOf = (panel: number) =>
  clinic.db.selectFrom('lab_results').selectAll().where('request_panel_id', '=', panel).orderBy('id').execute()
const inbox = async (equipment: number) =>
  (await lab.technician.call('GET', `/lab/equipment-results/?equipment=${equipment}`)).json<
    { reason: string; accession: string; id: number; version: number }[]
  >()

test('a result lands on the test of its sample, once, however often it is sent', async () => {
  const potassium = await lab.test({ unit: 'mmol/L', decimals: 1 })
  const request = await lab.ask([potassium])
  const number = await sampleOf(request)
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [{ code: 'K', panel: potassium }])
  await line.refresh()
  const message = oru(number, [{ code: 'K', value: '5.4', unit: 'mmol/L' }], { id: 'ONCE' })
  expect(await send(instrument.port!, ...Array.from({ length: 10 }, () => message))).toEqual(Array.from({ length: 10 }, () => 'AA'))
  // The same result in a message of its own number is no other result.
  expect(await send(instrument.port!, message.replace('ONCE', 'TWICE'))).toEqual(['AA'])
  expect(await resultsOf(request.of(potassium))).toMatchObject([
    { result: '5.4', unit: 'mmol/L', origin: 'analyser', revision: 1, entered_by: null },
  ])
  const messages = await clinic.db
    .selectFrom('lab_messages')
    .select(['state', 'times_received'])
    .where('equipment_id', '=', instrument.id)
    .orderBy('id')
    .execute()
  expect(messages).toEqual([
    { state: 'applied', times_received: 10 },
    { state: 'applied', times_received: 1 },
  ])
  expect(await inbox(instrument.id)).toEqual([])
})
