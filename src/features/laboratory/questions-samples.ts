import { sql } from 'kysely'
import type { Subject } from '#platform/questions/subject.ts'
import { patientColumns, patientDimensions, patientJoin } from '#features/patients/public.ts'
import { named, resultText } from './questions-columns.ts'

const sampleWords = ['sample', 'specimen', 'tube']
const collectedAt = { sql: sql`s.collected_at`, kind: 'instant' } as const

/** Containers that are taken of patients. */
export const samples: Subject = {
  name: 'samples',
  title: 'Samples',
  noun: ['sample', 'samples'],
  words: sampleWords,
  type: 'lab_status',
  access: ['laboratory.view'],
  from: sql`lab_samples s`,
  joins: { patient: patientJoin(sql`s.patient_id`), specimen: sql`join lab_specimens m on m.id = s.specimen_id` },
  where: sql`s.state <> 'cancelled'`,
  at: { sql: sql`s.requested_at`, kind: 'instant', phrase: 'when the sample was asked for' },
  patient: sql`s.patient_id`,
  visit: sql`(select g.visit_id from process_test_requests g where g.id = s.process_id)`,
  measures: {
    samples: { title: 'Samples', words: sampleWords, kind: 'count', total: sql`count(*)` },
    samples_collected: {
      title: 'Samples taken',
      words: ['sample|specimen collect|collected|take|taken|draw|drawn', 'blood draw'],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`s.collected_at is not null`,
      at: collectedAt,
    },
    samples_rejected: {
      title: 'Samples rejected',
      words: ['sample|specimen reject|rejected|unsuitable|haemolysed|spoilt|discarded', 'sample|specimen rejection'],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`s.state = 'rejected'`,
      at: { sql: sql`s.rejected_at`, kind: 'instant' },
    },
    samples_waiting: {
      title: 'Samples to take',
      words: [
        'sample|specimen waiting|pending|outstanding',
        'sample|specimen waiting|pending|outstanding collect|collected|collection|take|taken',
        'sample|specimen to collect',
        'uncollected sample|specimen',
        'waiting phlebotomy',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`s.state = 'to collect'`,
    },
    collection_wait: {
      title: 'Wait for the sample',
      words: [
        'wait|waiting time sample|specimen',
        'wait|waiting time sample|specimen collection|collected|taken',
        'average|mean|median|longest wait sample|specimen',
        'average|mean|median|longest wait sample|specimen collection|collected|taken',
        'long wait|waiting sample|specimen',
        'wait|waiting time phlebotomy',
        'time sample|specimen collection',
        'long sample|specimen collect|collected|take|taken',
      ],
      kind: 'minutes',
      value: sql`extract(epoch from s.collected_at - s.requested_at) / 60`,
      usually: 'average',
      where: sql`s.collected_at is not null`,
      at: collectedAt,
    },
  },
  dimensions: {
    specimen: named({
      title: 'Specimen',
      vocabulary: 'specimen',
      words: ['specimen', 'type sample', 'kind sample'],
      key: sql`s.specimen_id`,
      sql: sql`m.name`,
      joins: ['specimen'],
    }),
    sample_state: {
      is: 'choice',
      title: 'Status',
      words: ['state', 'status', 'sample status', 'sample state'],
      sql: sql`s.state::text`,
      values: {
        'to collect': ['to collect', 'not collected', 'uncollected', 'not taken'],
        collected: ['collected', 'taken', 'not received'],
        received: ['received'],
        rejected: ['rejected'],
      },
    },
    reject_reason: {
      is: 'choice',
      title: 'Reason',
      words: ['reason', 'why', 'reject reason', 'cause rejection'],
      sql: sql`s.reject_reason`,
      values: {},
    },
    ...patientDimensions(sql`s.requested_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'code', title: 'Sample', kind: 'text', sql: sql`s.code` },
      { key: 'specimen', title: 'Specimen', kind: 'text', sql: sql`m.name`, joins: ['specimen'] },
      { key: 'state', title: 'Status', kind: 'text', sql: sql`s.state::text` },
      { key: 'requested', title: 'Requested', kind: 'instant', sql: sql`s.requested_at` },
      { key: 'collected', title: 'Collected', kind: 'instant', sql: sql`s.collected_at` },
      { key: 'reason', title: 'Rejected because', kind: 'text', sql: sql`s.reject_reason` },
    ],
    order: sql`s.requested_at desc, s.id desc`,
    link: sql`'/dashboard/laboratory/visits/' || s.process_id`,
  },
  screen: { label: 'Phlebotomy', to: '/dashboard/laboratory/collect' },
  examples: ['Rejected samples this month by reason', 'Average wait for a sample today'],
}

const callWords = [
  'critical call',
  'critical value call',
  'critical alert',
  'critical notification',
  'critical result call',
  'panic value call',
]

/** Critical values that somebody had to be told of. They are told before they are approved, and shown on their page as soon. */
export const criticalCalls: Subject = {
  name: 'critical_calls',
  title: 'Critical values',
  noun: ['critical call', 'critical calls'],
  words: callWords,
  type: 'lab_status',
  access: ['laboratory.view'],
  from: sql`lab_critical_calls c`,
  joins: {
    patient: patientJoin(sql`c.patient_id`),
    result: sql`join lab_results r on r.id = c.result_id join lab_panels k on k.id = r.panel_id`,
  },
  at: { sql: sql`c.opened_at`, kind: 'instant' },
  patient: sql`c.patient_id`,
  visit: sql`c.visit_id`,
  measures: {
    critical_calls: { title: 'Critical calls', words: callWords, kind: 'count', total: sql`count(*)` },
    calls_open: {
      title: 'Not notified',
      words: [
        'open critical call|value|alert',
        'critical call|value|result untold',
        'critical call|value|result not tell|told|call|called|notify|notified',
        'critical nobody tell|told',
        'unacknowledged critical',
        'pending critical call|value|alert',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`c.closed_at is null`,
    },
    call_wait: {
      title: 'Until notified',
      words: ['time critical tell|told|call|notify|report', 'long critical tell|told|call|notify|report', 'critical call wait|delay'],
      kind: 'minutes',
      value: sql`extract(epoch from c.closed_at - c.opened_at) / 60`,
      usually: 'average',
      where: sql`c.close_reason in ('told', 'seen')`,
    },
  },
  dimensions: {
    test: named({ title: 'Test', vocabulary: 'test', words: ['test'], key: sql`r.panel_id`, sql: sql`k.name`, joins: ['result'] }),
    call_state: {
      is: 'choice',
      title: 'Status',
      words: ['state', 'status', 'call state', 'how close'],
      sql: sql`case when c.closed_at is null then 'open' when c.close_reason in ('told', 'seen') then c.close_reason else 'changed' end`,
      values: { open: ['open'], told: ['told', 'read back'], seen: ['seen doctor'], changed: ['changed', 'withdrawn'] },
      labels: { open: 'Not notified', told: 'Notified and read back', seen: 'Seen by the doctor', changed: 'Corrected or withdrawn' },
    },
    ...patientDimensions(sql`c.opened_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'test', title: 'Test', kind: 'text', sql: sql`k.name`, joins: ['result'] },
      { key: 'result', title: 'Result', kind: 'text', sql: resultText, joins: ['result'] },
      { key: 'opened', title: 'Since', kind: 'instant', sql: sql`c.opened_at` },
      { key: 'closed', title: 'Notified', kind: 'instant', sql: sql`c.closed_at` },
      { key: 'reason', title: 'Closing reason', kind: 'text', sql: sql`c.close_reason` },
    ],
    order: sql`c.opened_at desc, c.id desc`,
    link: sql`'/dashboard/laboratory/critical'`,
  },
  screen: { label: 'Critical values', to: '/dashboard/laboratory/critical' },
  examples: ['Critical calls this week', 'Which critical values has nobody been told of?'],
}
