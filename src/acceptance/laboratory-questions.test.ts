import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { Asker, Dimension, Measure, Sql, Subject } from '#platform/questions/subject.ts'
import { questions as analysersQuestions } from '#features/analysers/questions.ts'
import { questions as labCatalogueQuestions } from '#features/lab-catalogue/questions.ts'
import { cloneDatabase } from '../testing/databases/clone.ts'
import { questions as laboratoryQuestions } from '#features/laboratory/questions.ts'

const subjects = [...laboratoryQuestions.subjects, ...analysersQuestions.subjects]
const subjectOf = (name: string) => subjects.find((one) => one.name === name)!
const everyone: Asker = { id: 1, role: 'lab_manager', permissions: new Set(['laboratory.view', 'laboratory.enter']) }
const clinician: Asker = { id: 1, role: 'doctor', permissions: new Set(['laboratory.view']) }

let database: Awaited<ReturnType<typeof cloneDatabase>>
let reader: Connection

/**
 * Three hundred tests of thirty patients, in every state: samples of every state, results amended, withdrawn, calculated and of elsewhere,
 * critical calls of every end, two analysers with an inbox.
 */
const data = `
  insert into users (email, first_name, last_name, role) values ('a@clinic.example', 'Akinyi', 'Otieno', 'doctor'), ('b@clinic.example', 'Baraka', 'Mwangi', 'doctor');
  insert into patients (unique_id, first_name, second_name, gender, date_of_birth)
    select 'Q-' || n, 'Person' || n, 'Test', (array['female', 'male', 'unknown'])[1 + n % 3]::gender, case when n % 7 > 0 then date '2026-03-01' - n * 900 end from generate_series(1, 30) n;
  insert into visits (track_number, patient_id, reason, track, track_since, created_at)
    select 'Q-' || id, id, 'Fever', 'lab', now(), timestamptz '2026-02-01' + id * interval '7 hours' from patients;
  insert into process_test_requests (visit_id) select id from visits order by id;
  insert into items (name, category) values ('Laboratory', 'laboratory');
  insert into lab_panels (code, name, kind, specimen_id, section, unit, choices, formula)
    select c.code, c.name, c.kind::lab_panel_kind, (select id from lab_specimens where code = c.specimen), c.section, c.unit, c.choices::jsonb, c.formula from (values
      ('HB', 'Haemoglobin', 'quantitative', 'EDTA', 'Haematology', 'g/L', '[]', null),
      ('GLU', 'Glucose, random', 'quantitative', 'FLU', 'Chemistry', 'mmol/L', '[]', null),
      ('AGAP', 'Anion gap', 'calculated', 'SER', '', 'mmol/L', '[]', 'HB - GLU'),
      ('MPS', 'Malaria parasites, film', 'qualitative', 'EDTA', 'Parasitology', null,
        '[{"value":"No parasites seen","flag":"normal"},{"value":"P. falciparum seen","flag":"critical"},{"value":"Invalid","flag":"abnormal"}]', null),
      ('UCOL', 'Urine colour', 'qualitative', 'URN', 'Urine and stool', null, '[{"value":"Yellow","flag":"normal"},{"value":"Red","flag":"abnormal"}]', null)
    ) c (code, name, kind, specimen, section, unit, choices, formula);
  insert into lab_profiles (code, name) values ('FBC', 'Full blood count'), ('UE', 'Urea and electrolytes');
  insert into lab_test_requests (process_id, patient_id, requested_at, requested_by)
    select g.id, v.patient_id, v.created_at + k * interval '1 hour', (select min(id) from users) + k % 2
    from process_test_requests g join visits v on v.id = g.visit_id cross join generate_series(0, 1) k;
  insert into lab_orders (lab_test_request_id, item_id, profile_id, cancelled_at, cancelled_by, cancel_reason)
    select q.id, (select max(id) from items), f.id, c.at, case when c.at is not null then 1 end, case when c.at is not null then 'Twice' end
    from lab_test_requests q join lab_profiles f on (f.id + q.id) % 3 > 0 cross join lateral (select case when q.id % 11 = 0 then q.requested_at end as at) c;
  insert into lab_orders (lab_test_request_id, item_id, panel_id) select q.id, (select max(id) from items), k.id from lab_test_requests q cross join lab_panels k;
  insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, received_at, rejected_at, rejected_by, reject_reason)
    select 'S-' || g.id || '-' || m.code, g.id, v.patient_id, m.id, t.state::lab_sample_state, v.created_at,
      case when t.state <> 'to collect' then v.created_at + (7 + g.id) * interval '1 minute' end,
      case when t.state = 'received' then v.created_at + (27 + g.id) * interval '1 minute' end,
      case when t.state = 'rejected' then v.created_at + interval '1 day' end, case when t.state = 'rejected' then 1 end,
      case when t.state = 'rejected' then (array['Haemolysed', 'Clotted'])[1 + g.id % 2] end
    from process_test_requests g join visits v on v.id = g.visit_id join lab_specimens m on m.code in ('EDTA', 'FLU', 'SER', 'URN')
    cross join lateral (select (array['received', 'received', 'to collect', 'collected', 'rejected', 'received'])[1 + (g.id + m.id) % 6] as state) t;
  insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, state, priority, requested_at, due_at, approved_at, cancelled_at, cancelled_by, cancel_reason)
    select q.id, o.id, k.id, q.patient_id, s.id, t.state::lab_panel_state, (array['routine', 'urgent', 'stat'])[1 + (q.id + k.id) % 3]::lab_priority, q.requested_at,
      case when (q.id + k.id) % 4 > 0 then q.requested_at + interval '2 hours' end,
      case when t.state = 'approved' then q.requested_at + (60 + 3 * q.id) * interval '1 minute' end,
      case when t.state = 'cancelled' then q.requested_at + interval '2 days' end, case when t.state = 'cancelled' then 1 end,
      case when t.state = 'cancelled' then 'Not needed' end
    from lab_test_requests q join lab_orders o on o.lab_test_request_id = q.id and o.panel_id is not null join lab_panels k on k.id = o.panel_id
    join lab_samples s on s.process_id = q.process_id and s.specimen_id = k.specimen_id
    cross join lateral (select (array['approved', 'requested', 'approved', 'entered', 'cancelled', 'approved', 'approved'])[1 + (q.id * 3 + k.id) % 7] as state) t;
  insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, value, unit, entered, flag, origin, entered_at, approved_at)
    select n.id, n.patient_id, n.panel_id, s.requested_at, t.result, case when k.unit is not null then t.number end, k.unit, t.result,
      case when k.kind = 'qualitative' then (select (c ->> 'flag')::lab_flag from jsonb_array_elements(k.choices) c where c ->> 'value' = t.result)
        else (array['normal', 'low', 'critical high', 'high', null])[1 + n.id % 5]::lab_flag end, 'typed', n.requested_at, n.approved_at
    from lab_test_request_panels n join lab_panels k on k.id = n.panel_id join lab_samples s on s.id = n.sample_id cross join lateral (
      select 40 + n.id % 90 as number, coalesce(k.choices -> (n.id % jsonb_array_length(k.choices || '[null]'))::integer ->> 'value',
        case when k.kind = 'qualitative' then k.choices -> 0 ->> 'value' else (40 + n.id % 90)::text end) as result) t
    where n.state in ('entered', 'approved');
  -- Corrected half an hour later: the first approval stays the one that counts for the time it took.
  with one as (update lab_results set is_current = false where id % 6 = 0 and approved_at is not null returning *), again as (
    insert into lab_results (request_panel_id, patient_id, panel_id, revision, observed_at, result, value, unit, entered, flag, origin, entered_at, approved_at, amend_reason)
    select request_panel_id, patient_id, panel_id, 2, observed_at, result, value, unit, entered, flag, origin, entered_at, approved_at + interval '30 minutes', 'Misread' from one
    returning request_panel_id, approved_at)
  update lab_test_request_panels n set approved_at = a.approved_at from again a where n.id = a.request_panel_id;
  insert into lab_results (patient_id, panel_id, observed_at, result, value, unit, entered, flag, origin, entered_at, source)
    select p.id, k.id, timestamptz '2025-11-05' + p.id * interval '1 day', '101', 101, k.unit, '101', 'low', 'imported', now(), 'old-' || p.id
    from patients p join lab_panels k on k.code = 'HB' where p.id % 4 = 0;
  insert into lab_critical_calls (result_id, patient_id, visit_id, opened_at, closed_at, close_reason)
    select r.id, r.patient_id, (select id from visits v where v.patient_id = r.patient_id), r.entered_at, case when c.reason is not null then r.entered_at + r.id * interval '1 minute' end, c.reason
    from lab_results r cross join lateral (select (array['told', 'seen', null, 'changed', 'withdrawn'])[1 + r.id % 5] as reason) c
    where r.flag in ('critical', 'critical high') and r.request_panel_id is not null;
  insert into lab_equipment (name, protocol, connection, port, is_active, last_seen_at, last_error)
    values ('Sysmex', 'astm', 'listen', 9100, true, now(), null), ('Mindray', 'hl7', 'none', null, true, null, 'Refused'), ('Cobas', 'hl7', 'none', null, false, null, 'Gone');
  insert into lab_equipment_codes (equipment_id, code, panel_id) select e.id, 'HGB', k.id from lab_equipment e join lab_panels k on k.code = 'HB';
  insert into lab_messages (equipment_id, direction, protocol, body, digest, state, at)
    select case when n % 5 > 0 then e.id end, 'in', e.protocol, ''::bytea, sha256((e.id * 100 + n)::text::bytea), 'applied', timestamptz '2026-02-03' + n * interval '5 hours'
    from lab_equipment e cross join generate_series(1, 9) n;
  insert into lab_message_results (message_id, "position", code, state)
    select m.id, n, (array['HGB', 'XYZ'])[n], (array['waiting', 'ignored', 'dismissed', 'control'])[1 + (m.id + n) % 4]::lab_inbox_state from lab_messages m cross join generate_series(1, 2) n`

beforeAll(async () => {
  database = await cloneDatabase()
  await asOwner(database.url, (client) => client.query(data))
  reader = connect(database.logins.kliniki_read, 'kliniki_read', { max: 1 })
})
afterAll(async () => {
  await reader.close()
  await database.drop()
})

const both = (...conditions: (Sql | undefined)[]) => sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)
const joined = ({ joins = {} }: Subject, names: readonly string[]) =>
  sql.join(
    Object.entries(joins).flatMap(([name, join]) => (names.includes(name) ? [join] : [])),
    sql` `,
  )
const expression = ({ total, value, usually }: Measure) => total ?? (usually === 'sum' ? sql`sum(${value!})` : sql`avg(${value!})`)

interface Group {
  of: string | null
  figure: string | null
}
interface Asked {
  by?: Dimension
  where?: Sql
  asker?: Asker
  needs?: readonly string[]
}
/** One figure, or one for each group, as the reading role. */
const ask = async (subject: Subject, name: string, { by, where, asker = everyone, needs = [] }: Asked = {}): Promise<Group[]> => {
  const measure = subject.measures[name]!
  const group = by?.sql ?? sql`null`
  const joins = joined(subject, [...(measure.joins ?? []), ...(by?.joins ?? []), ...needs])
  const { rows } = await sql<Group>`
    select (${group})::text as "of", round((${expression(measure)})::numeric, 6)::text as figure from ${subject.from} ${joins}
    where ${both(subject.where, measure.where, subject.rows?.(asker), where)} group by 1 order by 1`.execute(reader.db)
  return rows
}
const figureOf = async (subject: string, measure: string, more: Asked = {}) => {
  const [row] = await ask(subjectOf(subject), measure, more)
  return Number(row?.figure ?? 0)
}
const plain = async (statement: string): Promise<number> => {
  const { rows } = await sql<{ figure: string }>`${sql.raw(statement)}`.execute(reader.db)
  return Number(rows[0]!.figure)
}

const firstApproval = `(select min(r.approved_at) from lab_results r where r.request_panel_id = n.id and r.approved_at is not null)`
/** What each figure is, written anew and without hurry. */
const independent: Record<string, string> = {
  'lab_tests.tests': `select count(*) as figure from lab_test_request_panels where state <> 'cancelled'`,
  'lab_tests.patients_tested': `select count(*) as figure from patients p where exists (select from lab_test_request_panels n where n.patient_id = p.id and state <> 'cancelled')`,
  'lab_tests.turnaround': `select avg(extract(epoch from ${firstApproval} - s.collected_at) / 60) as figure from lab_test_request_panels n join lab_samples s on s.id = n.sample_id`,
  'lab_tests.tests_approved': `select count(distinct request_panel_id) as figure from lab_results where approved_at is not null`,
  'lab_tests.tests_pending': `select count(*) as figure from lab_test_request_panels where state not in ('approved', 'cancelled')`,
  'lab_tests.tests_to_approve': `select count(*) as figure from lab_test_request_panels where state = 'entered'`,
  'lab_tests.tests_approved_late': `select count(*) as figure from lab_test_request_panels n where state = 'approved' and ${firstApproval} > due_at`,
  'lab_tests.tests_late': `select sum(case
      when state = 'entered' then (taken and due_at < now())::integer when state = 'requested' then (taken and kind <> 'calculated' and due_at < now())::integer end) as figure
    from (select t.*, k.kind, s.state <> 'to collect' as taken from lab_test_request_panels t join lab_panels k on k.id = t.panel_id join lab_samples s on s.id = t.sample_id) n`,
  'cancelled_tests.tests_cancelled': `select count(*) as figure from lab_test_request_panels where state = 'cancelled'`,
  'lab_profiles.profiles': `select count(*) - count(cancelled_at) as figure from lab_orders where panel_id is null`,
  'lab_results.results': `select count(*) as figure from lab_results r where not exists (select from lab_results o where o.request_panel_id = r.request_panel_id and o.revision > r.revision)`,
  'lab_results.abnormal_results': `select count(*) as figure from lab_results where is_current and flag in ('low', 'high', 'abnormal', 'critical', 'critical low', 'critical high')`,
  'lab_results.critical_results': `select count(*) as figure from lab_results where is_current and flag::text like 'critical%'`,
  'lab_results.result_value': `select sum(value) / count(value) as figure from lab_results where is_current`,
  'lab_results.patients_with_results': `select count(*) as figure from patients p where exists (select from lab_results r where r.patient_id = p.id and is_current)`,
  'lab_results.patients_abnormal': `select count(*) as figure from patients p where exists (
    select from lab_results r where r.patient_id = p.id and is_current and flag::text similar to '(critical|low|high|abnormal)%')`,
  'lab_results.patients_critical': `select count(*) as figure from patients p where p.id in (
    select patient_id from lab_results where is_current and flag::text like 'critical%')`,
  'lab_results.positivity': `select 100.0 * sum((result = 'P. falciparum seen')::integer) / count(*) as figure from lab_results where is_current and result in ('P. falciparum seen', 'No parasites seen')`,
  'samples.samples': `select count(*) as figure from lab_samples where state::text <> 'cancelled'`,
  'samples.samples_collected': `select count(collected_at) as figure from lab_samples`,
  'samples.samples_rejected': `select count(rejected_at) as figure from lab_samples`,
  'samples.samples_waiting': `select count(*) as figure from lab_samples where collected_at is null`,
  'samples.collection_wait': `select avg(extract(epoch from collected_at) - extract(epoch from requested_at)) / 60 as figure from lab_samples`,
  'critical_calls.critical_calls': `select count(*) as figure from lab_critical_calls`,
  'critical_calls.calls_open': `select count(*) - count(closed_at) as figure from lab_critical_calls`,
  'critical_calls.call_wait': `select avg(extract(epoch from closed_at - opened_at)) / 60 as figure from lab_critical_calls where close_reason = 'told' or close_reason = 'seen'`,
  'equipment.equipment': `select 3 as figure`,
  'equipment.equipment_failing': `select count(*) as figure from lab_equipment where name = 'Mindray'`,
  'equipment_results.equipment_tests': `select count(*) as figure from lab_message_results`,
}

/** Choices that a clinic adds its own words to. */
const open = new Set(['section', 'result_text'])

describe('figures of the laboratory', () => {
  test('every measure is what plain SQL counts, and none of them is nothing', async () => {
    const names = subjects.flatMap(({ name, measures }) => Object.keys(measures).map((measure) => `${name}.${measure}`))
    expect(names.toSorted()).toEqual(Object.keys(independent).toSorted())
    for (const name of names) {
      const [subject = '', measure = ''] = name.split('.')
      const expected = await plain(independent[name]!)
      expect(expected, name).toBeGreaterThan(0)
      expect(await figureOf(subject, measure), name).toBeCloseTo(expected, 5)
    }
  })

  test('every measure is asked by every dimension, in a period, of a patient and of a visit; what adds up adds up', async () => {
    let compared = 0
    for (const subject of subjects)
      for (const [name, measure] of Object.entries(subject.measures)) {
        const whole = await figureOf(subject.name, name)
        for (const [by, dimension] of Object.entries(subject.dimensions)) {
          const groups = await ask(subject, name, { by: dimension })
          const sum = groups.reduce((total, { figure }) => total + Number(figure), 0)
          const known = dimension.is === 'choice' && !open.has(by) ? Object.keys(dimension.values) : []
          if (known.length > 0)
            expect([...known, null], `${subject.name} by ${by}`).toEqual(expect.arrayContaining(groups.map(({ of }) => of)))
          if (measure.total && measure.adds !== false) {
            expect(sum, `${subject.name}.${name} by ${by}`).toBe(whole)
            compared += 1
          }
        }
        const at = measure.at ?? subject.at
        if (at) expect(await figureOf(subject.name, name, { where: sql`${at.sql} < '2000-01-01'` })).toBe(0)
        for (const column of [subject.patient, subject.visit]) if (column) await ask(subject, name, { where: sql`${column} = 3` })
      }
    expect(compared).toBeGreaterThan(0)
  })

  test('every list has its columns and an address for each row', async () => {
    for (const subject of subjects) {
      if (!subject.list) continue
      const { columns, order, link } = subject.list
      const joins = joined(subject, [...(subject.list.joins ?? []), ...columns.flatMap((column) => column.joins ?? [])])
      const cells = sql.join(columns.map((column) => sql`${column.sql} as ${sql.ref(column.key)}`))
      const { rows } = await sql<Record<string, unknown>>`select ${cells}, ${link ?? sql`null`} as link from ${subject.from} ${joins}
        where ${both(subject.where)} order by ${order} limit 5`.execute(reader.db)
      expect(rows.length, subject.name).toBeGreaterThan(0)
      for (const row of rows) expect(row['link']).toMatch(/^\/dashboard\/laboratory\//)
    }
  })

  test('tuberculosis that was found is positive, whatever is said of resistance', async () => {
    const message = [
      ['MTB detected, rifampicin resistance not detected', 'positive'],
      ['MTB detected, rifampicin resistance detected', 'positive'],
      ['MTB detected, rifampicin resistance indeterminate', 'positive'],
      ['MTB detected, trace', 'positive'],
      ['MTB not detected', 'negative'],
      ['Target not detected.', 'negative'],
      ['Not detected', 'negative'],
      ['HPV 16 detected; HPV 18 not detected', 'positive'],
      ['Invalid', 'Invalid'],
    ] as const
    const { sql: finding } = subjectOf('lab_results').dimensions['result_text']!
    const results = sql.join(message.map(([result]) => sql`(${result}, ${result.startsWith('MTB not') ? 'normal' : 'critical'})`))
    const { rows } = await sql<{ finding: string }>`select ${finding} as finding
      from (select v.*, null::text as result_kind, null::numeric as rank from (values ${results}) v (result, flag)) r
      cross join (select 'qualitative' as kind, '[{"value": "MTB not detected"}]'::jsonb as choices) k`.execute(reader.db)
    expect(rows.map(({ finding: found }, at) => [message[at]![0], found])).toEqual(message.map((one) => [...one]))
  })

  test('what nobody has approved is for those who enter and approve', async () => {
    const approved = `select count(*) as figure from lab_results where is_current and (approved_at is not null or request_panel_id is null)`
    expect(await figureOf('lab_results', 'results', { asker: clinician })).toBe(await plain(approved))
    expect(await figureOf('lab_results', 'results')).toBeGreaterThan(await plain(approved))
  })

  test('a turnaround is of the day of its first approval, as the report has it', async () => {
    const { measures } = subjectOf('lab_tests')
    const day = sql`(${measures['turnaround']!.at!.sql} at time zone 'UTC')::date`
    const expected = await plain(`select avg(extract(epoch from n.first - s.collected_at) / 60) as figure
      from (select t.*, (select min(r.approved_at) from lab_results r where r.request_panel_id = t.id) as first from lab_test_request_panels t) n
      join lab_samples s on s.id = n.sample_id where (n.first at time zone 'UTC')::date = date '2026-02-05'`)
    expect(await figureOf('lab_tests', 'turnaround', { where: sql`${day} = '2026-02-05'` })).toBeCloseTo(expected, 5)
  })
})

const namesOf = async (vocabulary: string, topics = labCatalogueQuestions) => {
  const { rows: sought } = topics.vocabularies!.find(({ name }) => name === vocabulary)!
  const { rows } = await sql<{ id: number; name: string; also: string[] }>`${sought}`.execute(reader.db)
  return new Map(rows.map(({ name, also }) => [name, also]))
}

describe('names of the laboratory', () => {
  test('a test goes by its code and by what people call it', async () => {
    const tests = await namesOf('test')
    expect(tests.get('Haemoglobin')).toEqual(expect.arrayContaining(['HB', 'hgb', 'hemoglobin']))
    expect(tests.get('Glucose, random')).toEqual(expect.arrayContaining(['rbs', 'blood sugar']))
    expect(tests.get('Anion gap')).toEqual(['AGAP'])
    expect((await namesOf('profile')).get('Urea and electrolytes')).toEqual(expect.arrayContaining(['UE', 'u&e', 'kft']))
    expect((await namesOf('specimen')).get('Urine')).toContain('urine sample')
    expect([...(await namesOf('equipment', analysersQuestions)).keys()].toSorted()).toEqual(['Cobas', 'Mindray', 'Sysmex'])
  })
})
