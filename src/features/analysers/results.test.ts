import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstrument, callLine, codesIn, mapCodes, mllp, oru } from '../../testing/servers/analysers.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
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

const na = (value: string, unit = 'mmol/L', status = 'F') => [{ code: 'NA', value, unit, status }]
const measured = (value: string) => oru('QC77', [{ code: 'GLU', value, unit: 'mmol/L' }])

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

test('what is not certain waits in the inbox with its reason, and touches nobody’s results', async () => {
  const sodium = await lab.test({ unit: 'mmol/L', decimals: 0, units: [{ unit: 'mmol/dL', factor: '10', offset: '0' }] })
  const malaria = await lab.test({
    choices: [
      { value: 'Negative', flag: 'normal' },
      { value: 'Positive', flag: 'critical' },
    ],
  })
  const [asked, other, uncollected] = [
    await lab.ask([sodium, malaria]),
    await lab.ask([malaria]),
    await lab.ask([sodium], { isTaken: false }),
  ]
  const [number, others, early] = [await sampleOf(asked), await sampleOf(other), await sampleOf(uncollected)]
  const someone = await clinic.db.selectFrom('patients').select('unique_id').where('id', '=', other.patient).executeTakeFirstOrThrow()
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [
    { code: 'NA', panel: sodium },
    { code: 'MAL', panel: malaria, values: { '2+': 'Positive' } },
    { code: 'SKIP', panel: null },
  ])
  await line.refresh()
  await send(
    instrument.port!,
    oru('S0000000000', na('140')),
    oru('', na('140')),
    oru(early, na('140')),
    oru(others, na('140')),
    oru(number, [{ code: 'XX', value: '1' }]),
    oru(number, na('high')),
    oru(number, na('140', 'mg/dL')),
    oru(number, na('140', 'mmol/L', 'X')),
    oru(number, na('139', 'mmol/L', 'P')),
    oru(number, na('140'), { patient: someone.unique_id }),
    oru(number, na('140'), { patient: '4711|X|SOMEBODY^ELSE||19000101' }),
    oru(number, [{ code: 'MAL', value: 'maybe', type: 'ST' }]),
    oru(number, [...na('140'), ...na('150')]),
    oru(number, [{ code: 'SKIP', value: '1' }]),
    oru(number, na('141'), { processing: 'T' }),
  )
  const reasons = (await inbox(instrument.id)).map(({ reason }) => reason).toReversed()
  expect(reasons).toEqual([
    'Sample S0000000000 not found.',
    'The message names no sample.',
    `Sample ${early} is not collected yet.`,
    `${sodium.name} was not requested on sample ${others}.`,
    'Code XX is not in the code map of the analyser.',
    'Enter a number, such as 5.4.',
    'This test is reported in mmol/L; mg/dL is not accepted.',
    'The analyser could not measure it.',
    'This result is not final yet.',
    expect.stringMatching(/^The message names .*, but sample .* belongs to /),
    expect.stringMatching(/^The message names .*, but sample .* belongs to /),
    'maybe is not a choice of this test. Add its meaning to the value map of the analyser.',
    'The message has more than one result for this test.',
    'The message has more than one result for this test.',
  ])
  const written = await clinic.db.selectFrom('lab_results').select('id').where('panel_id', 'in', [sodium.id, malaria.id]).execute()
  expect(written).toEqual([])
  // The same words, and another unit of the test, are no doubt.
  await send(
    instrument.port!,
    oru(number, [
      { code: 'NA', value: '14.2', unit: 'mmol/dL' },
      { code: 'MAL', value: '2+', type: 'ST' },
    ]),
  )
  expect(await resultsOf(asked.of(sodium))).toMatchObject([{ result: '142' }])
  expect(await resultsOf(asked.of(malaria))).toMatchObject([{ result: 'Positive', flag: 'critical' }])
  expect(await clinic.db.selectFrom('lab_critical_calls').select('id').where('patient_id', '=', asked.patient).execute()).toHaveLength(1)
})

test('a rerun takes the place of what was not approved, and never of what a person typed or approved', async () => {
  const urea = await lab.test({ unit: 'mmol/L', decimals: 1 })
  const [run, typed, approved] = [await lab.ask([urea]), await lab.ask([urea]), await lab.ask([urea])]
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [{ code: 'UREA', panel: urea }])
  await line.refresh()
  const message = async (request: typeof run, value: string) => oru(await sampleOf(request), [{ code: 'UREA', value, unit: 'mmol/L' }])
  expect((await lab.enter([{ request_panel: typed.of(urea), result: '5.0' }])).status).toBe(200)
  await send(instrument.port!, await message(run, '5.0'), await message(approved, '5.0'))
  expect((await lab.approve([approved.of(urea)])).status).toBe(200)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  await send(
    instrument.port!,
    await message(run, '6.0'),
    await message(typed, '6.0'),
    await message(approved, '6.0'),
    await message(approved, '5.0'),
  )
  const current = async (request: typeof run) => (await resultsOf(request.of(urea))).find(({ is_current }) => is_current)!.result
  expect([await current(run), await current(typed), await current(approved)]).toEqual(['6.0', '5.0', '5.0'])
  expect((await inbox(instrument.id)).map(({ reason }) => reason).toReversed()).toEqual([
    'A different result is already entered: 5.0.',
    'Another result is already approved: 5.0.',
  ])
  expect(await resultsOf(approved.of(urea))).toHaveLength(1)
})

test('control material is never a patient’s, and is judged by what is known of it', async () => {
  const glucose = await lab.test({ unit: 'mmol/L', decimals: 1 })
  const request = await lab.ask([glucose])
  const number = await sampleOf(request)
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [{ code: 'GLU', panel: glucose }])
  await line.refresh()
  const made = await lab.manager.call('POST', '/lab/controls/', {
    equipment: instrument.id,
    test_panel: glucose.id,
    lot: 'QC77',
    level: 'L1',
    mean: '5',
    sd: '0.1',
  })
  expect(made.status, made.text).toBe(201)
  const control = made.json<{ id: number; version: number }>()
  await send(instrument.port!, measured('5.1'), measured('5.4'))
  // Marked as a control, with the number of a sample: still no patient's.
  const marked = oru(number, [{ code: 'GLU', value: '9.9', unit: 'mmol/L' }], { specimen: `SPM|1|${number}||SER|||||||Q` })
  await send(instrument.port!, marked)
  expect(await resultsOf(request.of(glucose))).toEqual([])
  // Called control by the beginning of its number alone, which is that of a sample: a person decides.
  const prefixed = await anInstrument(clinic.db, { layout: { control_prefix: number.slice(0, 2) } })
  await mapCodes(clinic.db, prefixed, [{ code: 'GLU', panel: glucose }])
  await line.refresh()
  await send(prefixed.port!, oru(number, [{ code: 'GLU', value: '9.8', unit: 'mmol/L' }]), oru(`${number.slice(0, 2)}none`, [{ code: 'GLU', value: '9.7', unit: 'mmol/L' }])) // prettier-ignore
  expect((await inbox(prefixed.id)).map(({ reason }) => reason)).toEqual([
    `The message marks it as control material, but sample ${number} belongs to a patient.`,
  ])
  expect(await resultsOf(request.of(glucose))).toEqual([])
  const chart = (await lab.technician.call('GET', `/lab/controls/${control.id}/results/`)).json<{
    points: unknown[]
    own: unknown
    control: unknown
  }>()
  expect(chart.points).toMatchObject([
    { result: '5.1', z: '1.00', outcome: 'accepted', broken: [] },
    { result: '5.4', z: '4.00', outcome: 'rejected', broken: expect.arrayContaining(['1-3s']) },
  ])
  expect(chart).toMatchObject({ control: { count: 2, last_outcome: 'rejected' }, own: { count: 2 } })
  const all = (await lab.technician.call('GET', `/lab/control-results/?equipment=${instrument.id}`)).json<
    { lot: string; control: number | null }[]
  >()
  expect(all.map(({ control: of }) => of)).toEqual([null, control.id, control.id])
  expect(await inbox(instrument.id)).toEqual([])
  const twice = { equipment: instrument.id, test_panel: glucose.id, lot: 'QC77', level: 'L1', mean: '6', sd: '0.2' }
  expect((await lab.manager.call('POST', '/lab/controls/', twice)).status).toBe(409)
  const changed = await lab.manager.call('PATCH', `/lab/controls/${control.id}/`, { mean: '5.15', version: control.version })
  expect(changed.json()).toMatchObject({ mean: '5.15', lot: 'QC77', last_outcome: 'warning' })
  expect((await lab.manager.call('PATCH', `/lab/controls/${control.id}/`, { mean: '5.2', version: control.version })).status).toBe(412)
})

test('a control is measured by hand, on an instrument or on none, and judged with the others', async () => {
  const glucose = await lab.test({ unit: 'mmol/L', decimals: 1, units: [{ unit: 'mg/dL', factor: '0.0555', offset: '0' }] })
  const made = await lab.manager.call('POST', '/lab/controls/', { test_panel: glucose.id, lot: 'HAND1', level: 'L1', mean: '5', sd: '0.1' })
  expect([made.status, made.json()]).toMatchObject([201, { equipment: null, equipment_name: null, count: 0 }])
  const { id, version } = made.json<{ id: number; version: number }>()
  const again = await lab.manager.call('POST', '/lab/controls/', { equipment: null, test_panel: glucose.id, lot: 'HAND1', level: 'L1', mean: '5', sd: '0.1' }) // prettier-ignore
  expect(again.json()).toMatchObject({ code: 'exists' })
  const enter = (body: object, by = lab.technician) => by.call('POST', `/lab/controls/${id}/results/`, body)
  expect((await enter({ result: '5.1' }, lab.doctor)).status).toBe(403)
  for (const result of ['nd', '<5', '5-6', 'five', '5 g/L'])
    expect((await enter({ result })).json(), result).toMatchObject({ result: [expect.any(String)] })
  expect((await enter({ result: '5.1', measured_at: '2099-01-01T00:00:00Z' })).json()).toEqual({
    measured_at: ['Enter a time that is not in the future.'],
  })
  const first = await enter({ result: '5.1000', measured_at: '2026-03-02T06:00:00Z' })
  expect([first.status, first.json()]).toMatchObject([
    201,
    { result: '5.1', z: '1.00', outcome: 'accepted', entered_by_name: 'Test labtech' },
  ])
  const second = await enter({ result: '97.3 mg/dL', note: 'New reagent' })
  expect(second.json()).toMatchObject({ result: '5.4', outcome: 'rejected', broken: expect.arrayContaining(['1-3s']), note: 'New reagent' })
  const chart = (await lab.technician.call('GET', `/lab/controls/${id}/results/`)).json<{ points: object[] }>()
  expect(chart).toMatchObject({ control: { count: 2, last_outcome: 'rejected' }, points: [{ result: '5.1' }, { result: '5.4' }] })
  const all = (await lab.technician.call('GET', `/lab/control-results/?panel=${glucose.id}`)).json()
  expect(all).toMatchObject([
    { message: null, equipment: null, code: '', control: id, note: 'New reagent' },
    { message: null, control: id },
  ])
  expect((await lab.manager.call('PATCH', `/lab/controls/${id}/`, { is_active: false, version })).status).toBe(200)
  expect((await enter({ result: '5.0' })).json()).toMatchObject({ code: 'inactive' })
  expect((await lab.technician.call('POST', '/lab/controls/2000000000/results/', { result: '5' })).status).toBe(404)
})

test('an instrument’s results that are no numbers are entered as a person’s are; the same once more is the same', async () => {
  const load = await lab.test({ unit: '{copies}/mL', decimals: 0 })
  const cells = await lab.test({ unit: '/[HPF]', decimals: 0 })
  const titre = await lab.test({ unit: '{titer}', decimals: 0 })
  const sodium = await lab.test({ unit: 'mmol/L', decimals: 0 })
  const request = await lab.ask([load, cells, titre, sodium])
  const number = await sampleOf(request)
  const instrument = await anInstrument(clinic.db)
  await mapCodes(clinic.db, instrument, [{ code: 'VL', panel: load }, { code: 'PUS', panel: cells }, { code: 'TIT', panel: titre }, { code: 'NA', panel: sodium }]) // prettier-ignore
  await line.refresh()
  const sent = oru(number, [
    { code: 'VL', value: 'TARGET NOT DETECTED', type: 'ST', unit: 'copies/mL' },
    { code: 'PUS', value: '^2^-^4', type: 'SN', unit: '/HPF' },
    { code: 'TIT', value: '^1^:^160', type: 'SN' },
    { code: 'NA', value: '140.4000', unit: 'mmol/L' },
  ])
  await send(instrument.port!, sent)
  const texts = async () => (await Promise.all(request.panels.map(({ id }) => resultsOf(id)))).map((all) => all.map(({ result }) => result))
  expect(await texts()).toEqual([['Not detected'], ['2-4'], ['1:160'], ['140']])
  await send(instrument.port!, oru(number, [{ code: 'NA', value: '140.4', unit: 'mmol/L' }, { code: 'VL', value: 'LDL', type: 'ST' }])) // prettier-ignore
  expect(await texts()).toEqual([['Not detected'], ['2-4'], ['1:160'], ['140']])
  expect(await inbox(instrument.id)).toEqual([])
  await send(instrument.port!, oru(number, [{ code: 'NA', value: '++' }, { code: 'VL', value: '1.2E5' }])) // prettier-ignore
  expect(await texts()).toEqual([['120000'], ['2-4'], ['1:160'], ['140']])
  expect((await inbox(instrument.id)).map(({ reason }) => reason)).toEqual(['Enter a number, such as 5.4.'])
})

test('trying several again reports what became of each', async () => {
  const [crp, hb] = [await lab.test({ unit: 'mg/L' }), await lab.test({ unit: 'g/L' })]
  const request = await lab.ask([crp, hb])
  const number = await sampleOf(request)
  const instrument = await anInstrument(clinic.db)
  await line.refresh()
  await send(instrument.port!, oru(number, [{ code: 'CRP', value: '12', unit: 'mg/L' }, { code: 'HGB', value: 'high' }]), oru('S-0', [{ code: 'CRP', value: '3' }])) // prettier-ignore
  const waiting = (await inbox(instrument.id)).map(({ id }) => id)
  expect(waiting).toHaveLength(3)
  await mapCodes(clinic.db, instrument, [{ code: 'CRP', panel: crp }, { code: 'HGB', panel: hb }]) // prettier-ignore
  const retry = (body: object, by = lab.technician) => by.call('POST', '/lab/equipment-results/retry/', body)
  // A message is tried as a whole: what waits beside the result that is named is reported too.
  const one = (await retry({ results: [waiting[1]] })).json<{ outcomes: { code: string; state: string }[] }>()
  expect(one.outcomes.map(({ code, state }) => [code, state])).toEqual([['CRP', 'applied'], ['HGB', 'waiting']]) // prettier-ignore
  const done = await retry({ results: waiting })
  expect([done.status, done.json()]).toEqual([
    200,
    {
      applied: 1,
      waiting: 2,
      outcomes: [
        expect.objectContaining({ code: 'CRP', accession: number, value: '12', panel_name: crp.name, state: 'applied', reason: '' }),
        expect.objectContaining({ code: 'HGB', state: 'waiting', reason: 'Enter a number, such as 5.4.' }),
        expect.objectContaining({ accession: 'S-0', state: 'waiting', reason: 'Sample S-0 not found.' }),
      ],
    },
  ])
  // Of the same message, and decided about already: said as it stands.
  expect((await retry({ results: waiting })).json()).toMatchObject({ applied: 1, waiting: 2 })
  expect((await retry({ equipment: instrument.id })).json()).toMatchObject({
    applied: 0,
    waiting: 2,
    outcomes: [{ code: 'HGB' }, { accession: 'S-0' }],
  })
  expect((await retry({ results: [waiting[0], 2_000_000_000] })).json()).toEqual({ 'results.1': ['There is no such result.'] })
  expect((await retry({ equipment: 2_000_000_000 })).json()).toEqual({ equipment: ['Analyser not found.'] })
  expect((await retry({ results: [] })).status).toBe(400)
  expect((await retry({ results: waiting }, lab.doctor)).status).toBe(403)

  // Whoever has no work with a restricted patient tries the results again, and is shown none of them.
  const officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  const restriction = `/patients/patients/${request.patient}/restriction/`
  expect((await officer.call('POST', restriction, { reason: 'Kept' })).status).toBe(201)
  const outside = await clinic.signedInAs(['laboratory.enter'])
  const shut = await retry({ results: waiting }, outside)
  expect([shut.status, shut.json()]).toMatchObject([200, { applied: 0, waiting: 1, outcomes: [{ accession: 'S-0' }] }])
  expect(shut.json<{ outcomes: object[] }>().outcomes).toHaveLength(1)
  const { message_id: message, id, version } = await clinic.db.selectFrom('lab_message_results').select(['message_id', 'id', 'version']).where('id', '=', waiting[1]!).executeTakeFirstOrThrow() // prettier-ignore
  const together = (by = lab.technician) =>
    by.call('POST', `/lab/equipment-messages/${message}/resolution/`, { action: 'retry', results: [{ id, version }] })
  // What the message says of its patient is not shown beside the sample of another patient either.
  const { panels } = await lab.ask([crp])
  const comparison = `/lab/equipment-results/${waiting[1]!}/samples/${panels[0]!.patient_sample!}/`
  expect([(await outside.call('GET', comparison)).status, (await lab.technician.call('GET', comparison)).status]).toEqual([404, 200])
  const hidden = await together(outside)
  expect([hidden.status, hidden.json()]).toEqual([200, { applied: 0, waiting: 0, results: [] }])
  expect((await together()).json()).toMatchObject({ waiting: 1, results: [{ code: 'CRP' }, { code: 'HGB' }] })
  const reads = (by: { id: number }) =>
    clinic.db.selectFrom('audit_log').select('id').where('actor_id', '=', by.id).where('action', '=', 'read').where('patient_id', '=', request.patient).execute() // prettier-ignore
  expect([(await reads(outside)).length, (await reads(lab.technician)).length > 0]).toEqual([0, true])
})

test('the inbox is resolved by mapping and trying again, by giving a result to a test of its sample, or by setting it aside', async () => {
  const [crp, hb] = [await lab.test({ unit: 'mg/L', code: 'CRPX', loinc: '1988-5' }), await lab.test({ unit: 'g/L' })]
  const request = await lab.ask([crp, hb])
  const stranger = await lab.ask([hb])
  const number = await sampleOf(request)
  const instrument = await anInstrument(clinic.db)
  await line.refresh()
  await send(
    instrument.port!,
    oru(number, [{ code: '1988-5', value: '12', unit: 'mg/L' }]),
    oru(number, [{ code: 'HGB', value: '120', unit: 'g/L' }]),
    oru(number, [{ code: 'NOISE', value: '1' }]),
  )
  const [noise, hgb, crpWaits] = await inbox(instrument.id)
  const unmapped = (await lab.manager.call('GET', `/lab/lab-equipment/${instrument.id}/unmapped/`)).json<
    { code: string; suggested_panel: number | null }[]
  >()
  expect(unmapped.find(({ code }) => code === '1988-5')).toMatchObject({ suggested_panel: crp.id, value: '12', unit: 'mg/L', seen: 1 })
  expect(unmapped.find(({ code }) => code === 'HGB')).toMatchObject({ suggested_panel: null })
  const put = await lab.manager.call('PUT', `/lab/lab-equipment/${instrument.id}/codes/`, {
    codes: [{ code: '1988-5', panel: crp.id }],
    version: 1,
  })
  expect(put.status, put.text).toBe(200)
  expect(await resultsOf(request.of(crp))).toEqual([])
  const resolve = (id: number, body: object) => lab.technician.call('POST', `/lab/equipment-results/${id}/resolution/`, body)
  const tried = await resolve(crpWaits!.id, { action: 'retry', version: crpWaits!.version })
  expect(tried.json()).toMatchObject({ state: 'applied', request_panel: request.of(crp), reason: '' })
  expect(await resultsOf(request.of(crp))).toMatchObject([{ result: '12', entered_by: null }])
  const given = { action: 'assign', version: hgb!.version }
  expect((await resolve(hgb!.id, { ...given, request_panel: stranger.of(hb) })).json()).toMatchObject({ code: 'other_sample' })
  expect((await resolve(hgb!.id, given)).status).toBe(400)
  expect((await resolve(hgb!.id, { ...given, version: 99, request_panel: request.of(hb) })).status).toBe(412)
  const assigned = await resolve(hgb!.id, { ...given, request_panel: request.of(hb) })
  expect(assigned.json()).toMatchObject({ state: 'applied', resolved_by_name: 'Test labtech' })
  expect(await resultsOf(request.of(hb))).toMatchObject([{ result: '120', origin: 'analyser', entered_by: lab.technician.id }])
  expect((await resolve(hgb!.id, { ...given, request_panel: request.of(hb) })).status).toBe(409)
  expect((await resolve(noise!.id, { action: 'dismiss', reason: 'Not a test', version: noise!.version })).json()).toMatchObject({
    state: 'dismissed',
    reason: 'Not a test',
  })
  expect(await inbox(instrument.id)).toEqual([])
  const log = (await lab.technician.call('GET', `/lab/equipment-messages/?equipment=${instrument.id}`)).json<
    { id: number; state: string; answer: string }[]
  >()
  expect(log.map(({ state, answer }) => [state, answer])).toEqual([
    ['applied', 'AA'],
    ['applied', 'AA'],
    ['applied', 'AA'],
  ])
  const whole = (await lab.technician.call('GET', `/lab/equipment-messages/${log[0]!.id}/`)).json<{ text: string; answer_text: string }>()
  expect(whole.text).toContain('\nOBX|1|NM|NOISE')
  expect(whole.answer_text).toContain('MSA|AA')
  const replayed = await lab.manager.call('POST', `/lab/equipment-messages/${log[2]!.id}/replay/`, {})
  expect(replayed.json()).toMatchObject({ state: 'applied', results: 1 })
  expect(await resultsOf(request.of(crp))).toHaveLength(1)
})
