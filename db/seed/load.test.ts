import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { passwordFits } from '#platform/auth/passwords.ts'
import { ConfigurationError } from '#platform/config.ts'
import { asOwner } from '#platform/db/owner.ts'
import { findInconsistencies } from '../../src/testing/books/books.ts'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'
import { staff } from './clinic.ts'
import { copyRows } from './load-copy.ts'
import { demoPeople, loadDemo, randomPassword } from './load-demo.ts'

const morning = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
beforeEach(async () => {
  clinic = await openTestClinic({ now: morning })
})
afterEach(() => clinic.close())

const number = async (text: string): Promise<number> =>
  asOwner(clinic.ownerUrl, async (client) => Number((await client.query<{ n: string }>(`select (${text}) as n`)).rows[0]?.n))

const inconsistencies = {
  'a visit without one of its papers': `select count(*) from visits v where not (exists (select from invoices where visit_id = v.id)
    and exists (select from triages where visit_id = v.id) and exists (select from prescriptions where visit_id = v.id)
    and exists (select from process_test_requests where visit_id = v.id))`,
  'a stay that does not begin where the last one ended': `select count(*) from (
    select from_since, from_track, visit_version, lag(moved_at) over w as since, lag(to_track) over w as track, row_number() over w as place
    from visit_moves window w as (partition by visit_id order by id)) m
    where from_since is distinct from since or from_track is distinct from track or visit_version <> place`,
  'a visit that is not where its last move led': `select count(*) from visits v join lateral (
    select to_track, moved_at, visit_version from visit_moves where visit_id = v.id order by id desc limit 1) m on true
    where (v.track, v.track_since, v.version) is distinct from (m.to_track, m.moved_at, m.visit_version)`,
  'a number that does not follow time': `select count(*) from (
    select created_at, lag(created_at) over (order by id) as before from visits where source ~ '^demo:[0-9]+$') v where created_at < before`,
  'a last visit that is none': `select count(*) from patients p
    where last_visit_at is distinct from (select max(created_at) from visits where patient_id = p.id)`,
  'something from the future': `select count(*) from visit_moves where moved_at > '2026-03-09T12:00:00Z'`,
  'a laboratory request that does not follow time': `select count(*) from (select requested_at, lag(requested_at) over (order by id) as before
    from lab_test_requests where requested_at < '2026-03-01T21:00:00Z') q where requested_at < before`,
  'a bill, receipt or credit note whose number does not follow time': `select count(*) from (
    select at, lag(at) over (partition by series order by number) as before from (
      select 'invoice' as series, number, issued_at as at from invoices where number is not null
      union all select 'receipt', number, received_at from receipts union all select 'credit note', number, issued_at from credit_notes) d) d
    where at < before`,
  'money from the future': `select count(*) from journal_entries where happened_at > '2026-03-09T12:00:00Z'`,
  'a visit that went past the till unbilled': `select count(*) from visits v where closed_at > '2026-01-01T00:00:00Z'
    and exists (select from visit_moves m where m.visit_id = v.id and m.from_track = 'billing')
    and not exists (select from invoices i where i.visit_id = v.id and i.issued_at is not null)`,
  'an order whose charge is missing or is for something else': `select count(*) from (
    select 'laboratory'::charge_order as kind, id, item_id from lab_orders where cancelled_at is null
    union all select 'prescription', id, item_id from prescribed_drugs where cancelled_at is null) o
    where not exists (select from charges c where c.order_kind = o.kind and c.order_id = o.id and c.item_id = o.item_id)`,
  'a test without a sample, or that was asked for and left': `select count(*) from lab_test_request_panels n join lab_test_requests q
    on q.id = n.lab_test_request_id join process_test_requests g on g.id = q.process_id join visits v on v.id = g.visit_id
    where n.sample_id is null or (v.closed_at is not null and n.state = 'requested'
      and exists (select from lab_panels p where p.id = n.panel_id and p.kind <> 'calculated'))`,
  'a result from before its sample, from the future, or of another patient': `select count(*) from lab_results r
    join lab_test_request_panels n on n.id = r.request_panel_id join lab_samples s on s.id = n.sample_id
    where r.entered_at < s.collected_at or r.approved_at < r.entered_at or r.approved_at > '2026-03-09T12:00:00Z' or r.patient_id <> s.patient_id`,
  'a drug that is charged otherwise than prescribed': `select count(*) from prescribed_drugs d join charges c on c.order_kind = 'prescription'
    and c.order_id = d.id and c.cancelled_at is null where d.cancelled_at is null and c.quantity <> d.quantity`,
  'a drug without directions, or with unread ones': `select count(*) from prescribed_drugs where directions is null or structure is null`,
  'a line that was handed out otherwise than it says': `select count(*) from prescribed_drugs d
    where quantity_dispensed <> coalesce((select sum(quantity) from dispense_items x where x.prescribed_drug_id = d.id), 0)`,
  'a visit that went through triage unmeasured': `select count(*) from visits v where v.track <> 'discharged'
    and exists (select from visit_moves m where m.visit_id = v.id and m.from_track = 'triage' and m.to_track in ('doctor', 'lab', 'billing'))
    and v.created_at < '2026-03-02T07:00:00Z' and not exists (select from vital_signs s where s.visit_id = v.id)`,
  'something measured after the visit, or before it': `select count(*) from vital_signs s join visits v on v.id = s.visit_id
    where s.taken_at < v.created_at or s.taken_at > coalesce(v.closed_at, '2026-03-09T12:00:00Z')`,
  'a note that was written after the visit, or before it': `select count(*) from consultations c join visits v on v.id = c.visit_id
    where c.created_at < v.created_at or greatest(c.changed_at, c.signed_at) > coalesce(v.closed_at, '2026-03-09T12:00:00Z') or c.changed_at < c.created_at`,
  'a note of a visit that is over without signature or diagnosis': `select count(*) from consultations c join visits v on v.id = c.visit_id
    where v.closed_at is not null and v.created_at < '2026-03-02T04:00:00Z' and (c.signed_at is null
      or not exists (select from diagnoses d where d.consultation_id = c.id and d.is_primary))`,
  'something left to fill in': `select count(*) from consultations where concat(complaint, history, examination, note, plan) ~ '[{}|]|c:|undefined|NaN'`,
  'a critical value on a visit that is over which nobody saw': `select count(*) from triages t join visits v on v.id = t.visit_id
    where v.closed_at is not null and t.critical_at is not null and t.critical_seen_at is null`,
  'an appointment outside its doctor’s hours': `select count(*) from appointments a where not exists (select from schedules s where s.doctor_id = a.doctor_id
    and s.weekday = extract(isodow from a.appointment_date_time at time zone 'Africa/Nairobi')
    and s.starts_at <= (a.appointment_date_time at time zone 'Africa/Nairobi')::time and s.ends_at >= (a.ends_at at time zone 'Africa/Nairobi')::time)`,
  'an appointment of the past that still waits': `select count(*) from appointments where status in ('pending', 'confirmed')
    and source is not null and ends_at < '2026-03-09T11:00:00Z'`,
  'something unpaid for on the draft of a visit that is over': `select count(*) from invoices i join visits v on v.id = i.visit_id
    where v.closed_at is not null and i.issued_at is null
      and exists (select from charges c where c.invoice_id = i.id and c.cancelled_at is null)`,
}
const atTill = `from visits v join invoices i on i.visit_id = v.id join charges c on c.invoice_id = i.id where v.closed_at is null and v.track = 'billing'`
const account = `join patients a on a.source = 'demo:0' and a.user_id is not null and a.id`
const results = `from lab_results r join lab_panels p on p.id = r.panel_id ${account} = r.patient_id where r.is_current and r.approved_at is not null`
const bills = `from invoices i ${account} = i.patient_id where i.issued_at is not null`
/** What whoever looks around the till should find, and how much of it at least. */
const found: Readonly<Record<string, [least: number, text: string]>> = {
  'patients at the till with something on their bill': [3, `select count(distinct v.id) ${atTill}`],
  'tests asked for by whoever waits in the laboratory': [
    3,
    `select count(*) from lab_test_request_panels n join lab_test_requests q
    on q.id = n.lab_test_request_id join process_test_requests p on p.id = q.process_id join visits v on v.id = p.visit_id and v.track in ('lab', 'awaiting result')`,
  ],
  'drugs that wait at the pharmacy': [
    3,
    `select count(*) from prescribed_drugs d join prescriptions p on p.id = d.prescription_id
    join visits v on v.id = p.visit_id where v.track = 'pharmacy' and not d.is_dispensed`,
  ],
  'a bill of sixty lines': [1, `select count(*) from (select v.id ${atTill} group by 1 having count(*) = 60) b`],
  'a line without a price': [1, `select count(*) ${atTill} and c.price_source = 'none'`],
  'bills that an insurer shares': [50, `select count(*) from invoices where insurer_total > 0`],
  'payment modes that were used': [6, 'select count(distinct payment_mode_id) from payments'],
  'receipts with two payments': [5, 'select count(*) from (select receipt_id from payments group by 1 having count(*) = 2) r'],
  refunds: [2, `select count(*) from receipts where kind = 'refund'`],
  'receipts that were taken back': [2, `select count(*) from receipts where kind = 'reversal'`],
  'credit notes': [4, 'select count(*) from credit_notes'],
  'lines with a discount': [5, 'select count(*) from charges where discount > 0'],
  'lines with a waiver': [3, 'select count(*) from charges where waiver > 0'],
  'part-paid bills': [10, `select count(*) from invoices where status = 'part-paid'`],
  'bills with tax': [20, 'select count(*) from invoices where tax > 0'],
  'change given': [20, 'select count(*) from payments where change > 0'],
  'triaged patients who wait for the doctor': [
    3,
    `select count(*) from visits v join triages t on t.visit_id = v.id where v.track = 'doctor' and v.closed_at is null and t.level is not null`,
  ],
  'a critical value that no doctor has seen': [
    1,
    `select count(*) from visits v join triages t on t.visit_id = v.id
    where v.closed_at is null and v.track = 'doctor' and t.critical_at is not null and t.critical_seen_at is null`,
  ],
  'drafts of notes': [2, 'select count(*) from consultations where signed_at is null'],
  'a warning gone ahead against at the pharmacy': [
    1,
    `select count(*) from safety_overrides o join prescribed_drugs d on d.id = o.prescribed_drug_id where not d.is_dispensed`,
  ],
  'warnings gone ahead against': [3, 'select count(*) from safety_overrides'],
  'signed notes': [4000, 'select count(*) from consultations where signed_at is not null'],
  'diagnoses on the list': [4000, 'select count(*) from diagnoses where diagnosis_code_id is not null'],
  'problems of the chronically ill': [150, `select count(*) from problems where status = 'active'`],
  'medicines from elsewhere': [8, 'select count(*) from patient_medicines'],
  'courses that run': [50, `select count(*) from prescribed_drugs where ends_on >= '2026-03-02'`],
  'critical values': [20, 'select count(*) from vital_signs where is_critical'],
  'referrals that wait for a doctor of the house': [
    2,
    `select count(*) from referrals where type = 'internal' and status = 'pending' and doctor_id is not null`,
  ],
  'referrals that were answered': [3, `select count(*) from referrals where reply is not null`],
  'appointments of today': [
    30,
    `select count(*) from appointments where appointment_date_time between '2026-03-01T21:00:00Z' and '2026-03-02T21:00:00Z'`,
  ],
  'appointments ahead': [
    300,
    `select count(*) from appointments where status in ('pending', 'confirmed') and appointment_date_time > '2026-03-03T21:00:00Z'`,
  ],
  'appointments that were missed': [20, `select count(*) from appointments where status = 'no-show'`],
  'bookings of the public that wait': [3, 'select count(*) from appointments where public_booking_id is not null and patient_id is null'],
  'patients who wait for a time': [4, `select count(*) from waiting_list where status = 'waiting'`],
  'creatinine of the patient with an account, to be compared over the years': [6, `select count(*) ${results} and p.code = 'CREA'`],
  'results of hers that are high': [1, `select count(*) ${results} and r.flag = 'high'`],
  'results of hers older than a year': [20, `select count(*) ${results} and r.observed_at < '2025-03-02'`],
  'results of hers that she has not looked at': [
    5,
    `select count(*) ${results} and not exists (select from lab_result_reads s where s.result_id = r.id)`,
  ],
  'results of hers that she has looked at': [
    50,
    `select count(*) ${results} and exists (select from lab_result_reads s where s.result_id = r.id)`,
  ],
  'bills of hers that are paid': [8, `select count(*) ${bills} and i.patient_balance = 0 and i.patient_total > 0`],
  'bills of hers that are still to be paid': [2, `select count(*) ${bills} and i.patient_balance > 0`],
  'a bill of hers that is part-paid': [1, `select count(*) ${bills} and i.status = 'part-paid'`],
  'fees of the professor': [
    10,
    `select count(*) from charges c join items i on i.id = c.item_id where c.order_kind = 'consultation' and i.code = 'CON-03'`,
  ],
}
const DEBTORS = [0, 31, 61, 91].map(
  (age) => `select count(*) from invoices where patient_balance > 0
  and date '2026-03-02' - issued_on between ${age} and ${age + 29}`,
)

describe('the demonstration clinic', () => {
  // A whole clinic is loaded, and that takes its time on a busy machine: all that is asked of one is asked here.
  test(
    'fills an empty clinic whose house is full, once though two start, and later starts refresh the house',
    { timeout: 180_000 },
    async () => {
      const { files } = clinic
      const start = { now: morning, password: 'a-b-c-first', files }
      const both = await Promise.all([loadDemo(clinic.ownerUrl, start), loadDemo(clinic.ownerUrl, start)])
      expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
      expect(await number('select count(*) from patients')).toBe(1200)
      expect(await number('select count(*) from visits where closed_at is null')).toBe(26)
      expect(await number(`select count(*) from visits where closed_at > '2026-03-01T21:00:00Z'`)).toBeGreaterThan(10)
      expect(await number('select count(*) from users')).toBe(staff.length)
      expect(await number(`select count(*) from patients p join users u on u.id = p.user_id where u.role = 'patient'`)).toBe(1)
      expect(await number(`select count(*) from search_patients('grace wanjiku', 5)`)).toBeGreaterThan(0)

      expect(await number('select count(*) from medical_records')).toBe(16)
      for (const [what, [least, text]] of Object.entries(found)) expect(await number(text), what).toBeGreaterThanOrEqual(least)
      for (const text of DEBTORS) expect(await number(text), text).toBeGreaterThan(0)
      expect(await findInconsistencies(clinic.db)).toEqual([])

      const groups = await number(`select count(distinct g.name) from user_groups ug join groups g on g.id = ug.group_id`)
      expect(groups).toBe(13)
      expect(demoPeople).toHaveLength(13)
      const { email } = demoPeople.find(({ group }) => group === 'Receptionist') ?? { email: '' }
      const reply = await clinic.call('POST', '/users/login/', { email, password: 'a-b-c-first' })
      const { access } = reply.json<{ access: string }>()
      const board = await clinic.call('GET', '/patients/board/', undefined, { authorization: `Bearer ${access}` })
      expect(board.status).toBe(200)
      expect(board.json<{ visits: unknown[] }>().visits).toHaveLength(26)

      const minutesLater = new Date(morning.getTime() + 5 * 60_000)
      await expect(loadDemo(clinic.ownerUrl, { now: minutesLater, password: 'a-b-c-first', files })).resolves.toEqual({ isNew: false })
      const nextWeek = new Date('2026-03-09T12:00:00Z')
      await loadDemo(clinic.ownerUrl, { now: nextWeek, password: 'a-b-c-second', files })
      expect(await number('select count(*) from patients')).toBe(1200)
      expect(await number('select count(*) from visits where closed_at is null')).toBe(26)
      expect(await number(`select count(*) from visits where closed_at is null and created_at < '2026-03-09T06:00:00Z'`)).toBe(0)
      for (const [what, count] of Object.entries(inconsistencies)) expect(await number(count), what).toBe(0)
      expect(await findInconsistencies(clinic.db)).toEqual([])

      const accounts = await clinic.db.selectFrom('users').select(['email', 'password_hash']).execute()
      expect(new Set(accounts.map(({ password_hash }) => password_hash)).size).toBe(1)
      await expect(passwordFits(accounts[0]?.password_hash ?? null, 'a-b-c-second')).resolves.toBe(true)
      expect(accounts.map(({ email }) => email)).toEqual(expect.arrayContaining(demoPeople.map(({ email }) => email)))
    },
  )

  test('stays out of a clinic that has people of its own', async () => {
    await clinic.signedInAs([])
    await expect(loadDemo(clinic.ownerUrl, { now: morning, password: 'a-b-c-first', files: clinic.files })).rejects.toThrow(
      ConfigurationError,
    )
    expect(await number('select count(*) from patients')).toBe(0)
  })
})

test('rows are copied as they are, and a broken one leaves nothing', async () => {
  await asOwner(clinic.ownerUrl, async (client) => {
    const columns = ['name', 'phone']
    const strange = 'Tab\there, back\\slash,\nnew line, \\N and Ñandú'
    await copyRows(client, 'insurance_companies', columns, [
      [strange, null],
      ['Plain', '+254700000000'],
    ])
    const { rows } = await client.query<{ name: string; phone: string | null }>('select name, phone from insurance_companies order by id')
    expect(rows).toEqual([
      { name: strange, phone: null },
      { name: 'Plain', phone: '+254700000000' },
    ])
    await expect(
      copyRows(client, 'insurance_companies', columns, [
        ['New', null],
        ['PLAIN', null],
      ]),
    ).rejects.toThrow(/insurance_companies_name_key/)
    expect((await client.query('select from insurance_companies')).rowCount).toBe(2)
  })
})

test('the password can be read aloud and is another each time', () => {
  expect(randomPassword()).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/)
  expect(randomPassword()).not.toBe(randomPassword())
})
