import { sql } from 'kysely'
import { patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, staffJoin, staffName } from '#features/users/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { ChoiceDimension, Sql, Subject, Topics } from '#platform/questions/subject.ts'
import {
  lastTrackValues,
  lengthWords,
  priorityValues,
  seenWords,
  trackValues,
  trackWords,
  waitedWords,
  waitingWords,
  waitWords,
} from './questions-words.ts'
import { trackLabel } from './rules.ts'
import { isAfterLeftOpen, isLeftOpenAt } from './server/left-open.ts'

const board = { label: 'Live board', to: '/dashboard/reception-interface' } as const
const doctor = doctorDimension(sql`v.doctor_id`)
const joins = { patient: patientJoin(sql`v.patient_id`), doctor: staffJoin('doctor', sql`v.doctor_id`) } as const

const trackOf = (track: Sql, values = trackValues): ChoiceDimension => ({
  is: 'choice',
  title: 'Track',
  words: trackWords,
  sql: sql`${track}::text`,
  values,
  labels: trackLabel,
})
const priority: ChoiceDimension = {
  is: 'choice',
  title: 'Priority',
  words: ['priority', 'urgency'],
  sql: sql`v.priority::text`,
  values: priorityValues,
}
const minutesFrom = (since: Sql, until: Sql): Sql => sql`extract(epoch from ${until} - ${since}) / 60`
/** Clocks that disagree make nobody wait for less than no time. */
const waitedSoFar = sql`greatest(${minutesFrom(sql`v.track_since`, askedAt)}, 0)`
const trackColumn = (track: Sql) => ({ key: 'track', title: 'Track', kind: 'text', sql: sql`${track}::text` }) as const
const doctorColumn = { key: 'doctor', title: 'Doctor', kind: 'text', sql: staffName('doctor'), joins: ['doctor'] } as const
const priorityColumn = { key: 'priority', title: 'Priority', kind: 'text', sql: sql`v.priority::text` } as const

const wasLeftOpen = sql`exists (select from visit_moves late where late.visit_id = v.id and late.recorded_at is not null and late.visit_version = v.version)`
const wasHere = sql`exists (select from visits b where b.patient_id = v.patient_id and b.created_at < v.created_at)`

const visits: Subject = {
  name: 'visits',
  title: 'Visits',
  noun: ['visit', 'visits'],
  words: [
    'visit',
    'attendance',
    'encounter',
    'last here',
    'first here',
    'come here',
    '=come',
    'been here',
    '=seen',
    'last see',
    'first see',
  ],
  type: 'patient_flow',
  access: ['attendance.view'],
  from: sql`visits v`,
  joins: { ...joins, service: sql`left join items service on service.id = v.consultation_item_id` },
  at: { sql: sql`v.created_at`, kind: 'instant' },
  patient: sql`v.patient_id`,
  visit: sql`v.id`,
  measures: {
    visits: {
      title: 'Visits',
      words: [
        'visit',
        'patient visit',
        'times visit|come|here',
        'times patient visit|come',
        'attendance',
        'encounter',
        'busy|busiest',
        'opd|outpatient attendance|visit',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_seen: {
      title: 'Patients who came',
      words: seenWords,
      kind: 'count',
      total: sql`count(distinct v.patient_id)`,
      adds: false,
    },
    visit_length: {
      title: 'Length of visit',
      words: lengthWords,
      kind: 'minutes',
      value: minutesFrom(sql`v.created_at`, sql`v.closed_at`),
      usually: 'average',
      // When a patient left who was not seen to leave is not known.
      where: sql`v.closed_at is not null and not ${wasLeftOpen}`,
    },
    returning_visits: {
      title: 'Visits of patients who were here before',
      words: ['revisit', 'reattendance', 'repeat attendance', 'returning patient|people|client|visitor'],
      kind: 'count',
      total: sql`count(*)`,
      where: wasHere,
    },
    walk_ins: {
      title: 'Visits without an appointment',
      words: [
        'walk in|ins',
        'walkin',
        'patient|people walk in|ins',
        'without appointment',
        'visit without appointment',
        'patient|people without appointment',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`not exists (select from appointments a where a.visit_id = v.id)`,
    },
    closed_visits: {
      title: 'Visits that ended',
      words: [
        'patient|people discharged',
        'discharged',
        'discharge',
        'visit ended|closed|concluded|completed|finished|discharged',
        'patient|people left|finished|completed',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`v.closed_at is not null`,
      at: { sql: sql`v.closed_at`, kind: 'instant' },
    },
    left_visits: {
      title: 'Open visits closed as “Left”',
      words: ['left without being seen', 'patient|people left without being seen', 'lwbs'],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`v.outcome is not null`,
      at: { sql: sql`v.closed_at`, kind: 'instant' },
    },
  },
  dimensions: {
    doctor,
    track: trackOf(sql`v.track`, lastTrackValues),
    priority,
    state: {
      is: 'choice',
      title: 'Status',
      words: ['open or closed', 'open closed', 'visit state|status'],
      sql: sql`case when v.closed_at is not null then 'closed' when ${isLeftOpenAt(askedAt)} then 'left open' else 'open' end`,
      values: {
        open: ['open', 'ongoing', 'in progress', 'not closed', 'unfinished', 'not finished', 'still open'],
        'left open': ['left open', 'open from earlier days', 'never closed'],
        closed: ['closed', 'ended', 'concluded'],
      },
      labels: { open: 'Open', 'left open': 'Left open', closed: 'Closed' },
    },
    service: {
      is: 'named',
      title: 'Service',
      words: ['service', 'consultation type|kind|service', 'type of consultation', 'clinic service'],
      joins: ['service'],
      key: sql`v.consultation_item_id`,
      sql: sql`service.name`,
      vocabulary: 'item',
    },
    returning: {
      is: 'choice',
      title: 'New or returning',
      words: ['new or returning', 'new and returning', 'new and old', 'new and revisit', 'new or old'],
      sql: sql`case when ${wasHere} then 'returning' else 'new' end`,
      values: {
        new: ['new patient|people|client|case|attendance|visit|visitor', 'first time patient|people|visitor|client|attendance'],
        returning: [
          'returning',
          'revisit',
          'reattendance',
          'repeat visit|patient|client|attendance',
          'came back',
          'return visit|patient|client',
        ],
      },
      labels: { new: 'First visit', returning: 'Was here before' },
    },
    ...patientDimensions(sql`v.created_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'visit_number', title: 'Visit', kind: 'text', sql: sql`v.track_number` },
      { key: 'reason', title: 'Reason', kind: 'text', sql: sql`v.reason`, words: ['reason', 'reason visit', 'complain of', 'come for'] },
      trackColumn(sql`v.track`),
      doctorColumn,
      priorityColumn,
      { key: 'arrived', title: 'Arrived', kind: 'instant', sql: sql`v.created_at` },
      {
        key: 'closed',
        title: 'Closed',
        kind: 'instant',
        sql: sql`v.closed_at`,
        words: ['discharge time', 'closed when', 'left when', 'discharged when'],
      },
    ],
    order: sql`v.created_at desc, v.id desc`,
    link: patientLink(sql`v.patient_id`),
  },
  screen: board,
  examples: ['How many patients were seen today?', 'Visits by doctor this month', 'Visits per day last week'],
}

const waiting: Subject = {
  name: 'waiting',
  title: 'Patients on site',
  noun: ['patient waiting', 'patients waiting'],
  words: ['waiting', 'queue', 'in the house', 'on the board'],
  type: 'patient_flow',
  access: ['attendance.view'],
  from: sql`visits v`,
  joins,
  where: sql`v.closed_at is null and not ${isLeftOpenAt(askedAt)}`,
  patient: sql`v.patient_id`,
  visit: sql`v.id`,
  measures: {
    waiting: {
      title: 'Waiting',
      words: waitingWords,
      kind: 'count',
      total: sql`count(*)`,
    },
    waited: {
      title: 'Waiting since',
      words: waitedWords,
      kind: 'minutes',
      value: waitedSoFar,
      usually: 'average',
    },
  },
  dimensions: { track: trackOf(sql`v.track`), doctor, priority, ...patientDimensions(null) },
  list: {
    columns: [
      ...patientColumns,
      trackColumn(sql`v.track`),
      { key: 'waited', title: 'Waiting for', kind: 'minutes', sql: waitedSoFar },
      priorityColumn,
      doctorColumn,
      { key: 'arrived', title: 'Arrived', kind: 'instant', sql: sql`v.created_at` },
    ],
    order: sql`v.track_since, v.id`,
    link: patientLink(sql`v.patient_id`),
  },
  screen: board,
  examples: ['How many patients are waiting now?', 'Who has been waiting longest?', 'Queue by track'],
}

/** Stays that ended, as the board counts them: a move that was taken back ended none, and nobody waited through the days of a visit that was left open. */
const waits: Subject = {
  name: 'waits',
  title: 'Waiting times',
  noun: ['stay', 'stays'],
  words: ['waiting time'],
  type: 'patient_flow',
  access: ['attendance.view'],
  from: sql`visit_moves m left join visits v on v.id = m.visit_id`,
  joins,
  where: sql`m.from_track is not null and m.undoes is null and not ${isAfterLeftOpen}
    and not exists (select from visit_moves undone where undone.undoes = m.id and undone.undoes is not null)`,
  at: { sql: sql`m.moved_at`, kind: 'instant' },
  patient: sql`v.patient_id`,
  visit: sql`v.id`,
  measures: {
    wait: {
      title: 'Waiting time',
      words: waitWords,
      kind: 'minutes',
      value: minutesFrom(sql`m.from_since`, sql`m.moved_at`),
      usually: 'average',
    },
  },
  dimensions: { track: trackOf(sql`m.from_track`), doctor, priority, ...patientDimensions(sql`m.moved_at`) },
  list: {
    columns: [
      ...patientColumns,
      trackColumn(sql`m.from_track`),
      { key: 'wait', title: 'Waiting time', kind: 'minutes', sql: minutesFrom(sql`m.from_since`, sql`m.moved_at`) },
      doctorColumn,
      { key: 'moved_at', title: 'Until', kind: 'instant', sql: sql`m.moved_at` },
    ],
    order: sql`m.moved_at desc, m.id desc`,
    link: patientLink(sql`v.patient_id`),
  },
  screen: board,
  examples: ['Average waiting time today', 'Average waiting time at triage this week', 'Waiting time by track this month'],
}

/** What can be asked about visits, the queue at this moment and the waits of before. */
export const questions: Topics = { subjects: [visits, waiting, waits] }
