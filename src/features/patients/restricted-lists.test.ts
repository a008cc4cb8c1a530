import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { tableTypes, type Table } from '#shared/table.ts'
import type { News } from '#platform/events/hub.ts'
import { bringUpToDate } from '#features/notifications/public.ts'
import { anAppointment, anInsurer, anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aBill } from '../../testing/scenarios/bills.ts'
import { importer } from '../../testing/scenarios/import-file.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aPrescription, aTablet, pharmacyOf } from '../../testing/scenarios/pharmacy.ts'
import { patientAlerts } from './alerts.ts'

// What lists, pages, totals, printed lists and conflicts tell of restricted records.

let clinic: TestClinic
let officer: Person
/** May do everything but open restricted records. */
let clerk: Person
const opens = new Set<string>(['patients.restrict', 'patients.break_glass', 'audit.log', 'audit.export'])
const isOfPage = (right: string) =>
  right.startsWith('attendance.') &&
  !['attendance.view', 'attendance.start', 'attendance.discharge', 'attendance.end_of_day'].includes(right)
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  clerk = await clinic.signedInAs(permissions.filter((right) => !opens.has(right) && !isOfPage(right)))
})
afterAll(() => clinic.close())

const restrict = async (id: number) => {
  const reply = await officer.call('POST', `/patients/patients/${id}/restriction/`, { reason: 'Kept' })
  expect(reply.status, reply.text).toBe(201)
}
const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
/** Every page of a list, with how many rows there were in each. */
const allPages = async (by: Person, path: string) => {
  const pages: { rows: { id: number }[]; next: string | null | undefined }[] = []
  for (let next: string | null | undefined = path; next && pages.length < 20;) {
    const reply = await by.call('GET', local(next))
    expect(reply.status, reply.text).toBe(200)
    pages.push({ rows: reply.json(), next: reply.next })
    next = reply.next
  }
  return pages
}

let serial = 0
/** A booking of the public page; on a record where one is named. */
const aBooking = async (patient: number | null, { status = 'pending' }: { status?: 'pending' | 'completed' } = {}) => {
  const number = `B-${++serial}`
  const { rows } = await sql<{
    id: number
  }>`insert into public_bookings (first_name, second_name, date_of_birth, gender, phone_number, email,
      consent_version, consent_text, consented_at, link_nonce, created_at)
    values ('Bookeda', 'Hidden', '1971-05-06', 'female', '+254799000111', 'bookeda@home.example', 1, 'Yes', now(), '', now()) returning id`.execute(
    clinic.db,
  )
  const { id } = rows[0]!
  const item = await anItem(clinic.db, null, { name: `Assault clinic ${serial}`, category: 'consultation' })
  const appointment = await anAppointment(clinic.db, {
    number,
    patient_id: patient,
    public_booking_id: id,
    reason: 'Assault',
    item_id: item.id,
    status,
  })
  return { id, number, appointment: appointment.id, version: appointment.version }
}
const SECRET = /assault|799000111|bookeda@home|1971/i

const calendar = (from: string, to: string) => `/patients/appointments/calendar/?from=${from}&to=${to}&cancelled=true`
const day = (date: string) => `/patients/appointments/day/?date=${date}`

describe('public bookings of a restricted record', () => {
  test('are listed, read and refused as changed without contact, birth, reason and service', async () => {
    const { id: patient } = await aPatient(clinic.db, { first_name: 'Bookeda', second_name: 'Hidden' })
    const booking = await aBooking(patient)
    await restrict(patient)
    const base = '/patients/publicappointments/'
    const lists = [`${base}?q=${booking.number}`, `${base}?is_open=false&limit=100`, `${base}${booking.id}/`]
    for (const path of lists) {
      const [shown, whole] = [await clerk.call('GET', path), await officer.call('GET', path)]
      expect([path, shown.status, shown.text]).toEqual([path, 200, expect.stringContaining(booking.number)])
      expect([path, shown.text]).toEqual([path, expect.not.stringMatching(SECRET)])
      expect([path, whole.text]).toEqual([path, expect.stringMatching(SECRET)])
    }
    for (const q of ['0799000111', '799000111', 'bookeda@home.example', 'Bookeda']) {
      const path = `${base}?q=${q}&count=true`
      expect([q, (await clerk.call('GET', path)).text]).toEqual([q, expect.not.stringContaining(booking.number)])
      expect([q, (await officer.call('GET', path)).text]).toEqual([q, expect.stringContaining(booking.number)])
    }
    for (const [action, body] of [
      ['convert', { patient }],
      ['unlink', {}],
    ] as const) {
      const stale = await clerk.call('POST', `${base}${booking.id}/${action}/`, { ...body, version: 999 })
      expect([action, stale.status, stale.text]).toEqual([action, 412, expect.not.stringMatching(SECRET)])
    }
    // Taken off the record, the booking would be shown whole.
    const unlinked = await clerk.call('POST', `${base}${booking.id}/unlink/`, { version: booking.version })
    expect([unlinked.status, unlinked.text]).toEqual([404, expect.not.stringMatching(SECRET)])
    expect((await clerk.call('GET', `${base}${booking.id}/matches/`)).status).toBe(404)
  })

  test('that are over are neither listed, counted nor read', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const booking = await aBooking(patient, { status: 'completed' })
    await restrict(patient)
    const base = '/patients/publicappointments/'
    const total = async (by: Person) => (await by.call('GET', `${base}?q=${booking.number}&count=true`)).headers['x-total-count']
    expect([await total(officer), await total(clerk)]).toEqual(['1', '0'])
    expect((await clerk.call('GET', `${base}?is_open=false&limit=100`)).text).not.toContain(booking.number)
    expect((await clerk.call('GET', `${base}${booking.id}/`)).status).toBe(404)
    expect((await officer.call('GET', `${base}${booking.id}/`)).status).toBe(200)
  })

  test('are put on it by the desk without writing into it, and taken off again by who put them there', async () => {
    const { id: patient } = await aPatient(clinic.db, { phone: null, email: null, date_of_birth: null })
    await restrict(patient)
    const booking = await aBooking(null)
    const base = `/patients/publicappointments/${booking.id}/`
    const put = await clerk.call('POST', `${base}convert/`, { patient, version: booking.version })
    expect([put.status, put.text]).toEqual([200, expect.not.stringMatching(SECRET)])
    const record = clinic.db.selectFrom('patients').select(['phone', 'email', 'date_of_birth']).where('id', '=', patient)
    expect(await record.executeTakeFirst()).toEqual({ phone: null, email: null, date_of_birth: null })
    const off = await clerk.call('POST', `${base}unlink/`, { version: put.json<{ version: number }>().version })
    expect([off.status, off.text]).toEqual([200, expect.stringMatching(SECRET)])
  })
})

test('a conflict over the waiting list shows no more than the list', async () => {
  const { id: patient } = await aPatient(clinic.db, { first_name: 'Waita', second_name: 'Hidden', phone: '0799000222' })
  const sent = { patient, from_day: '2026-03-03', until_day: '2026-03-30', hours: 'any', priority: 'soon', note: 'After the assault' }
  const made = await officer.call('POST', '/patients/appointments/waiting/', sent)
  expect(made.status, made.text).toBe(201)
  const { id } = made.json<{ id: number }>()
  await restrict(patient)
  const base = `/patients/appointments/waiting/${id}/`
  const slot = { appointment_date_time: '2026-03-03T09:00:00Z', reason: 'Return' }
  for (const [method, path, body] of [
    ['PATCH', base, { note: 'x' }],
    ['POST', `${base}book/`, slot],
    ['POST', `${base}remove/`, { reason: 'x' }],
  ] as const) {
    const stale = await clerk.call(method, path, { ...body, version: 999 })
    expect([path, stale.status, stale.text]).toEqual([path, 412, expect.stringContaining('Waita')])
    expect([path, stale.text]).toEqual([path, expect.not.stringMatching(/assault|799000222/i)])
  }
  // What is over is not listed.
  const removed = await officer.call('POST', `${base}remove/`, { reason: 'Received' })
  expect(removed.status, removed.text).toBe(200)
  const over = '/patients/appointments/waiting/?status=removed&limit=100&count=true'
  expect((await officer.call('GET', over)).text).toContain('Waita')
  expect((await clerk.call('GET', over)).text).not.toContain('Waita')
})

const printed = async ({ token }: Person, url: string) => {
  const reply = await clinic.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode, url).toBe(200)
  return pdfPages(reply.rawPayload).flat().join('\n')
}

test('the printed register of controlled drugs is whole, and does not say whose an entry of a restricted record is', async () => {
  const tablet = await aTablet(clinic.db)
  await clinic.db.updateTable('stocked_items').set({ is_controlled: true }).where('item_id', '=', tablet.id).execute()
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const { id: patient, unique_id } = await aPatient(clinic.db, {
    first_name: 'Morfina',
    second_name: 'Hidden',
    date_of_birth: '1980-05-05',
  })
  const prescription = await aPrescription(clinic.db, { desk: officer, doctor }, [{ item: tablet.id }], { patient })
  const given = await officer.call('POST', '/pharmacy/dispenses/', {
    prescription: prescription.id,
    version: prescription.version,
    lines: [{ line: prescription.lines[0], units: 15 }],
  })
  expect(given.status, given.text).toBe(201)
  const { number } = given.json<{ number: string }>()
  await restrict(patient)
  const url = `/pharmacy/register/pdf/?item=${tablet.id}&store=${await pharmacyOf(clinic.db)}&from=2026-03-01&to=2026-03-31`
  expect(await printed(officer, url)).toMatch(/Morfina[^]*Test doctor/)
  const shown = await printed(clerk, url)
  expect(shown).toContain('Restricted record')
  expect(shown).toContain(number)
  expect(shown).not.toMatch(new RegExp(`Morfina|${unique_id}|Test doctor`))
  const list = await clerk.call('GET', `/pharmacy/register/?item=${tablet.id}`)
  expect([list.text.includes('Morfina'), list.text.includes(number)]).toEqual([false, false])
})

test('candidates for a merge with a restricted record are compared for who may open it alone', async () => {
  const same = { first_name: 'Mergea', second_name: 'Hidden', date_of_birth: '1980-05-05', phone: '0799000333' }
  const [{ id: shut }, { id: like }] = [await aPatient(clinic.db, same), await aPatient(clinic.db, same)]
  await restrict(shut)
  const path = `/patients/patients/${shut}/merge-candidates/`
  expect((await officer.call('GET', path)).json()).toMatchObject([
    { patient: { id: like }, because: expect.arrayContaining(['telephone']) },
  ])
  const refused = await clerk.call('GET', path)
  expect([refused.status, refused.text]).toEqual([404, expect.not.stringContaining('telephone')])
  const trail = clinic.db.selectFrom('audit_log').select(['action', 'actor_id']).where('patient_id', '=', shut).orderBy('id')
  expect(await trail.execute()).toEqual([
    { action: 'restrict', actor_id: officer.id },
    { action: 'read', actor_id: officer.id },
    { action: 'denied', actor_id: clerk.id },
  ])
})

/** A message over the line with a row for one test, and the sample that both name. */
const aMessage = async (code: string, direction: 'in' | 'out') => {
  const { rows } = await sql<{ id: number }>`insert into lab_messages (direction, protocol, body, digest, message_type, state, at)
    values (${direction}, 'hl7', ${Buffer.from(`MSH|^~\\&|KLINIKI\rPID|1||X||Kept^Zena||19710506|F\rOBR|1|${code}^KLINIKI||GLU\r`)}, ''::bytea, 'OML^O33',
      ${direction === 'in' ? 'inbox' : 'sent'}::lab_message_state, now()) returning id`.execute(clinic.db)
  const { id } = rows[0]!
  if (direction === 'out') return { id, result: 0 }
  const made = await sql<{ id: number }>`insert into lab_message_results (message_id, position, accession, code, value, state)
    values (${id}, 1, ${code}, 'GLU', '4.2', 'waiting') returning id`.execute(clinic.db)
  return { id, result: made.rows[0]!.id }
}
const messageAt = (id: number) => `/lab/equipment-messages/${id}/`

describe('messages of laboratory equipment', () => {
  test('that name a restricted patient are shown, read again and decided about by who may open the record', async () => {
    const lab = await openLaboratory(clinic)
    const panel = await lab.test()
    const request = await lab.ask([panel])
    const { code } = await clinic.db
      .selectFrom('lab_samples')
      .select('code')
      .where('patient_id', '=', request.patient)
      .executeTakeFirstOrThrow()
    const [out, inbound] = [await aMessage(code, 'out'), await aMessage(code, 'in')]
    for (const { id } of [out, inbound]) expect((await clerk.call('GET', messageAt(id))).text).toContain('Zena')
    await restrict(request.patient)
    for (const { id } of [out, inbound]) {
      const refused = await clerk.call('GET', messageAt(id))
      expect([refused.status, refused.text]).toEqual([404, expect.not.stringContaining('Zena')])
      expect((await officer.call('GET', messageAt(id))).text).toContain('Zena')
    }
    expect((await clerk.call('POST', `${messageAt(inbound.id)}replay/`, {})).status).toBe(404)
    const decide = (by: Person, body: object) =>
      by.call('POST', `/lab/equipment-results/${inbound.result}/resolution/`, { ...body, version: 1 })
    for (const body of [{ action: 'dismiss', reason: 'Twice' }, { action: 'retry' }]) {
      const refused = await decide(clerk, body)
      expect([refused.status, refused.text]).toEqual([404, expect.not.stringMatching(/4\.2|patient_name/)])
    }
    const row = clinic.db.selectFrom('lab_message_results').select('state').where('id', '=', inbound.result)
    expect(await row.executeTakeFirst()).toEqual({ state: 'waiting' })
    expect((await decide(officer, { action: 'dismiss', reason: 'Twice' })).status).toBe(200)
  })
})

describe('the past of a restricted patient', () => {
  test('is in no page, total or address of visits', async () => {
    const { id: patient } = await aPatient(clinic.db, { first_name: 'Pasta', second_name: 'Hidden' })
    const past = []
    for (const day of ['2025-11-01', '2025-12-01', '2026-01-01'])
      past.push(
        await aVisit(clinic.db, { patient_id: patient, track: 'discharged', created_at: new Date(`${day}T08:00:00Z`), reason: 'Assault' }),
      )
    const now = await aVisit(clinic.db, { patient_id: patient, track: 'billing' })
    await restrict(patient)
    const list = `/patients/initiate-attendance-process/?patient_id=${patient}`
    expect((await allPages(officer, `${list}&limit=1`)).map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1])
    expect(await allPages(clerk, `${list}&limit=1`)).toEqual([{ rows: [expect.objectContaining({ id: now.id })], next: undefined }])
    for (const query of ['', '&open=false', '&track=discharged']) {
      const total = async (by: Person) => (await by.call('GET', `${list}${query}&count=true&limit=1`)).headers['x-total-count']
      expect([query, await total(officer), await total(clerk)]).toEqual([query, query === '' ? '4' : '3', query === '' ? '1' : '0'])
    }
    const stale = await clerk.call('PATCH', `/patients/initiate-attendance-process/${past[0]!.id}/`, { reason: 'x', version: 999 })
    expect([stale.status, stale.text]).toEqual([404, expect.not.stringContaining('Pasta')])
  })

  test('is in no page, total, address, calendar or printed list of appointments', async () => {
    const { id: patient } = await aPatient(clinic.db, { first_name: 'Kalendapast', second_name: 'Hidden' })
    const at = (day: string, status: 'completed' | 'confirmed' | 'cancelled' | 'no-show') =>
      anAppointment(clinic.db, {
        patient_id: patient,
        status,
        reason: 'Assault',
        appointment_date_time: new Date(`${day}T09:00:00Z`),
        ends_at: new Date(`${day}T09:30:00Z`),
      })
    const past = [await at('2026-01-05', 'completed'), await at('2026-01-06', 'confirmed'), await at('2026-03-04', 'cancelled')]
    const missed = await at('2026-02-05', 'no-show')
    const next = await at('2026-03-05', 'confirmed')
    await restrict(patient)
    for (const list of [`/patients/appointments/?patient__id=${patient}`, `/patients/appointments/by_patient_id/${patient}/?`])
      for (const sort of list.includes('by_patient') ? [''] : ['&sort=time', '&sort=-time', '&sort=-created']) {
        const path = `${list}&limit=1${sort}`
        expect([path, (await allPages(officer, path)).length]).toEqual([path, 5])
        expect(await allPages(clerk, path)).toEqual([{ rows: [expect.objectContaining({ id: next.id })], next: undefined }])
        const total = async (by: Person) => (await by.call('GET', `${path}&count=true`)).headers['x-total-count']
        expect([path, await total(officer), await total(clerk)]).toEqual([path, '5', '1'])
      }
    for (const { id } of [...past, missed]) {
      const address = `/patients/appointments/${id}/`
      const stale = await clerk.call('PATCH', address, { reason: 'x', version: 999 })
      const again = await clerk.call('POST', '/patients/appointments/statuses/', { ids: [id], status: 'completed' })
      const read = await clerk.call('GET', address)
      expect([read.status, read.text]).toEqual([404, (await clerk.call('GET', '/patients/appointments/2000000000/')).text])
      expect(stale.status, stale.text).toBe(404)
      expect(again.status, again.text).toBe(404)
      expect((await officer.call('GET', address)).status).toBe(200)
    }
    for (const range of [
      calendar('2026-01-05', '2026-01-06'),
      calendar('2026-02-05', '2026-02-05'),
      calendar('2026-03-04', '2026-03-04'),
    ]) {
      expect([range, (await officer.call('GET', range)).text]).toEqual([range, expect.stringContaining('Kalendapast')])
      expect([range, (await clerk.call('GET', range)).text]).toEqual([range, expect.not.stringContaining('Kalendapast')])
    }
    expect((await clerk.call('GET', calendar('2026-03-05', '2026-03-05'))).text).toContain('Kalendapast')
    expect(await printed(officer, day('2026-01-05'))).toContain('Kalendapast')
    expect(await printed(clerk, day('2026-01-05'))).not.toContain('Kalendapast')
    expect(await printed(clerk, day('2026-03-05'))).toContain('Kalendapast')
  })
})

test('prices for a visit tell who pays to those who may open the record alone', async () => {
  const item = await anItem(clinic.db, '50.00', { category: 'drug', name: 'Payera 10 mg tablet' })
  const insurer = await anInsurer(clinic.db, { [item.id]: '30.00' })
  const { id: patient } = await aPatient(clinic.db)
  await clinic.db.insertInto('patient_insurances').values({ patient_id: patient, insurance_company_id: insurer.id }).execute()
  const started = await officer.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' })
  const { id: visit } = started.json<{ id: number }>()
  const path = `/patients/prescribable-items/?q=payera&attendance_process=${visit}`
  expect((await clerk.call('GET', path)).text).toContain('30.00')
  await restrict(patient)
  expect((await officer.call('GET', path)).text).toContain('30.00')
  const refused = await clerk.call('GET', path)
  expect([refused.status, refused.text]).toEqual([404, expect.not.stringContaining('30.00')])
  expect((await clerk.call('GET', '/patients/prescribable-items/?q=payera')).status).toBe(200)
})

test('a file that is imported is compared with a restricted record by the name alone', async () => {
  const { id } = await aPatient(clinic.db, {
    first_name: 'Filea',
    second_name: 'Hidden',
    gender: 'female',
    date_of_birth: '1971-05-06',
    phone: '+254799000444',
  })
  await clinic.db.insertInto('patient_identifiers').values({ patient_id: id, kind: 'national id', value: '99887766' }).execute()
  await restrict(id)
  const file = [
    'first_name,second_name,gender,date_of_birth,phone,national_id',
    'Another,Person,female,1990-01-01,0799000444,',
    'Hidden,Filing,female,1971-05-06,,',
    'Third,Person,male,1990-01-01,,99887766',
    'Filea,Hidden,female,1999-09-09,0711222333,',
  ].join('\n')
  const rowsFor = async (by: Person) => {
    const work = importer(clinic, by)
    const { id: batch } = await work.checked('patients', file)
    const found = await Promise.all(['new', 'duplicate'].map((state) => by.call('GET', `/imports/${batch}/rows/?state=${state}&limit=50`)))
    const rows = found
      .flatMap((reply) => reply.json<{ id: number; state: string; resembles: string | null }[]>())
      .toSorted((one, other) => one.id - other.id)
    return rows.map(({ state, resembles }) => [state, resembles?.includes('Filea') ?? false])
  }
  expect(await rowsFor(clerk)).toEqual([
    ['new', false],
    ['new', false],
    ['duplicate', false],
    ['duplicate', true],
  ])
  expect((await rowsFor(officer))[2]).toEqual(['duplicate', true])
})

test('the report of debtors has no row of a restricted patient on the screen or in a file, and keeps what they owe in its totals', async () => {
  const patient = await aPatient(clinic.db, { first_name: 'Debora', second_name: 'Owing' })
  await aBill(clinic.db, { patientId: patient.id, lines: [{ name: 'Dressing' }] })
  await restrict(patient.id)
  const asked = async (by: Person) => {
    const [table, file, printed] = await Promise.all([
      by.call('GET', '/reports/debtors/'),
      by.call('GET', '/reports/debtors/', undefined, { accept: tableTypes.csv }),
      clinic.app.inject({ url: '/reports/debtors/', headers: { authorization: `Bearer ${by.token}`, accept: tableTypes.pdf } }),
    ])
    const texts = [table.text, file.text, pdfPages(printed.rawPayload).flat().join('\n')]
    return { isNamed: texts.map((text) => text.includes('Debora')), totals: table.json<Table>().totals }
  }
  const [open, shut] = [await asked(officer), await asked(clerk)]
  expect([open.isNamed, shut.isNamed]).toEqual([
    [true, true, true],
    [false, false, false],
  ])
  expect(shut.totals).toEqual(open.totals)
})

test('live news says neither whose a change to a restricted record was, nor a request to link its account', async () => {
  const { id: patient } = await aPatient(clinic.db)
  const { id: open } = await aPatient(clinic.db)
  await restrict(patient)
  const heard: News[] = []
  const url = await clinic.app.listen({ port: 0, host: '127.0.0.1' })
  const abort = new AbortController()
  const stream = await fetch(`${url}/api/events/`, { headers: { authorization: `Bearer ${clerk.token}` }, signal: abort.signal })
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of stream.body!) {
      text += decoder.decode(chunk, { stream: true })
      heard.splice(0, heard.length, ...[...text.matchAll(/event: news\ndata: (.*)\n/g)].flatMap(([, data]) => JSON.parse(data!) as News[]))
    }
  }
  void read().catch(() => {})
  for (const one of [patient, open]) {
    const change = { substance: 'Latex', category: 'other', severity: 'mild' }
    const made = await officer.call('POST', `/patients/patients/${one}/allergies/`, change)
    expect(made.status, made.text).toBe(201)
  }
  await expect.poll(() => heard.some(({ topic, id }) => topic === 'patients' && id === open)).toBe(true)
  abort.abort()
  expect(heard.filter((one) => one.patient === patient || (one.topic === 'patients' && one.id === patient))).toEqual([])
  expect(heard.filter(({ topic }) => topic === 'patients').length).toBeGreaterThan(1)

  for (const owner of [patient, open]) {
    const account = await clinic.signedInFrom('Patient', 'patient')
    await sql`insert into account_link_requests (patient_id, user_id, kind, requested_by, requested_at, expires_at, way)
      select ${owner}, ${account.id}, 'code', ${officer.id}, ${clinic.clock.now}::timestamptz, ${clinic.clock.now}::timestamptz + interval '1 day',
        'colleague'`.execute(clinic.db)
  }
  const toConfirm = patientAlerts.find(({ kind }) => kind === 'account_to_confirm')!
  await bringUpToDate(clinic.db, toConfirm, clinic.clock.now)
  const reported = (await clerk.call('GET', '/notifications/notifications/?kind=account_to_confirm')).json<{ patient: number | null }[]>()
  expect(reported).toHaveLength(2)
  expect(new Set(reported.map((one) => one.patient))).toEqual(new Set([open, null]))
})
