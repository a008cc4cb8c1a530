import { sql } from 'kysely'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Dimension, Measure, Subject } from '#platform/questions/subject.ts'
import { patientColumns, patientDimensions, patientJoin } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import { actions, named, ofTests, sections } from './questions-columns.ts'

const request = sql`join lab_test_requests q on q.id = n.lab_test_request_id`
const panel = sql`join lab_panels k on k.id = n.panel_id`
const sample = sql`left join lab_samples s on s.id = n.sample_id`
/** Approved for the first time: a correction afterwards is no other turnaround. Few are corrected. */
const corrected = sql`left join (
  select o.request_panel_id as id, min(o.approved_at) as approved_at from lab_results o
  where not o.is_current and o.approved_at is not null group by o.request_panel_id
) f on f.id = n.id`
const approved = sql`coalesce(f.approved_at, n.approved_at)`
const joins = { patient: patientJoin(sql`n.patient_id`), request, panel, sample, corrected }
const approvedAt = { sql: approved, kind: 'instant' } as const
const minutes = sql`extract(epoch from ${approved} - s.collected_at) / 60`

/** Past its time and not approved yet. What nobody can work on, because no sample came, is not late. */
const isLate = sql`(n.approved_at is null and n.due_at < ${askedAt}
  and (n.state = 'entered' or exists (select from lab_panels k where k.id = n.panel_id and k.kind <> 'calculated'))
  and not exists (select from lab_samples s where s.id = n.sample_id and s.state = 'to collect'))`
/** Approved first after its time. */
const wasLate = sql`(n.due_at < n.approved_at
  and not exists (select from lab_results o where o.request_panel_id = n.id and not o.is_current and o.approved_at <= n.due_at))`

const measures: Record<string, Measure> = {
  tests: {
    title: 'Tests',
    words: [
      'test',
      'lab|laboratory test',
      'lab|laboratory',
      'investigation',
      'lab|laboratory investigation',
      'lab|laboratory =work|workload|request|order',
      ...ofTests(actions),
    ],
    kind: 'count',
    total: sql`count(*)`,
  },
  patients_tested: {
    title: 'Patients tested',
    words: [...ofTests('patient|people|client'), ...ofTests(`patient|people|client ${actions}`)],
    kind: 'count',
    total: sql`count(distinct n.patient_id)`,
    adds: false,
  },
  turnaround: {
    title: 'Turnaround',
    words: [
      'turnaround',
      'turn around',
      'tat',
      'test take long',
      'result take long',
      'lab|laboratory take long',
      'time result ready',
      'wait result|results',
      'wait lab|laboratory result',
      'reporting time',
      'processing time test|lab|laboratory',
    ],
    kind: 'minutes',
    value: minutes,
    usually: 'average',
    where: sql`s.collected_at is not null and ${approved} is not null`,
    joins: ['sample', 'corrected'],
    at: approvedAt,
  },
  tests_approved: {
    title: 'Tests approved',
    words: [...ofTests('approve', 'complete|completed', 'finish', 'release', 'report'), 'test result ready'],
    kind: 'count',
    total: sql`count(*)`,
    where: sql`${approved} is not null`,
    joins: ['corrected'],
    at: approvedAt,
  },
  tests_pending: {
    title: 'Tests pending',
    words: [
      ...ofTests('pending', 'outstanding', 'unfinished', 'incomplete', 'awaiting|await|waiting'),
      'not ready result',
      'lab|laboratory backlog|queue',
    ],
    kind: 'count',
    total: sql`count(*)`,
    where: sql`n.state in ('requested', 'entered')`,
  },
  tests_to_approve: {
    title: 'Tests to approve',
    words: [...ofTests('unapproved', 'not approve', 'verify', 'waiting|awaiting|await|need approval'), 'waiting|awaiting|await approval'],
    kind: 'count',
    total: sql`count(*)`,
    where: sql`n.state = 'entered'`,
  },
  tests_late: {
    title: 'Tests that are late now',
    words: ofTests('late', 'overdue', 'delay', 'past due'),
    kind: 'count',
    total: sql`count(*)`,
    where: isLate,
  },
  tests_approved_late: {
    title: 'Tests approved after their time',
    words: ofTests('approved late', 'miss target', 'beyond target', 'after target'),
    kind: 'count',
    total: sql`count(*)`,
    where: wasLate,
  },
}

const dimensions: Record<string, Dimension> = {
  test: named({
    title: 'Test',
    vocabulary: 'test',
    words: ['test', 'investigation', 'lab test', 'type test'],
    key: sql`n.panel_id`,
    sql: sql`k.name`,
    joins: ['panel'],
  }),
  section: {
    is: 'choice',
    title: 'Section',
    words: ['section', 'bench', 'lab|laboratory section', 'lab|laboratory department'],
    sql: sql`coalesce(nullif(k.section, ''), 'None')`,
    values: sections,
    joins: ['panel'],
  },
  lab_state: {
    is: 'choice',
    title: 'Status',
    words: ['state test', 'status test', 'test progress', 'lab|laboratory status', 'lab|laboratory state', 'status', 'state'],
    sql: sql`n.state::text`,
    values: {
      requested: ['requested not done', 'not done', 'not entered', 'not yet done', 'undone', 'without result', 'no result'],
      entered: ['entered', 'entered not approved', 'unapproved'],
      approved: ['approved', 'completed', 'finished', 'released'],
    },
  },
  priority: {
    is: 'choice',
    title: 'Priority',
    words: ['priority', 'urgency'],
    sql: sql`n.priority::text`,
    values: { routine: ['routine', 'not urgent'], urgent: ['urgent'], stat: ['stat', 'emergency test|lab|laboratory'] },
  },
  requested_by: named({
    title: 'Requested by',
    vocabulary: 'person',
    words: ['doctor', 'clinician', 'requested by', 'ordered by', 'requesting doctor|clinician', 'who request', 'who order', 'physician'],
    key: sql`q.requested_by`,
    sql: nameOf(sql`q.requested_by`),
    joins: ['request'],
  }),
  ...patientDimensions(sql`n.requested_at`),
}

/** The single tests that were asked for, except those that were cancelled again. */
export const labTests: Subject = {
  name: 'lab_tests',
  title: 'Laboratory tests',
  noun: ['test', 'tests'],
  words: ['test', 'lab|laboratory', 'investigation'],
  type: 'lab_status',
  access: ['laboratory.view'],
  from: sql`lab_test_request_panels n`,
  joins,
  where: sql`n.cancelled_at is null`,
  at: { sql: sql`n.requested_at`, kind: 'instant', phrase: 'when the test was asked for' },
  patient: sql`n.patient_id`,
  visit: sql`(select g.visit_id from lab_test_requests e join process_test_requests g on g.id = e.process_id where e.id = n.lab_test_request_id)`,
  measures,
  dimensions,
  list: {
    columns: [
      ...patientColumns,
      { key: 'test', title: 'Test', kind: 'text', sql: sql`k.name`, joins: ['panel'] },
      { key: 'state', title: 'Status', kind: 'text', sql: sql`n.state::text` },
      { key: 'priority', title: 'Priority', kind: 'text', sql: sql`n.priority::text` },
      { key: 'requested', title: 'Requested', kind: 'instant', sql: sql`n.requested_at` },
      { key: 'due', title: 'Due', kind: 'instant', sql: sql`n.due_at` },
      { key: 'requested_by', title: 'Requested by', kind: 'text', sql: nameOf(sql`q.requested_by`), joins: ['request'] },
    ],
    order: sql`n.requested_at desc, n.id desc`,
    link: sql`'/dashboard/laboratory/requests/' || n.lab_test_request_id`,
  },
  screen: { label: 'Laboratory requests', to: '/dashboard/laboratory/requests' },
  examples: ['Lab tests this month by test', 'Average turnaround by section last week', 'Which tests are late?'],
}

/** Tests that were asked for and then cancelled, by when that was. */
export const cancelledTests: Subject = {
  name: 'cancelled_tests',
  title: 'Cancelled laboratory tests',
  noun: ['cancelled test', 'cancelled tests'],
  words: ofTests('cancel'),
  type: 'lab_status',
  access: ['laboratory.view'],
  from: sql`lab_test_request_panels n`,
  joins: { patient: joins.patient, request, panel },
  where: sql`n.cancelled_at is not null`,
  at: { sql: sql`n.cancelled_at`, kind: 'instant' },
  patient: sql`n.patient_id`,
  visit: labTests.visit!,
  measures: {
    tests_cancelled: {
      title: 'Tests cancelled',
      words: ofTests('cancel'),
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    test: dimensions['test']!,
    section: dimensions['section']!,
    cancel_reason: { is: 'choice', title: 'Reason', words: ['reason', 'why'], sql: sql`n.cancel_reason`, values: {} },
    requested_by: dimensions['requested_by']!,
    ...patientDimensions(sql`n.cancelled_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'test', title: 'Test', kind: 'text', sql: sql`k.name`, joins: ['panel'] },
      { key: 'cancelled', title: 'Cancelled', kind: 'instant', sql: sql`n.cancelled_at` },
      { key: 'reason', title: 'Reason', kind: 'text', sql: sql`n.cancel_reason` },
      { key: 'requested', title: 'Requested', kind: 'instant', sql: sql`n.requested_at` },
    ],
    order: sql`n.cancelled_at desc, n.id desc`,
    link: sql`'/dashboard/laboratory/requests/' || n.lab_test_request_id`,
  },
  screen: { label: 'Laboratory requests', to: '/dashboard/laboratory/requests' },
  examples: ['How many lab tests were cancelled this month?'],
}

/** Profiles that were asked for as a whole: a full blood count is one of them, and many tests. */
export const labProfiles: Subject = {
  name: 'lab_profiles',
  title: 'Laboratory profiles',
  noun: ['profile', 'profiles'],
  words: ['profile', 'test profile', 'lab|laboratory profile'],
  type: 'lab_status',
  access: ['laboratory.view'],
  from: sql`lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id`,
  joins: { patient: patientJoin(sql`q.patient_id`), profile: sql`join lab_profiles f on f.id = o.profile_id` },
  where: sql`o.profile_id is not null and o.cancelled_at is null`,
  at: { sql: sql`q.requested_at`, kind: 'instant' },
  patient: sql`q.patient_id`,
  visit: sql`(select g.visit_id from process_test_requests g where g.id = q.process_id)`,
  measures: {
    profiles: {
      title: 'Profiles requested',
      words: [
        'profile',
        'test profile',
        'lab|laboratory profile',
        `profile ${actions}`,
        `* ${actions}`,
        `lab|laboratory|test profile ${actions}`,
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    profile: named({
      title: 'Profile',
      vocabulary: 'profile',
      words: ['profile', 'test profile'],
      key: sql`o.profile_id`,
      sql: sql`f.name`,
      joins: ['profile'],
      implies: 'weakly',
    }),
    requested_by: { ...dimensions['requested_by']!, joins: [] },
    ...patientDimensions(sql`q.requested_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'profile', title: 'Profile', kind: 'text', sql: sql`f.name`, joins: ['profile'] },
      { key: 'requested', title: 'Requested', kind: 'instant', sql: sql`q.requested_at` },
      { key: 'requested_by', title: 'Requested by', kind: 'text', sql: nameOf(sql`q.requested_by`) },
    ],
    order: sql`q.requested_at desc, o.id desc`,
    link: sql`'/dashboard/laboratory/requests/' || q.id`,
  },
  screen: { label: 'Laboratory requests', to: '/dashboard/laboratory/requests' },
  examples: ['How many full blood counts were requested this month?'],
}
