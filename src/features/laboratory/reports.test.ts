import { standardWording } from '#features/company/contract.ts'
import { ownWords } from '#features/company/public.ts'
import { toSVG } from 'bwip-js/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aLabProfile, aRange, specimenOf } from '../../testing/scenarios/laboratory.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { printReport } from './server/reports/print-report.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
const DAY_MS = 86_400_000
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>

let address = 0

beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic', address1: 'Moi Avenue 12', phone1: '+254 700 000000' }).execute()
  await clinic.db.updateTable('lab_settings').set({ report_note: 'Speak with your doctor about these results.' }).execute()
})
afterAll(() => clinic.close())

/** The report as it is read, spaces and the places where words may break left out. */
const plain = (runs: readonly string[]) => runs.join(' ').replaceAll(/[\s\u200B]+/g, ' ')
const print = async (process: number, { query = '', path = '/lab/download_labtestresult_pdf', by = lab.doctor } = {}) => {
  const reply = await clinic.app.inject({ url: `${path}/${process}/${query}`, headers: { authorization: `Bearer ${by.token}` } })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  const pages = pdfPages(reply.rawPayload)
  const text = plain(pages.flat())
  return { headers: reply.headers, pages, text, code: /LAB(?:-[0-9A-Z]{5}){4}/.exec(text)?.[0] ?? '' }
}
const expectText = (text: string, ...parts: string[]) => expect(parts.filter((part) => !text.includes(part))).toEqual([])
/** Asked by nobody, from another place each time. */
const verify = async (code: string, remoteAddress = `10.0.0.${++address}`) => {
  const reply = await clinic.app.inject({ method: 'GET', url: `/lab/reports/verify/${encodeURIComponent(code)}/`, remoteAddress })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}
/** Entered and approved. */
const report = async (results: readonly [id: number, result: string, comment?: string][]) => {
  const entered = await lab.enter(results.map(([id, result, comment]) => ({ request_panel: id, result, ...(comment && { comment }) })))
  expect(entered.status, entered.text).toBe(200)
  const approved = await lab.approve(results.map(([id]) => id))
  expect(approved.status, approved.text).toBe(200)
}

/** Sodium, potassium and creatinine as a profile, haemoglobin of another bench, a dipstick and a culture in words. */
const kit = async () => {
  const [na, k, crea] = [
    await lab.test({ name: 'Sodium', code: 'RNA', position: 10, decimals: 0 }),
    await lab.test({ name: 'Potassium', code: 'RK', position: 11, decimals: 1 }),
    await lab.test({ name: 'Creatinine', code: 'RCREA', position: 12, unit: 'umol/L' }),
  ]
  const hb = await lab.test({
    name: 'Haemoglobin',
    code: 'RHB',
    section: 'Haematology',
    unit: 'g/L',
    position: 1,
    specimen_id: await specimenOf(clinic.db, 'EDTA'),
  })
  const urine = { section: 'Urine', specimen_id: await specimenOf(clinic.db, 'URN') }
  const nitrite = await lab.test({
    name: 'Nitrite',
    code: 'RNIT',
    position: 20,
    choices: [
      { value: 'Negative', flag: 'normal' },
      { value: 'Positive', flag: 'abnormal' },
    ],
    ...urine,
  })
  const culture = await lab.test({ name: 'Urine culture', code: 'RCUL', kind: 'text', position: 21, ...urine })
  await aRange(clinic.db, na, { low: '135', high: '145' })
  await aRange(clinic.db, k, { low: '3.5', high: '5.1', low_critical: '2.5', high_critical: '6.5' })
  await aRange(clinic.db, crea, { high: '104', text: 'adults' })
  await aRange(clinic.db, hb, { low: '120', high: '155', sex: 'female', age_from_days: 6570 })
  await aRange(clinic.db, hb, { low: '95', high: '140', age_to_days: 6570 })
  const renal = await aLabProfile(clinic.db, [na, k, crea], { name: 'Renal profile' })
  return { na, k, crea, hb, nitrite, culture, renal }
}
let tests: Awaited<ReturnType<typeof kit>>
beforeAll(async () => {
  tests = await kit()
})
const all = () => [tests.na, tests.k, tests.crea, tests.hb, tests.nitrite, tests.culture]
const woman = { first_name: 'Achieng', second_name: 'Ouma', gender: 'female', date_of_birth: '1990-02-03' } as const

describe('the report of a visit', () => {
  test('says who was found what, against which range, by whom and when', async () => {
    clinic.clock.now = new Date(NOW.getTime() - 10 * DAY_MS)
    const before = await lab.ask([tests.k], { patient: woman })
    await report([[before.of(tests.k), '4.2']])
    await clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).where('id', '=', before.visit).execute()
    clinic.clock.now = NOW
    const imported = { patient_id: before.patient, panel_id: tests.na.id, observed_at: new Date(NOW.getTime() - 20 * DAY_MS), result: '139', value: '139', unit: tests.na.unit, entered: '139', origin: 'imported', entered_at: NOW, source: 'old-1' } as const // prettier-ignore
    await clinic.db.insertInto('lab_results').values(imported).execute()
    const now = await lab.ask(all(), { of: before.patient })
    await report([
      [now.of(tests.na), '140'],
      [now.of(tests.k), '6.8', 'Not haemolysed'],
      [now.of(tests.crea), '120'],
      [now.of(tests.hb), '101'],
      [now.of(tests.nitrite), 'Positive'],
      [now.of(tests.culture), 'Escherichia coli, more than 100,000 colonies per ml, sensitive to nitrofurantoin'],
    ])
    const { headers, text, pages, code } = await print(now.process)
    expect(headers['content-type']).toContain('application/pdf')
    expect(pages).toHaveLength(1)
    expectText(
      text,
      'Mwangaza Clinic',
      'Moi Avenue 12',
      'Laboratory report',
      'Achieng Ouma',
      '36 years',
      '3 Feb 1990',
      'Female',
      now.patient_number,
    )
    expectText(text, 'Requested by Test doctor', 'Reported 2 Mar 2026, 10:30', 'Whole blood, EDTA', 'S-2026-')
    expectText(
      text,
      'Sodium 140 mmol/L 135 – 145 139 10 Feb 2026 · Imported',
      'Potassium 6.8 ▲▲ Critically high mmol/L 3.5 – 5.1 4.2 20 Feb 2026',
      'Comment: Not haemolysed',
    )
    expectText(text, 'Creatinine 120 ▲ High µmol/L ≤ 104 · adults', 'Haemoglobin 101 ▼ Low g/L 120 – 155', 'Nitrite Positive ● Abnormal')
    expectText(text, 'Escherichia coli, more than 100,000 colonies per ml, sensitive to nitrofurantoin')
    expectText(
      text,
      'Approved by Test lab_manager, Clinical officer',
      'Speak with your doctor',
      'Page 1 of 1',
      'Printed 2 Mar 2026, 10:30 by Test doctor',
    )
    expect(text).not.toMatch(/amended|preliminary|Not ready yet|DUPLICATE/i)
    expect(code).not.toBe('')
  })

  test('shows approved results alone and names the others as pending; a request by itself where it is asked for', async () => {
    const first = await lab.ask([tests.na, tests.k], { patient: woman })
    const other = await lab.ask([tests.hb], { process: first.process, isTaken: false })
    expect((await lab.doctor.call('GET', `/lab/download_labtestresult_pdf/${first.process}/`)).json()).toMatchObject({
      code: 'nothing_approved',
    })
    await lab.enter([{ request_panel: first.of(tests.k), result: '9.9' }])
    await report([[first.of(tests.na), '141']])
    const { text } = await print(first.process)
    expectText(text, 'PRELIMINARY REPORT', 'Sodium 141', 'Results pending', 'Potassium · in progress', 'Haemoglobin · awaiting sample')
    expect(text).not.toContain('9.9')
    // Asked for twice, a test is waited for once.
    const twice = await lab.ask([tests.k, tests.hb], { process: first.process, isTaken: false })
    const { text: again } = await print(first.process)
    const pending = again.slice(again.indexOf('Results pending'))
    expect([pending.match(/Potassium/g)?.length, pending.match(/Haemoglobin/g)?.length]).toEqual([1, 1])
    expectText(pending, 'Potassium · in progress, awaiting sample', 'Haemoglobin · awaiting sample')
    for (const panel of twice.panels) await lab.doctor.call('PATCH', `/lab/lab-test-requests-panel/${panel.id}/`, { cancelled: true, reason: 'Asked for already' }) // prettier-ignore
    const alone = await print(first.process, { query: `?test_request_id=${first.id}` })
    expect(alone.text).not.toContain('Haemoglobin')
    const refused = (path: string, by = lab.doctor) => by.call('GET', `/lab/download_labtestresult_pdf/${path}`)
    expect((await refused(`${first.process}/?test_request_id=${other.id}`)).status).toBe(409)
    const stranger = await lab.ask([tests.na], { patient: woman })
    expect((await refused(`${first.process}/?test_request_id=${stranger.id}`)).status).toBe(404)
    expect((await refused('2000000000/')).status).toBe(404)
    expect((await refused('x/')).status).toBe(400)
    expect((await refused(`${first.process}/`, await clinic.signedInAs(['patients.view']))).status).toBe(403)
  })

  test('prints results that are no numbers as they are, without a unit, and a number with the decimals of its test', async () => {
    const section = { section: 'Microscopy', decimals: 0 }
    const [load, cells, casts] = [
      await lab.test({ name: 'Viral load', unit: '{copies}/mL', position: 50, ...section }),
      await lab.test({ name: 'Pus cells', unit: '/[HPF]', position: 51, ...section }),
      await lab.test({ name: 'Casts', unit: '/[LPF]', position: 52, ...section }),
    ]
    await aRange(clinic.db, cells, { low: '0', high: '5' })
    const bacteria = await lab.test({ name: 'Bacteria', unit: '/[HPF]', position: 53, ...section })
    await aRange(clinic.db, bacteria, { low: '0', high: '5' })
    const { process, of } = await lab.ask([load, cells, casts, bacteria, tests.k], { patient: woman })
    await report([
      [of(load), 'tnd'],
      [of(cells), '4-6'],
      [of(casts), 'insufficient'],
      [of(tests.k), '4.4000'],
    ])
    // A trace beside limits is neither high nor normal: somebody looks at it by itself.
    expect((await lab.enter([{ request_panel: of(bacteria), result: 'trace' }])).status).toBe(200)
    expect((await lab.approve([of(bacteria)])).json()).toMatchObject({
      code: 'one_by_one',
      outcomes: [{ test: 'Bacteria', reasons: ['undecided'] }],
    })
    const seen = await lab.manager.call('POST', '/lab/results/approve/', { panels: [{ id: of(bacteria), acknowledged: true }] })
    expect(seen.status, seen.text).toBe(200)
    const { text } = await print(process)
    expectText(
      text,
      'Viral load Not detected As the method says',
      'Pus cells 4-6 ▲ High',
      'Casts Insufficient As the method says',
      'Bacteria Trace ○ Not evaluated',
      'Potassium 4.4 mmol/L',
    )
    expect(text).not.toMatch(/preliminary/i)
  })

  test('marks what was corrected with what was said before and why; what was taken back is pending again', async () => {
    const { process, of } = await lab.ask([tests.na, tests.k], { patient: woman })
    await report([
      [of(tests.na), '151'],
      [of(tests.k), '4.4'],
    ])
    const first = await print(process)
    expect((await verify(first.code)).body).toEqual({
      clinic: 'Mwangaza Clinic',
      document: 'laboratory report',
      number: expect.stringMatching(/^V-2026-/),
      date: '2026-03-02',
      state: 'valid',
    })
    expect((await lab.amend(of(tests.na), '141')).status).toBe(201)
    const second = await print(process)
    expectText(
      second.text,
      'AMENDED REPORT',
      'Sodium 141',
      'Amended: previously reported 151 mmol/L, approved 2 Mar 2026, 10:30. Reason: Misread',
    )
    expect((await verify(first.code)).body['state']).toBe('amended')
    expect((await verify(second.code)).body['state']).toBe('valid')
    expect((await lab.withdraw(of(tests.k))).status).toBe(200)
    const third = await print(process)
    expectText(third.text, 'Results pending', 'Potassium · 4.4 mmol/L, approved 2 Mar 2026, 10:30, was withdrawn: Wrong tube')
    expect((await verify(second.code)).body['state']).toBe('amended')
    const kept = await clinic.db
      .selectFrom('lab_reports')
      .select(['is_amended', 'results', 'printed_by'])
      .where('process_id', '=', process)
      .orderBy('id')
      .execute()
    expect(kept.map(({ is_amended, printed_by }) => [is_amended, printed_by])).toEqual([false, true, true].map((is) => [is, lab.doctor.id]))
    expect(kept.map(({ results }) => (results as unknown[]).length)).toEqual([2, 2, 1])
  })

  test('is printed on the older path, too, and every print is written in the trail', async () => {
    const { process, of, patient } = await lab.ask([tests.na], { patient: woman })
    await report([[of(tests.na), '139']])
    const { code } = await print(process, { path: '/download_labtestresult_pdf', by: lab.technician })
    const [row] = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'print')
      .where('entity', '=', 'laboratory report')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(row).toMatchObject({ actor_id: lab.technician.id, patient_id: patient, change: { process } })
    const found = await lab.doctor.call('GET', `/lab/reports/${code}/`)
    expect(found.json()).toMatchObject({ id: row!.entity_id, process, patient, state: 'valid' })
    expect((await (await clinic.signedInAs(['patients.view'])).call('GET', `/lab/reports/${code}/`)).status).toBe(403)
  })

  test('speaks the clinic’s language, and says days of the newborn', async () => {
    const { process, of } = await lab.ask([tests.hb, tests.na], { patient: { ...woman, date_of_birth: '2026-02-26' } })
    await report([[of(tests.hb), '160']])
    expectText((await print(process)).text, '4 d', '26 Feb 2026', 'Haemoglobin 160 ▲ High g/L 95 – 140')
    for (const [language, ...words] of [
      ['sw', 'Ripoti ya maabara', 'siku 4', '▲ Juu', 'Majibu yanasubiriwa', 'Ukurasa 1 wa 1'],
      ['fr', 'Compte rendu de laboratoire', '4 j', '▲ Élevé', 'Résultats en attente', 'Page 1 sur 1'],
    ] as const) {
      await clinic.db.updateTable('company').set({ language }).execute()
      expectText((await print(process)).text, ...words)
    }
    await clinic.db.updateTable('company').set({ language: 'en' }).execute()
  })

  test('of 200 tests, with names and words of any length and script, is whole', async () => {
    const name = {
      first_name: 'Wolfeschlegel'.repeat(6),
      second_name: 'محمد بن عبد الله',
      gender: 'male',
      date_of_birth: null,
    } as const
    const many: Awaited<ReturnType<typeof lab.test>>[] = []
    for (let n = 0; n < 200; n += 1)
      many.push(await lab.test({ name: n === 0 ? 'x'.repeat(200) : `#Test *${n}* \\$`, position: 100 + n, section: n < 150 ? 'A' : 'B' }))
    const groups = [many.slice(0, 40), many.slice(40, 120), many.slice(120)]
    const asked = await lab.ask(groups[0]!, { patient: name })
    await report(groups[0]!.map((one, n) => [asked.of(one), String(n), n === 3 ? `${'long '.repeat(80)}end` : undefined]))
    await print(asked.process)
    for (const group of groups.slice(1)) {
      const more = await lab.ask(group, { process: asked.process })
      await report(group.map((one, n) => [more.of(one), String(n)]))
    }
    const { text, pages } = await print(asked.process)
    expect(pages.length).toBeGreaterThan(4)
    expectText(text, '#Test *199* \\$', `Page ${pages.length} of ${pages.length}`, 'long long long', 'Male')
    expect(pages.every((page) => plain(page).includes('Laboratory report'))).toBe(true)
    expect(text.replaceAll(' ', '')).toContain('x'.repeat(200))
  })
})

describe('the code of a report', () => {
  test('is checked as it is typed, tells no name and no result, and is no code of another paper', async () => {
    const { process, of } = await lab.ask([tests.na], { patient: woman })
    await report([[of(tests.na), '139']])
    const { code } = await print(process)
    for (const typed of [code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l')])
      expect((await verify(typed)).status, typed).toBe(200)
    const { body } = await verify(code)
    expect(JSON.stringify(body)).not.toMatch(/Achieng|Ouma|139|Sodium/)
    expect((await verify(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)).status).toBe(404)
    expect([(await verify('LAB-1')).status, (await verify('x'.repeat(61))).status, (await verify(' ')).status]).toEqual([400, 400, 400])
    expect((await clinic.call('GET', `/verify-document/${code}/`)).status).toBe(400)
  })

  test('stands in the square, as the address of its page', async () => {
    const sent: { proof?: object }[] = []
    const keep = async (_template: URL, data: unknown) => {
      sent.push(data as object)
      return new Uint8Array()
    }
    const code = 'LAB-00000-00000-00000-00000'
    const on = {
      clinic: { name: 'Mwangaza Clinic', lines: [], logo: null },
      address: 'https://clinic.example',
      code,
      own: ownWords(standardWording),
    }
    await printReport(keep, {} as Parameters<typeof printReport>[1], on)
    const square = { bcid: 'qrcode', text: `https://clinic.example/verify/${code}`, eclevel: 'M' }
    expect(sent).toMatchObject([{ proof: { qr: toSVG(square), code, address: 'https://clinic.example/verify' } }])
  })

  test('is asked so often and no more from one place', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 61; n += 1) statuses.push((await verify('LAB-00000-00000-00000-00000', '10.9.9.9')).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  })
})
