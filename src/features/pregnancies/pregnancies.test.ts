import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { addDays } from '#shared/zoned.ts'
import type { mergePatients, previewMerge } from '#features/patients/contract-merge.ts'
import type { listPatientAllergies } from '#features/patients/contract-allergies.ts'
import type { getPatient } from '#features/patients/contract.ts'
import { aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { listPregnancies } from './contract.ts'

let clinic: TestClinic
let desk: Person
let nurse: Person
let officer: Person
let began: Date
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  began = clinic.clock.now
})
beforeEach(() => comeBack())
afterAll(() => clinic.close())

type Read = ResponseOf<typeof listPregnancies>
type Sent = Read['pregnancies'][number]
const DAY = 86_400_000
const today = () => dayIn('Africa/Nairobi', clinic.clock.now)
const ago = (days: number) => addDays(today(), -days)
/** From here until `comeBack` it is so many days ago: sessions would not outlast the days. */
const goBack = (days: number) => {
  clinic.clock.now = new Date(began.getTime() - days * DAY)
}
const comeBack = () => {
  clinic.clock.now = began
}
const aWoman = async (more: object = {}) => (await aPatient(clinic.db, { date_of_birth: '1998-05-04', ...more })).id
const url = (patient: number) => `/patients/patients/${patient}/pregnancies/`
const read = async (patient: number, by = nurse) => {
  const reply = await by.call('GET', url(patient))
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Read>()
}
const stateOf = async (patient: number) => (await read(patient)).status.state
const begin = (patient: number, body: object = {}, by = nurse) => by.call('POST', url(patient), { source: 'patient said', ...body })
const begun = async (patient: number, body: object = {}) => {
  const reply = await begin(patient, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Sent>()
}
const change = (patient: number, { id, version }: Pick<Sent, 'id' | 'version'>, body: object, by = nurse) =>
  by.call('PATCH', `${url(patient)}${id}/`, { version, ...body })
const end = (patient: number, { id, version }: Pick<Sent, 'id' | 'version'>, body: object = {}, by = nurse) =>
  by.call('POST', `${url(patient)}${id}/end/`, { version, outcome: 'live birth', ended_on: today(), ...body })
const ended = async (patient: number, pregnancy: Pick<Sent, 'id' | 'version'>, body: object = {}) => {
  const reply = await end(patient, pregnancy, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Sent>()
}
const sayNot = (patient: number, by = nurse) => by.call('POST', `/patients/patients/${patient}/not-pregnant/`, {})
const summaryOf = async (patient: number) =>
  (await nurse.call('GET', `/patients/patients/${patient}/`)).json<ResponseOf<typeof getPatient>>().pregnancy

describe('the states', () => {
  test('a woman was not asked; a pregnancy has source, author, time and gestation, and is in the trail', async () => {
    const woman = await aWoman()
    expect(await read(woman)).toEqual({
      status: {
        state: 'unknown',
        pregnancy: null,
        gestation_days: null,
        edd: null,
        dated_by: null,
        source: null,
        noted_at: null,
        noted_by_name: null,
        said_on: null,
        said_by_name: null,
        is_asked_of: true,
      },
      pregnancies: [],
    })
    expect(await summaryOf(woman)).toMatchObject({ state: 'unknown', gestation_days: null })
    const made = await begun(woman, { lmp: ago(87), lmp_is_certain: true, note: 'Second pregnancy' })
    expect(made).toMatchObject({
      patient: woman,
      source: 'patient said',
      lmp: ago(87),
      edd: addDays(ago(87), 280),
      dated_by: 'last period',
      suggested_by: 'last period',
      is_suboptimally_dated: true,
      gestation_days: 87,
      noted_on: today(),
      outcome: null,
      note: 'Second pregnancy',
      noted_by_name: expect.any(String),
      version: 1,
    })
    const { status, pregnancies } = await read(woman)
    expect(status).toMatchObject({ state: 'pregnant', pregnancy: made.id, gestation_days: 87, edd: made.edd, source: 'patient said' })
    expect(status.noted_at).toBe(clinic.clock.now.toISOString())
    expect(pregnancies).toEqual([made])
    expect(await summaryOf(woman)).toMatchObject({ state: 'pregnant', gestation_days: 87 })
    const trail = clinic.db.selectFrom('audit_log').select(['action', 'actor_id']).where('entity', '=', 'pregnancy')
    expect(await trail.where('patient_id', '=', woman).execute()).toEqual([{ action: 'create', actor_id: nurse.id }])
  })

  test('"not pregnant" holds for its day alone, and is shown with its age', async () => {
    const woman = await aWoman()
    goBack(1)
    const reply = await sayNot(woman)
    expect([reply.status, reply.json()]).toMatchObject([201, { state: 'not pregnant', said_on: today(), said_by_name: expect.any(String) }])
    const message = today()
    comeBack()
    expect((await read(woman)).status).toMatchObject({ state: 'unknown', said_on: message })
  })

  test.each([
    ['dated, on the last day of 44w0d', 308, 0, 'pregnant'],
    ['dated, a day later', 309, 0, 'past due'],
    ['undated, 308 days on', null, 308, 'pregnant'],
    ['undated, a day later', null, 309, 'past due'],
  ] as const)('%s a pregnancy is %s', async (_title, gestation, passed, state) => {
    const woman = await aWoman()
    goBack(gestation === null ? passed : gestation - 300)
    await begun(woman, gestation === null ? {} : { lmp: ago(300) })
    comeBack()
    expect(await summaryOf(woman)).toMatchObject({ state, gestation_days: gestation })
  })

  test.each([
    ['live birth', 42, 'postpartum'],
    ['live birth', 43, 'unknown'],
    ['stillbirth', 42, 'postpartum'],
    ['miscarriage', 0, 'not pregnant'],
    ['miscarriage', 1, 'unknown'],
    ['not pregnant', 0, 'not pregnant'],
    ['not pregnant', 1, 'unknown'],
  ] as const)('after %s and %i days she is %s', async (outcome, passed, state) => {
    const woman = await aWoman()
    goBack(passed)
    await ended(woman, await begun(woman, { lmp: ago(270) }), { outcome })
    comeBack()
    expect(await summaryOf(woman)).toMatchObject({ state })
  })

  test('a later pregnancy counts before the birth of the last one and before a "not pregnant" of the same day', async () => {
    const woman = await aWoman()
    await ended(woman, await begun(woman, { lmp: ago(280) }))
    await sayNot(woman)
    expect(await stateOf(woman)).toBe('postpartum')
    const next = await begun(woman)
    expect((await read(woman)).status).toMatchObject({ state: 'pregnant', pregnancy: next.id })
    expect((await read(woman)).pregnancies.map(({ outcome }) => outcome)).toEqual([null, 'live birth'])
  })

  test.each([
    ['male', '1998-05-04', false],
    ['female', '2020-01-01', false],
    ['female', '1965-01-01', false],
    ['female', null, true],
    ['other', '1998-05-04', true],
    ['unknown', '1998-05-04', true],
  ] as const)('of %s, born %s, it is asked: %s', async (gender, date_of_birth, isAsked) => {
    const { status } = await read(await aWoman({ gender, date_of_birth }))
    expect(status).toMatchObject({ state: 'unknown', is_asked_of: isAsked })
  })
})

describe('dating', () => {
  test('a scan that differs too much dates, and who chooses otherwise gives a reason', async () => {
    const woman = await aWoman()
    const first = await begun(woman, { lmp: ago(84), lmp_is_certain: true })
    const scanned = await change(woman, first, { scan_on: today(), scan_days: 92 })
    expect(scanned.json()).toMatchObject({
      dated_by: 'scan',
      edd: addDays(today(), 280 - 92),
      gestation_days: 92,
      is_suboptimally_dated: false,
    })
    const kept = scanned.json<Sent>()
    const against = await change(woman, kept, { dated_by: 'last period' })
    expect([against.status, against.json()]).toMatchObject([400, { reason: [expect.stringContaining('by scan')] }])
    const chosen = (await change(woman, kept, { dated_by: 'last period', reason: 'Regular cycle, test on day 28' })).json<Sent>()
    expect(chosen).toMatchObject({ dated_by: 'last period', gestation_days: 84, suggested_by: 'scan', version: 3 })
    expect(chosen.datings.map(({ dated_by, reason }) => [dated_by, reason])).toEqual([
      ['last period', null],
      ['scan', null],
      ['last period', 'Regular cycle, test on day 28'],
    ])
    // A note alone dates nothing anew.
    expect((await change(woman, chosen, { note: 'Twins' })).json()).toMatchObject({ dated_by: 'last period', datings: chosen.datings })
  })

  test('a scan that agrees changes nothing, and a later one is kept and changes no due date', async () => {
    const woman = await aWoman()
    const first = await begun(woman, { lmp: ago(84), scan_on: ago(14), scan_days: 75 })
    expect(first).toMatchObject({ dated_by: 'last period', edd: addDays(ago(84), 280) })
    const later = (await change(woman, first, { scan_on: today(), scan_days: 120 })).json<Sent>()
    expect(later).toMatchObject({ dated_by: 'last period', edd: first.edd, scan_on: ago(14), scan_days: 75 })
    expect(later.datings.at(-1)).toMatchObject({ scan_on: today(), scan_days: 120, edd: first.edd })
    const corrected = (await change(woman, later, { scan_on: today(), scan_days: 120, is_correction: true })).json<Sent>()
    expect(corrected).toMatchObject({ scan_on: today(), scan_days: 120, dated_by: 'scan' })
    const earlier = (await change(woman, corrected, { scan_on: ago(21), scan_days: 64 })).json<Sent>()
    expect(earlier).toMatchObject({ scan_on: ago(21), scan_days: 64, dated_by: 'last period' })
  })

  test('a due date that another facility gave is kept as stated; a transfer dates by itself', async () => {
    const [stated, ivf] = [await aWoman(), await aWoman()]
    expect(await begun(stated, { source: 'another facility', edd: addDays(today(), 100) })).toMatchObject({
      dated_by: 'stated',
      gestation_days: 180,
      suggested_by: null,
    })
    expect(await begun(ivf, { lmp: ago(60), transfer_on: ago(40), transfer_days: 5 })).toMatchObject({
      dated_by: 'ivf',
      edd: addDays(ago(40), 261),
      is_suboptimally_dated: false,
    })
  })

  const refused: [string, () => object, string, string][] = [
    ['a last period in the future', () => ({ lmp: addDays(today(), 1) }), 'lmp', 'in the future'],
    ['one of more than 400 days ago', () => ({ lmp: ago(401) }), 'lmp', 'At most 400'],
    ['a scan in the future', () => ({ scan_on: addDays(today(), 1), scan_days: 70 }), 'scan_on', 'in the future'],
    ['a scan without its gestation', () => ({ scan_on: today() }), 'scan_days', 'together'],
    ['the gestation of a scan without its day', () => ({ scan_days: 70 }), 'scan_on', 'together'],
    ['a gestation of 3 weeks by scan', () => ({ scan_on: today(), scan_days: 27 }), 'scan_days', ''],
    ['a certain period that is not there', () => ({ lmp_is_certain: true }), 'lmp_is_certain', 'last period'],
    ['a method without its facts', () => ({ dated_by: 'scan' }), 'scan_on', 'Enter the scan'],
    ['a stated date that is none', () => ({ dated_by: 'stated' }), 'edd', 'Enter the due date'],
    ['a due date beside a last period', () => ({ lmp: ago(84), edd: addDays(today(), 100) }), 'edd', 'dated_by "stated"'],
    ['a due date against the rule', () => ({ lmp: ago(84), edd: addDays(today(), 190), dated_by: 'stated' }), 'reason', 'suggests'],
    ['a pregnancy that would not have begun', () => ({ edd: addDays(today(), 281) }), 'edd', 'more than 280 days ahead'],
    ['a scan that contradicts the period', () => ({ lmp: ago(280), scan_on: today(), scan_days: 140 }), 'scan_days', 'correct one'],
    ['an unknown source', () => ({ source: 'rumour' }), 'source', ''],
    ['an unknown field', () => ({ due: today() }), 'due', ''],
  ]
  test.each(refused)('refuses %s', async (_title, body, field, says) => {
    const woman = await aWoman()
    const reply = await begin(woman, body())
    expect([reply.status, reply.json()], reply.text).toMatchObject([400, { [field]: [expect.stringContaining(says)] }])
    expect((await read(woman)).pregnancies).toEqual([])
  })

  const asked: [string, () => object, () => object, string][] = [
    ['a mother of 9', () => ({ date_of_birth: `${Number(today().slice(0, 4)) - 9}-01-01` }), () => ({}), 'age'],
    ['a mother of 56', () => ({ date_of_birth: `${Number(today().slice(0, 4)) - 56}-01-01` }), () => ({}), 'age'],
    ['a last period 311 days ago', () => ({}), () => ({ lmp: ago(311) }), 'lmp'],
    [
      'a due date 295 days after the period',
      () => ({}),
      () => ({ lmp: ago(60), edd: addDays(ago(60), 295), dated_by: 'stated', reason: 'Letter' }),
      'edd',
    ],
    ['more than 44 weeks', () => ({}), () => ({ edd: ago(29) }), 'gestation'],
  ]
  test.each(asked)('asks about %s, and takes it with a reason', async (_title, person, body, field) => {
    const woman = await aWoman(person())
    const reply = await begin(woman, body())
    expect([reply.status, reply.json()], reply.text).toMatchObject([
      409,
      { code: 'implausible', questions: [{ field, can_confirm: true }] },
    ])
    const confirmations = [{ field, reason: 'Asked twice' }]
    const made = await begun(woman, { ...body(), confirmations })
    expect(made.confirmed).toMatchObject([{ field, reason: 'Asked twice', by: nurse.id, by_name: expect.any(String) }])
    // What was confirmed is not asked again.
    expect((await change(woman, made, { lmp_is_certain: made.lmp ? true : null })).status).toBe(200)
    const idle = await begin(await aWoman(), { confirmations })
    expect([idle.status, idle.json()]).toMatchObject([
      400,
      { confirmations: [expect.stringContaining(`No confirmation is needed for ${field}`)] },
    ])
  })

  test.each([
    ['a mother of 10', () => ({ date_of_birth: `${Number(today().slice(0, 4)) - 10}-01-01` }), () => ({})],
    ['a mother of 55', () => ({ date_of_birth: `${Number(today().slice(0, 4)) - 55}-01-01` }), () => ({})],
    ['a last period 308 days ago', () => ({}), () => ({ lmp: ago(308) })],
    [
      'a due date 294 days after the period',
      () => ({}),
      () => ({ lmp: ago(60), edd: addDays(ago(60), 294), dated_by: 'stated', reason: 'Letter' }),
    ],
  ] as const)('takes %s without asking', async (_title, person, body) => {
    expect(await begun(await aWoman(person()), body())).toMatchObject({ confirmed: [] })
  })
})

describe('refusals', () => {
  test('a man is refused by his sex, a second one beside a current one, and who may not write', async () => {
    const man = await aWoman({ gender: 'male' })
    for (const reply of [await begin(man), await sayNot(man)])
      expect([reply.status, reply.json()]).toMatchObject([400, { gender: [expect.stringContaining('male')] }])
    expect(await summaryOf(man)).toBeNull()
    const woman = await aWoman()
    const made = await begun(woman, { lmp: ago(87) })
    for (const reply of [await begin(woman), await sayNot(woman)])
      expect([reply.status, reply.json()]).toMatchObject([
        409,
        { code: 'pregnancy_current', pregnancy: made.id, detail: expect.stringContaining('pregnant (12w 3d)') },
      ])
    for (const reply of [
      await begin(await aWoman(), {}, desk),
      await sayNot(woman, desk),
      await change(woman, made, { note: 'x' }, desk),
      await end(woman, made, {}, desk),
    ])
      expect(reply.status).toBe(403)
    expect((await begin(2_000_000)).status).toBe(404)
    expect((await nurse.call('GET', url(2_000_000))).status).toBe(404)
    const shut = await aWoman()
    await officer.call('DELETE', `/patients/patients/${shut}/`)
    expect((await begin(shut)).json()).toMatchObject({ code: 'deactivated' })
  })

  test('changes name the version that was seen; of another patient there is none', async () => {
    const woman = await aWoman()
    const made = await begun(woman)
    const { version: _version, ...without } = made
    expect((await nurse.call('PATCH', `${url(woman)}${made.id}/`, { note: 'x' })).json()).toHaveProperty('version')
    expect((await change(woman, made, { note: 'Twins' })).status).toBe(200)
    const late = await change(woman, made, { note: 'One' })
    expect([late.status, late.json()]).toMatchObject([412, { code: 'version_conflict', current: { ...without, note: 'Twins' } }])
    expect((await end(woman, made)).status).toBe(412)
    expect((await change(await aWoman(), { ...made, version: 2 }, { note: 'x' })).status).toBe(404)
    expect((await change(woman, { ...made, version: 2 }, {})).status).toBe(400)
  })

  test('an outcome has a day that can be, once, and "other" says what', async () => {
    const woman = await aWoman()
    const made = await begun(woman, { lmp: ago(100) })
    expect((await end(woman, made, { ended_on: addDays(today(), 1) })).json()).toMatchObject({
      ended_on: [expect.stringContaining('in the future')],
    })
    expect((await end(woman, made, { ended_on: ago(101) })).json()).toMatchObject({
      ended_on: [expect.stringContaining('before this pregnancy began')],
    })
    expect((await end(woman, made, { outcome: 'other' })).json()).toHaveProperty('note')
    expect((await end(woman, made, { outcome: 'lost' })).json()).toHaveProperty('outcome')
    const over = await ended(woman, made, { outcome: 'miscarriage', ended_on: ago(3), note: 'At home' })
    expect(over).toMatchObject({
      outcome: 'miscarriage',
      ended_on: ago(3),
      gestation_days: 97,
      note: 'At home',
      ended_by_name: expect.any(String),
    })
    const twice = await end(woman, over)
    expect([twice.status, twice.json()]).toMatchObject([409, { code: 'ended' }])
    expect(await stateOf(woman)).toBe('unknown')
    // A correction of the outcome, and that it did not end.
    const corrected = (await change(woman, over, { outcome: 'termination', ended_on: ago(4) })).json<Sent>()
    expect(corrected).toMatchObject({ outcome: 'termination', ended_on: ago(4) })
    const again = (await change(woman, corrected, { outcome: null })).json<Sent>()
    expect(again).toMatchObject({ outcome: null, ended_on: null, ended_at: null })
    expect(await stateOf(woman)).toBe('pregnant')
    expect((await change(woman, again, { ended_on: today() })).json()).toHaveProperty('ended_on')
  })

  test('an ended pregnancy does not become current beside another one', async () => {
    const woman = await aWoman()
    const over = await ended(woman, await begun(woman))
    await begun(woman)
    expect((await change(woman, over, { outcome: null })).json()).toMatchObject({ code: 'pregnancy_current' })
  })
})

test('two begins at once give one pregnancy, and the other caller learns of it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const woman = await aWoman()
    const replies = await Promise.all([begin(woman, { lmp: ago(60) }), begin(woman, {}, officer)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const { pregnancies } = await read(woman)
    expect(pregnancies).toHaveLength(1)
    expect(replies.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'pregnancy_current', pregnancy: pregnancies[0]!.id })
  }
})

describe('lists and restricted records', () => {
  test('lists of patients and queues carry state and gestation', async () => {
    const [pregnant, unknown, man] = [await aWoman(), await aWoman(), await aWoman({ gender: 'male' })]
    await begun(pregnant, { lmp: ago(200) })
    const ids = [pregnant, unknown, man]
    const rows = (await nurse.call('GET', `/patients/allergies/?patients=${ids.join(',')}`)).json<ResponseOf<typeof listPatientAllergies>>()
    const expected = [{ state: 'pregnant', gestation_days: 200 }, { state: 'unknown', gestation_days: null }, null]
    expect(rows.map(({ pregnancy }) => pregnancy)).toMatchObject(expected)
    for (const [at, patient] of ids.entries()) {
      await aVisitWithOrders(desk, patient)
      const visits = (await nurse.call('GET', `/patients/initiate-attendance-process/?patient_id=${patient}`)).json<object[]>()
      expect(visits).toMatchObject([{ pregnancy: expected[at] }])
    }
  })

  test('a restricted record that is shut shows no pregnancy, and no refusal tells of one', async () => {
    const clerk = await clinic.signedInAs(['patients.view', 'attendance.view', 'patients.clinical'])
    const [shut, plain] = [await aWoman(), await aWoman()]
    const made = await begun(shut)
    for (const patient of [shut, plain]) {
      await aVisitWithOrders(officer, patient)
      const restricted = await officer.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'A colleague' })
      expect(restricted.status, restricted.text).toBe(201)
    }
    const visits = (await clerk.call('GET', `/patients/initiate-attendance-process/?patient_id=${shut}&open=true`)).json<object[]>()
    expect(visits).toMatchObject([{ pregnancy: null }])
    expect((await clerk.call('GET', `/patients/allergies/?patients=${shut}`)).json()).toMatchObject([{ pregnancy: null }])
    expect((await clerk.call('GET', url(shut))).status).toBe(404)
    // The same answer whether there is one or not.
    for (const ask of [begin, (patient: number, _body: object, by: Person) => sayNot(patient, by)]) {
      const [one, other] = [await ask(shut, {}, clerk), await ask(plain, {}, clerk)]
      expect([one.status, one.text]).toEqual([404, other.text])
    }
    expect((await change(shut, made, { note: 'x' }, clerk)).status).toBe(404)
    expect((await end(shut, { ...made, version: 9 }, {}, clerk)).status).toBe(404)
    expect((await read(shut, officer)).pregnancies).toHaveLength(1)
    expect((await read(plain, officer)).pregnancies).toHaveLength(0)
  })
})

const preview = async (from: number, into: number) =>
  (await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<ResponseOf<typeof previewMerge>>()

describe('a merge', () => {
  test('of two current pregnancies is stopped until one has an outcome, and undoing gives each record its own', async () => {
    const [from, into] = [await aWoman(), await aWoman()]
    const one = await begun(from, { lmp: ago(90) })
    const other = await begun(into, { lmp: ago(91) })
    const stopped = await preview(from, into)
    expect(stopped.stops).toEqual([{ reason: 'pregnancy', text: '' }])
    const refused = await officer.call('POST', '/patients/merges/', { from, into, seen: stopped.seen })
    expect(refused.status, refused.text).toBe(409)
    await ended(from, one, { outcome: 'not pregnant', note: 'Recorded twice' })
    await sayNot(from)
    const { seen, stops } = await preview(from, into)
    expect(stops).toEqual([])
    const merged = await officer.call('POST', '/patients/merges/', { from, into, seen })
    expect(merged.status, merged.text).toBe(201)
    const after = await read(into)
    expect(after.status).toMatchObject({ state: 'pregnant', pregnancy: other.id })
    expect(after.pregnancies.map(({ id }) => id)).toEqual([other.id, one.id])
    expect((await begin(from)).json()).toMatchObject({ code: 'merged' })
    const { id } = merged.json<ResponseOf<typeof mergePatients>>()
    const undone = await officer.call('POST', `/patients/merges/${id}/undo/`, {})
    expect(undone.status, undone.text).toBe(200)
    expect((await read(from)).pregnancies.map((row) => row.id)).toEqual([one.id])
    expect((await read(into)).pregnancies.map((row) => row.id)).toEqual([other.id])
    const datings = await sql<{ patient_id: number }>`select patient_id from pregnancy_datings where pregnancy_id = ${one.id}`.execute(
      clinic.db,
    )
    expect(datings.rows).toEqual([{ patient_id: from }])
  })

  test('takes the current pregnancy of the other record along, and of a begin and a merge at once nothing is lost', async () => {
    const [from, into] = [await aWoman(), await aWoman()]
    const { seen } = await preview(from, into)
    const [merged, made] = await Promise.all([
      officer.call('POST', '/patients/merges/', { from, into, seen }),
      begin(from, { lmp: ago(70) }),
    ])
    // Either the merge saw another record than was previewed, or the record was put away before the pregnancy was recorded.
    expect([`${merged.status} ${made.status}`]).toEqual([expect.stringMatching(/^(201 409|409 201|201 201)$/)])
    const rows = await clinic.db.selectFrom('pregnancies').select('patient_id').where('patient_id', 'in', [from, into]).execute()
    expect(rows.map(({ patient_id }) => patient_id)).toEqual(made.status === 201 ? [merged.status === 201 ? into : from] : [])
  })
})

test('the database itself keeps one current pregnancy, whatever the program does', async () => {
  const woman = await aWoman()
  await begun(woman)
  const second = sql`insert into pregnancies (patient_id, source, noted_on, noted_at) values (${woman}, 'test', ${today()}, now())`
  await expect(second.execute(clinic.db)).rejects.toMatchObject({ constraint: 'pregnancies_one_current' })
})
