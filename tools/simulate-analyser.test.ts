import { execFile, type ExecFileException } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAnalysers, type Analysers } from '#features/analysers/public.ts'
import { anInstrument, mapCodes } from '../src/testing/servers/analysers.ts'
import { openTestClinic, type TestClinic } from '../src/testing/clinic.ts'
import { openLaboratory } from '../src/testing/scenarios/lab-results.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let line: Analysers
beforeAll(async () => {
  clinic = await openTestClinic()
  lab = await openLaboratory(clinic)
  line = await openAnalysers({ login: clinic.logins.kliniki_app, host: '127.0.0.1', clock: () => clinic.clock.now, onError: () => {} })
})
afterAll(async () => {
  await line.stop()
  await clinic.close()
})

const simulate = (...given: string[]) =>
  new Promise<{ code: number; message: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'simulate-analyser.ts'), ...given],
      (error: ExecFileException | null, out, problem) => resolve({ code: Number(error?.code ?? 0), message: out + problem }),
    )
  })

test.each(['hl7', 'astm'] as const)(
  'an instrument is played that speaks %s: its results reach the tests of the sample',
  async (protocol) => {
    const glucose = await lab.test({ unit: 'mmol/L', decimals: 1 })
    const request = await lab.ask([glucose])
    const [sample] = await clinic.db.selectFrom('lab_samples').select('code').where('patient_id', '=', request.patient).execute()
    const instrument = await anInstrument(clinic.db, { protocol })
    await mapCodes(clinic.db, instrument, [{ code: 'GLU', panel: glucose }])
    await line.refresh()
    const about = [
      '--port',
      String(instrument.port),
      '--protocol',
      protocol,
      '--panel',
      'glucose',
      '--accession',
      sample!.code,
      '--rate',
      '50',
    ]
    const { code, message } = await simulate(...about)
    expect([code, message]).toEqual([0, expect.stringContaining('1 of 1 messages were answered')])
    await line.settle()
    const results = await clinic.db.selectFrom('lab_results').select(['origin', 'unit']).where('panel_id', '=', glucose.id).execute()
    expect(results).toEqual([{ origin: 'analyser', unit: 'mmol/L' }])
  },
)

test('says how it is used', async () => {
  expect(await simulate('--port', 'x')).toMatchObject({ code: 1, message: expect.stringContaining('--from-orders') })
  expect(await simulate('--port', '1')).toMatchObject({ code: 1, message: expect.stringContaining('Nobody answers on 127.0.0.1:1') })
})
