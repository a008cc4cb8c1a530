import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anInstrument, callLine, codesIn, mapCodes, mllp } from '../../testing/servers/analysers.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { openAnalysers, type Analysers } from './public.ts'
import { readAstm } from './server/protocol.ts'
import { readHl7 } from './server/read-hl7.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let line: Analysers
const errors: unknown[] = []
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  line = await openAnalysers({ login: clinic.logins.kliniki_app, host: '127.0.0.1', clock: () => clinic.clock.now, onError: (error) => errors.push(error) }) // prettier-ignore
})
afterAll(async () => {
  await line.stop()
  await clinic.close()
  expect(errors).toEqual([])
})

let serial = 0
/** A result message of these segments behind its header. */
const message = (...segments: string[]) =>
  [`MSH|^~\\&|COUNTER|LAB|KLINIKI||20260302080000||ORU^R01^ORU_R01|R${++serial}|P|2.5.1`, ...segments, ''].join('\r')
const comments = (text: string) => readHl7(Buffer.from(text)).message.results.map(({ code, comment }) => [code, comment])

const condition = (code: string) => comments(message('SPM|1|S1||SER|||||||P|||||||||||||' + code, 'OBR|1|||UE', 'OBX|1|NM|K||6.9|mmol/L'))

const index = (value: string) => comments(message('OBR|1|S1|S1|UE', 'OBX|1|NM|K||6.9|mmol/L', 'SPM|1|S1||SER', `OBX|1|NM|HI^Haemolysis index||${value}|`, 'OBX|2|NM|VOL^Volume||2.5|mL')) // prettier-ignore

describe('comments in HL7 messages', () => {
  test('a note behind a result is of it alone; one behind the order, the patient or the sample is of all below', () => {
    const ofOrder = message('PID|1||P-1', 'OBR|1|S1|S1|FBC', 'NTE|1||Sample short', 'OBX|1|NM|HB||124|g/L', 'OBX|2|NM|PLT||80|10*9/L', 'NTE|1||PLATELET CLUMPS?', 'OBR|2|S1|S1|UE', 'OBX|1|NM|K||4.1|mmol/L') // prettier-ignore
    expect(comments(ofOrder)).toEqual([
      ['HB', 'Sample short'],
      ['PLT', 'PLATELET CLUMPS?\nSample short'],
      ['K', ''],
    ])
    const ofPatient = message('PID|1||P-1', 'NTE|1||Check the label', 'OBR|1|S1|S1|FBC', 'OBX|1|NM|HB||124|g/L', 'OBR|2|S2|S2|UE', 'OBX|1|NM|K||4.1|mmol/L') // prettier-ignore
    expect(comments(ofPatient)).toEqual([
      ['HB', 'Check the label'],
      ['K', 'Check the label'],
    ])
  })

  test('the condition of the sample and what was found of haemolysis in it are remarks, other facts of it are not', () => {
    expect(condition('HEM')).toEqual([['K', 'Specimen condition: haemolysed']])
    expect(condition('ROOM')).toEqual([['K', '']])
    expect(index('3')).toEqual([['K', 'Haemolysis index: 3']])
    expect(index('0')).toEqual([['K', '']])
  })
})

test('comments in ASTM messages: behind a result of it, behind the order or the patient of all results below', () => {
  const records = ['H|\\^&|||Counter|||||||P|LIS2-A2|20260302080000', 'P|1||P-1', 'C|1|I|Patient twice|G', 'O|1|S1||^^^FBC', 'C|1|I|HEM^haemolysed\\Short sample|I', 'R|1|^^^HB|124|g/L||N', 'R|2|^^^PLT|80|10*9/L||L', 'C|1|I|PLATELET CLUMPS?|I', 'O|2|S2||^^^UE', 'R|1|^^^K|4.1|mmol/L', 'L|1|N', ''] // prettier-ignore
  const { results, problems } = readAstm(Buffer.from(records.join('\r')))
  expect(problems).toEqual([])
  const ofSample = 'Patient twice\nHEM haemolysed\nShort sample'
  expect(results.map(({ code, comment }) => [code, comment])).toEqual([
    ['HB', ofSample],
    ['PLT', `${ofSample}\nPLATELET CLUMPS?`],
    ['K', 'Patient twice'],
  ])
})

const send = async (port: number, text: string) => {
  const end = await callLine(port)
  const codes = codesIn(await end.ask(mllp(text), (heard) => codesIn(heard).length > 0))
  end.close()
  await line.settle()
  expect(codes).toEqual(['AA'])
}
const opened = async () => {
  const [hb, plt] = [await lab.test({ unit: 'g/L', decimals: 0 }), await lab.test({ unit: '10*9/L', decimals: 0 })]
  const sum = await lab.test({ kind: 'calculated', formula: `${plt.code} * 2`, decimals: 0, unit: '10*9/L' })
  const request = await lab.ask([hb, plt, sum])
  const sample = request.panels.find(({ patient_sample }) => patient_sample !== null)!.patient_sample!
  const { code } = await clinic.db.selectFrom('lab_samples').select('code').where('id', '=', sample).executeTakeFirstOrThrow()
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [
    { code: 'HB', panel: hb },
    { code: 'PLT', panel: plt },
  ])
  await line.refresh()
  return {
    request,
    code,
    port: instrument.port!,
    equipment: instrument.id,
    ids: { hb: request.of(hb), plt: request.of(plt), sum: request.of(sum) },
  }
}
const current = async (id: number) =>
  clinic.db
    .selectFrom('lab_results')
    .selectAll()
    .where('request_panel_id', '=', id)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
const worked = (id: number, more: object = {}) => lab.manager.call('POST', '/lab/results/approve/', { panels: [{ id, ...more }] })

test('a comment stands beside the result before approval, blocks approval with others, and is not printed', async () => {
  const { request, code, port, ids } = await opened()
  await send(port, message(`OBR|1|${code}|${code}|FBC`, 'OBX|1|NM|HB||124|g/L|||||F', 'OBX|2|NM|PLT||80|10*9/L||A|||F', 'NTE|1||PLATELET CLUMPS?')) // prettier-ignore
  expect(await current(ids.plt)).toMatchObject({ result: '80', instrument_comment: 'PLATELET CLUMPS?', instrument_flags: 'A' })
  expect(await current(ids.hb)).toMatchObject({ instrument_comment: '', instrument_flags: '' })
  const list = (await lab.technician.call('GET', '/lab/worklist/?show=approve')).json<{ rows: { cells: { id: number }[] }[] }>()
  expect(list.rows.flatMap(({ cells }) => cells).find(({ id }) => id === ids.plt)).toMatchObject({
    instrument_comment: 'PLATELET CLUMPS?',
    instrument_flags: 'A',
  })
  const together = await lab.approve([ids.hb, ids.plt, ids.sum])
  expect([together.status, together.json()]).toMatchObject([
    409,
    {
      code: 'one_by_one',
      request_panels: [ids.plt, ids.sum],
      outcomes: [
        {
          request_panel: ids.plt,
          result: '80',
          reasons: ['instrument_comment', 'instrument_flag'],
          instrument_comment: 'PLATELET CLUMPS?',
        },
        { request_panel: ids.sum, reasons: ['input'] },
      ],
    },
  ])
  expect(together.json<{ detail: string }>().detail).toContain('PLATELET CLUMPS?')
  expect((await lab.approve([ids.hb])).status).toBe(200)
  expect((await worked(ids.plt)).status).toBe(409)
  expect((await worked(ids.plt, { acknowledged: true })).status).toBe(200)
  expect((await worked(ids.sum)).status).toBe(200)
  expect(await current(ids.plt)).toMatchObject({ instrument_comment: 'PLATELET CLUMPS?' })
  const report = await clinic.app.inject({ url: `/lab/download_labtestresult_pdf/${request.process}/`, headers: { authorization: `Bearer ${lab.doctor.token}` } }) // prettier-ignore
  const text = pdfPages(report.rawPayload).flat().join(' ')
  expect([text.includes('124'), text.includes('CLUMPS')]).toEqual([true, false])
})

test('a comment on the order is of each result; typing over one, or emptying it, does not lose it', async () => {
  const { code, port, ids } = await opened()
  await send(port, message(`OBR|1|${code}|${code}|FBC`, 'NTE|1||Clotted', 'OBX|1|NM|HB||124|g/L|||||F', 'OBX|2|NM|PLT||80|10*9/L|||||F'))
  expect((await lab.enter([{ request_panel: ids.hb, result: '130' }])).status).toBe(200)
  expect((await lab.enter([{ request_panel: ids.plt, result: '' }])).status).toBe(200)
  expect((await lab.enter([{ request_panel: ids.plt, result: '150' }])).status).toBe(200)
  expect(await current(ids.hb)).toMatchObject({ result: '130', origin: 'typed', instrument_comment: 'Clotted' })
  expect(await current(ids.plt)).toMatchObject({ result: '150', instrument_comment: 'Clotted' })
  expect((await lab.approve([ids.hb, ids.plt])).json()).toMatchObject({ code: 'one_by_one', request_panels: [ids.hb, ids.plt] })
})

test('a comment that comes later goes to the result that is there; one that is approved waits for a person with it', async () => {
  const { code, port, ids, equipment } = await opened()
  const plain = [`OBR|1|${code}|${code}|FBC`, 'OBX|1|NM|HB||124|g/L|||||F']
  await send(port, message(...plain))
  const before = await current(ids.hb)
  await send(port, message(...plain, 'NTE|1||Lipaemic'))
  expect(await current(ids.hb)).toMatchObject({ id: before.id, instrument_comment: 'Lipaemic', approved_at: null })
  expect((await worked(ids.hb)).json()).toMatchObject({ code: 'one_by_one' })
  expect((await worked(ids.hb, { acknowledged: true })).status).toBe(200)
  await send(port, message(...plain, 'NTE|1||Lipaemic'))
  await send(port, message(...plain, 'NTE|1||Clot in the probe'))
  expect(await current(ids.hb)).toMatchObject({ instrument_comment: 'Lipaemic' })
  const inbox = (await lab.technician.call('GET', `/lab/equipment-results/?equipment=${equipment}`)).json<object[]>()
  expect(inbox).toMatchObject([{ state: 'waiting', comment: 'Clot in the probe', reason: 'The result is already approved, and the analyser now reports: Clot in the probe' }]) // prettier-ignore
})

test('without a unit a number that may be of another one waits with the question, and is given to its test with a unit or a reason', async () => {
  const hb = await lab.test({ unit: 'g/L', decimals: 0, loinc: '718-7', units: [{ unit: 'g/dL', factor: '10', offset: '0' }] })
  const request = await lab.ask([hb])
  const { code } = await clinic.db
    .selectFrom('lab_samples')
    .select('code')
    .where('process_id', '=', request.process)
    .executeTakeFirstOrThrow()
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [{ code: 'HB', panel: hb }])
  await line.refresh()
  await send(instrument.port!, message(`OBR|1|${code}|${code}|FBC`, 'OBX|1|NM|HB||12.4||||||F'))
  const [waiting] = (await lab.technician.call('GET', `/lab/equipment-results/?equipment=${instrument.id}`)).json<{ id: number; version: number; reason: string }[]>() // prettier-ignore
  expect(waiting!.reason).toBe('12.4 g/L is very unusual: 69 to 208 is expected. Did you mean 12.4 g/dL = 124 g/L?')
  expect(await clinic.db.selectFrom('lab_results').select('id').where('request_panel_id', '=', request.of(hb)).execute()).toEqual([])
  const assign = (more: object) => lab.technician.call('POST', `/lab/equipment-results/${waiting!.id}/resolution/`, { action: 'assign', request_panel: request.of(hb), version: waiting!.version, ...more }) // prettier-ignore
  expect((await assign({})).json()).toMatchObject({ code: 'implausible', questions: [{ meant: [{ value: 124, as: '12.4 g/dL' }] }] })
  expect((await assign({ unit: 'g/dL' })).status).toBe(200)
  expect(await current(request.of(hb))).toMatchObject({ result: '124' })
})
