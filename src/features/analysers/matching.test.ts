import { afterAll, beforeAll, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { anInstrument, callLine, codesIn, mapCodes, mllp, oru } from '../../testing/servers/analysers.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aPatient } from '../../testing/builders.ts'
import { freePort } from '#platform/free-port.ts'
import { framesOf } from './protocol/astm-frames.ts'
import { openAnalysers, type Analysers } from './public.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let line: Analysers
const errors: unknown[] = []
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  line = await openAnalysers({
    login: clinic.logins.kliniki_app,
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

const frames = (text: string) => framesOf(text.split(/(?<=\r)/).map((record) => Buffer.from(record)))
/** Sends one ASTM message frame by frame and waits until it is decided about. */
const sendAstm = async (port: number, text: string) => {
  const end = await callLine(port)
  for (const bytes of [Buffer.of(5), ...frames(text)]) expect([...(await end.ask(bytes, (heard) => heard.length > 0))]).toEqual([6])
  end.send(Buffer.of(4))
  end.close()
  await line.settle()
}
const xpert = (sample: string, rows: readonly (readonly [analyte: string, part: string, value: string])[], patient = 'P|1') =>
  [
    `H|\\^&|${++serial}||GeneXpert|||||||P|LIS2-A2|20260302080000`,
    patient,
    `O|1|${sample}||^^^MTB-RIF|R`,
    ...rows.map(([analyte, part, value], at) => `R|${at + 1}|^MTB-RIF^^Xpert^Xpert MTB-RIF Ultra^4^${analyte}^${part}|${value}^|||||F`),
    'L|1|N',
    '',
  ].join('\r')
let serial = 0

test('GeneXpert by its preset: one result of MTB and rifampicin, no probe and no Ct, and no failure that becomes negative', async () => {
  const tuberculosis = await lab.test({
    loinc: '85362-2',
    choices: [
      { value: 'MTB not detected', flag: 'normal' },
      { value: 'MTB detected, rifampicin resistance not detected', flag: 'critical' },
      { value: 'MTB detected, rifampicin resistance detected', flag: 'critical' },
    ],
  })
  const requests = [await lab.ask([tuberculosis]), await lab.ask([tuberculosis]), await lab.ask([tuberculosis])]
  const numbers = await Promise.all(requests.map(sampleOf))
  const port = await freePort()
  const made = await lab.manager.call('POST', '/lab/lab-equipment/', {
    name: 'Molecular',
    data_format: 'astm',
    connection: 'listen',
    ip_address: '127.0.0.1',
    port,
    preset: 'genexpert-astm',
  })
  expect(made.status, made.text).toBe(201)
  const { id, version } = made.json<{ id: number; version: number }>()
  await line.refresh()
  const parts = [['SPC', 'Ct', '26.4'], ['rpoB1', 'Ct', '0'], ['rpoB1', '', 'NEG'], ['QC-1', '', 'PASS']] as const // prettier-ignore
  await sendAstm(port, xpert(numbers[0]!, [['MTB', '', 'NOT DETECTED'], ...parts, ['RIF', '', '']]))
  await sendAstm(port, xpert(numbers[1]!, [['MTB', '', 'DETECTED LOW'], ...parts, ['RIF', '', 'NOT DETECTED']]))
  await sendAstm(port, xpert(numbers[2]!, [['MTB', '', 'INVALID'], ...parts, ['RIF', '', 'NOT DETECTED']]))
  // One code is to be mapped, and suggested by the LOINC of the preset; the parts are none.
  const unmapped = (await lab.manager.call('GET', `/lab/lab-equipment/${id}/unmapped/`)).json<object[]>()
  expect(unmapped).toMatchObject([{ code: 'MTB-RIF', seen: 3, suggested_panel: tuberculosis.id }])
  const map = (values: object) => lab.manager.call('PUT', `/lab/lab-equipment/${id}/codes/`, { codes: [{ code: 'MTB-RIF', panel: tuberculosis.id, values }], version }) // prettier-ignore
  expect((await map({ 'MTB INVALID': 'MTB not detected' })).text).toContain('MTB INVALID is not a result: it cannot mean MTB not detected.')
  for (const none of ['MTB_NO-RESULT', 'Insufficient', 'QNS', 'NOT_DONE', 'Invalid', 'UNRESOLVED', 'No-call', 'Repeat', 'RETEST'])
    expect((await map({ [none]: 'MTB not detected' })).text).toContain(`${none} is not a result: it cannot mean MTB not detected.`)
  const load = await lab.test({ unit: '{copies}/mL', decimals: 0 })
  for (const value of ['Not detected', '0'])
    expect((await lab.manager.call('PUT', `/lab/lab-equipment/${id}/codes/`, { codes: [{ code: 'VL', panel: load.id, values: { INVALID: value } }], version })).text).toContain(`INVALID is not a result: it cannot mean ${value}.`) // prettier-ignore
  expect((await map({})).status).toBe(200)
  const { outcomes, ...sums } = (await lab.technician.call('POST', '/lab/equipment-results/retry/', { equipment: id })).json<{
    applied: number
    waiting: number
    outcomes: { state: string }[]
  }>()
  expect([sums, outcomes.map(({ state }) => state)]).toEqual([{ applied: 2, waiting: 1 }, ['applied', 'applied', 'waiting']])
  const filed = await Promise.all(requests.map(async (request) => (await resultsOf(request.of(tuberculosis))).map(({ result }) => result)))
  expect(filed).toEqual([['MTB not detected'], ['MTB detected, rifampicin resistance not detected'], []])
  expect((await inbox(id)).map(({ reason }) => reason)).toEqual([
    'MTB INVALID is not a choice of this test. Add its meaning to the value map of the analyser.',
  ])
  // Nor by a map that was written before it was refused.
  await clinic.db.updateTable('lab_equipment_codes').set({ values: JSON.stringify({ 'MTB INVALID': 'MTB not detected' }) }).where('equipment_id', '=', id).execute() // prettier-ignore
  await lab.technician.call('POST', '/lab/equipment-results/retry/', { equipment: id })
  expect((await inbox(id)).map(({ reason }) => reason)).toEqual(['MTB INVALID is not a result: it is never entered as MTB not detected.'])
  const states = await clinic.db
    .selectFrom('lab_message_results as r')
    .innerJoin('lab_messages as m', 'm.id', 'r.message_id')
    .select(['r.state', 'r.part'])
    .where('m.equipment_id', '=', id)
    .where('r.part', '<>', '')
    .execute()
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['ignored']))
  expect(states).toHaveLength(15)
})

const named = (name: string, birth = '', sex = '') => `||${name}||${birth}|${sex}`

test('what the message says of the patient is compared: alphabets, cut names, merged numbers; another name, birthday or sex waits', async () => {
  const urea = await lab.test({ unit: 'mmol/L', decimals: 1 })
  const person = { first_name: 'Jürgen', second_name: 'Müller-Abdirahman', other_names: 'Martin', gender: 'male', date_of_birth: '1980-03-12' } as const // prettier-ignore
  const officer = await clinic.signedInFrom('Records officer')
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [{ code: 'UREA', panel: urea }])
  await line.refresh()
  const other = await aPatient(clinic.db, { first_name: 'Amina', second_name: 'Otieno' })
  const outcome = async (stated: (own: { unique_id: string; merged: string }) => string) => {
    const patient = await aPatient(clinic.db, person)
    const merged = await aPatient(clinic.db, { first_name: 'J', second_name: 'M' })
    const two = { from: merged.id, into: patient.id }
    const { seen } = (await officer.call('GET', `/patients/merges/preview/?from=${two.from}&into=${two.into}`)).json<{ seen: string }>()
    const joined = await officer.call('POST', '/patients/merges/', { ...two, seen, typed_number: patient.unique_id })
    expect(joined.status, joined.text).toBe(201)
    const request = await lab.ask([urea], { of: patient.id })
    const message = oru(await sampleOf(request), [{ code: 'UREA', value: '5.0', unit: 'mmol/L' }], {
      patient: stated({ unique_id: patient.unique_id, merged: merged.unique_id }),
    })
    await send(instrument.port!, message)
    return (await resultsOf(request.of(urea))).length === 1 ? 'entered' : (await inbox(instrument.id))[0]!.reason
  }
  const entered = [
    named('MUELLER^JUERGEN', '19800312', 'M'),
    named('Muller Abdirahman^Jurgen'),
    named('ABDIRAH^JURGEN'),
    named('Мартин'),
    named('', '', 'U'),
  ]
  for (const [at, stated] of entered.entries()) expect([at, await outcome(() => `X${stated}`)]).toEqual([at, 'entered'])
  for (const stated of [named('Weber^Jurgen'), named('MULLER^J'), named('Muller Abdirahman^Jurge'), named('Muller^Jorgen', '19800312')])
    expect(await outcome(({ merged }) => `${merged}${stated}`)).toBe('entered')
  const waits = [
    named('Otieno^Amina'),
    named('Muller^Peter', '19800312', 'M'),
    named('Muller^Jorgen'),
    // Twins have one birth date, and a first name that is cut or an initial may be another one.
    named('Muller^Jorgen', '19800312', 'M'),
    named('MULLER^J', '19800312', 'M'),
    named('Muller Abdirahman^Jurge', '19800312', 'M'),
    named('Muller^Jurgen', '19810312'),
    named('Muller^Jurgen', '19800312', 'F'),
  ]
  for (const [at, stated] of waits.entries()) expect([at, await outcome(() => `X${stated}`)]).toEqual([at, expect.stringMatching(/^The message names .*, but sample .* belongs to /)]) // prettier-ignore
  // The number of the right patient does not make another name, birthday or sex right; that of another patient is another patient.
  for (const stated of [named('Otieno^Amina'), named('Muller^Jurgen', '19810312'), named('Muller^Jurgen', '', 'F')])
    expect(await outcome(({ unique_id }) => `${unique_id}${stated}`)).toMatch(/^The message names /)
  expect(await outcome(() => `${other.unique_id}${named('Muller^Jurgen')}`)).toMatch(new RegExp(`^The message names ${other.unique_id}`))
})

interface Waiting {
  id: number
  version: number
  message: number
  sample: number | null
}
const resolveAll = (rows: readonly Waiting[], body: object, by = lab.technician) =>
  by.call('POST', `/lab/equipment-messages/${rows[0]!.message}/resolution/`, {
    results: rows.map(({ id, version }) => ({ id, version })),
    ...body,
  })

const idOf = (request: { panels: { patient_sample: number | null }[] }) => request.panels[0]!.patient_sample!

test('a person chooses the sample of a whole message, after seeing both patients where they differ; of two at once one is told', async () => {
  const [na, k] = [await lab.test({ unit: 'mmol/L', decimals: 0 }), await lab.test({ unit: 'mmol/L', decimals: 1 })]
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [
    { code: 'NA', panel: na },
    { code: 'K', panel: k },
  ])
  await line.refresh()
  const values = [{ code: 'NA', value: '140', unit: 'mmol/L' }, { code: 'K', value: '4.1', unit: 'mmol/L' }] // prettier-ignore
  const waiting = async () => (await lab.technician.call('GET', `/lab/equipment-results/?equipment=${instrument.id}`)).json<Waiting[]>()
  const [right, rival, early] = [
    await lab.ask([na, k], { patient: { first_name: 'Grace', second_name: 'Wambui', gender: 'female', date_of_birth: '1990-02-14' } }),
    await lab.ask([na, k]),
    await lab.ask([na], { isTaken: false }),
  ]
  // A message that names no sample.
  await send(instrument.port!, oru('', values, { patient: 'X||WAMBUI^GRACE||19900214|F' }))
  const rows = await waiting()
  expect(rows.map(({ sample }) => sample)).toEqual([null, null])
  const choose = (of: readonly Waiting[], sample: number, more: object = {}) => resolveAll(of, { action: 'choose sample', sample, ...more })
  expect((await resolveAll(rows, { action: 'choose sample' })).status).toBe(400)
  expect((await choose(rows, 999_999)).status).toBe(404)
  expect((await choose([{ ...rows[0]!, id: 999_999 }], idOf(right))).status).toBe(400)
  expect((await choose(rows, idOf(early))).json()).toMatchObject({ code: 'sample_not_usable' })
  const cashier = await clinic.signedInFrom('Cashier', 'cashier')
  expect((await resolveAll(rows, { action: 'choose sample', sample: idOf(right) }, cashier)).status).toBe(403)
  const compared = await lab.technician.call('GET', `/lab/equipment-results/${rows[0]!.id}/samples/${idOf(right)}/`)
  expect(compared.json()).toMatchObject({
    refusal: null,
    facts: [
      { field: 'number', outcome: 'unknown' },
      { field: 'name', message: 'WAMBUI GRACE', record: 'Grace Wambui', outcome: 'same' },
      { field: 'date of birth', outcome: 'same' },
      { field: 'sex', message: 'F', record: 'F', outcome: 'same' },
    ],
  })
  // Two people at once, for two samples: one is done, the other one is told.
  const both = await Promise.all([choose(rows, idOf(right)), choose(rows, idOf(rival), { reason: 'Mixed up' })])
  const winner = both[0].status === 200 ? right : rival
  expect(statuses(both)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 200)!.json()).toMatchObject({ applied: 2, waiting: 0 })
  const count = async (request: typeof right) => (await Promise.all([na, k].map((test) => resultsOf(request.of(test))))).flat().length
  expect([await count(winner), await count(winner === right ? rival : right)]).toEqual([2, 0])
  expect(await resultsOf(winner.of(na))).toMatchObject([{ result: '140', origin: 'analyser', entered_by: lab.technician.id }])
  // The same again is the same.
  const again = await choose(rows, idOf(winner))
  expect([again.status, await count(winner)]).toEqual([200, 2])
  expect((await choose(rows, idOf(winner === right ? rival : right), { reason: 'x' })).json()).toMatchObject({ code: 'resolved' })

  // The right number with another patient: the server shows both sides, and takes it with a reason alone.
  const third = await lab.ask([na, k], {
    patient: { first_name: 'Grace', second_name: 'Otieno', gender: 'female', date_of_birth: '1990-02-14' },
  })
  await send(instrument.port!, oru(await sampleOf(third), values, { patient: 'X||WAMBUI^PETER||19850101|M' }))
  const wrong = await waiting()
  expect(wrong).toMatchObject([{ sample: idOf(third) }, { sample: idOf(third) }])
  const refused = await choose(wrong, idOf(third))
  expect([refused.status, refused.json()]).toMatchObject([
    409,
    {
      code: 'other_patient',
      differences: [
        { field: 'name', message: 'WAMBUI PETER', record: 'Grace Otieno' },
        { field: 'date of birth', message: '1985-01-01', record: '1990-02-14' },
        { field: 'sex', message: 'M', record: 'F' },
      ],
    },
  ])
  const give = { action: 'assign', request_panel: third.of(na), version: wrong[0]!.version }
  const one = (body: object) => lab.technician.call('POST', `/lab/equipment-results/${wrong.at(-1)!.id}/resolution/`, body)
  // A refusal that shows both patients is a reading of the record.
  const shown = async () =>
    (await clinic.db.selectFrom('audit_log').select(['action', 'actor_id', 'patient_id']).where('entity', '=', 'equipment message').where('entity_id', '=', wrong[0]!.message).execute()) // prettier-ignore
  const reading = { action: 'read', actor_id: lab.technician.id, patient_id: third.patient }
  expect(await shown()).toEqual([reading])
  expect((await one(give)).json()).toMatchObject({ code: 'other_patient' })
  expect(await shown()).toEqual([reading, reading])
  expect(await count(third)).toBe(0)
  const accepted = await choose(wrong, idOf(third), { reason: 'Label of the tube read aloud with the patient' })
  expect([accepted.status, await count(third)]).toEqual([200, 2])
  const trail = await clinic.db.selectFrom('audit_log').select(['actor_id', 'patient_id', 'change']).where('action', '=', 'choose sample').orderBy('id').execute() // prettier-ignore
  expect(trail.at(-1)).toMatchObject({
    actor_id: lab.technician.id,
    patient_id: third.patient,
    change: {
      reason: 'Label of the tube read aloud with the patient',
      differs: [{ field: 'name' }, { field: 'date of birth' }, { field: 'sex' }],
    },
  })

  // Two samples in one message are chosen one by one; a whole message is set aside, or tried again, at once.
  const two = oru('NONE1', values).replace(/\rOBX\|2/, '\rOBR|2|NONE2|NONE2|X\rOBX|2')
  await send(instrument.port!, two)
  const several = await waiting()
  expect((await choose(several, idOf(right))).json()).toMatchObject({ code: 'several_samples' })
  expect((await resolveAll(several, { action: 'retry' })).json()).toMatchObject({ applied: 0, waiting: 2 })
  expect((await resolveAll(several, { action: 'dismiss', reason: 'Test run' })).status).toBe(412)
  expect((await resolveAll(await waiting(), { action: 'dismiss' })).status).toBe(400)
  expect((await resolveAll(await waiting(), { action: 'dismiss', reason: 'Test run' })).json()).toMatchObject({ waiting: 0 })
  expect(await waiting()).toEqual([])
})
