import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { isOnFile, patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, staffJoin, staffName } from '#features/users/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'
import { statusLabel } from './rules.ts'
import { waitingPriorityLabel } from './rules-waiting.ts'

const [patientColumn, numberColumn] = patientColumns
const missed = [
  'no show',
  'noshow',
  'missed',
  'missed appointment',
  'did not show|come|attend|arrive',
  'not show|shown up',
  'not show|shown|turn|turned appointment',
  'did not show|come|attend|turn up appointment',
  'failed show|come|attend|turn',
  'absentee',
  'defaulted',
] as const

const appointments: Subject = {
  name: 'appointments',
  title: 'Appointments',
  noun: ['appointment', 'appointments'],
  words: ['appointment', 'booking', 'booked', 'scheduled', 'booked appointment', 'appointment scheduled'],
  type: 'appointments',
  access: ['appointments.view'],
  own: true,
  from: sql`appointments a`,
  joins: {
    // Who booked without signing in may be on no record yet.
    patient: sql`left join patients p on p.id = a.patient_id`,
    doctor: staffJoin('doctor', sql`a.doctor_id`),
    service: sql`left join items service on service.id = a.item_id`,
    room: sql`left join rooms room on room.id = a.room_id`,
    booker: staffJoin('booker', sql`a.created_by`),
  },
  at: { sql: sql`a.appointment_date_time`, kind: 'instant', ahead: true, phrase: 'the day of the appointment' },
  open: { sql: sql`a.status <> 'cancelled'`, unless: 'status', note: 'Cancelled appointments are left out' },
  patient: sql`a.patient_id`,
  visit: sql`a.visit_id`,
  measures: {
    appointments: {
      title: 'Appointments',
      words: [
        'appointment',
        'booking',
        'appointment booked|scheduled|made',
        'patient|people booked|scheduled',
        'patient|people appointment',
        'booked for appointment',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    no_shows: {
      title: 'Patients who did not come',
      words: [...missed, ...missed.map((words) => `${words} patient|people`)],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`a.status = 'no-show'`,
    },
    cancellations: {
      title: 'Cancelled appointments',
      words: ['cancelled|canceled|cancellation', 'appointment|booking cancelled|canceled|cancellation', 'called off appointment'],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`a.status = 'cancelled'`,
    },
  },
  dimensions: {
    doctor: doctorDimension(sql`a.doctor_id`),
    service: {
      is: 'named',
      title: 'Service',
      words: ['service', 'kind of appointment', 'type of appointment', 'appointment type|kind'],
      joins: ['service'],
      key: sql`a.item_id`,
      sql: sql`service.name`,
      vocabulary: 'item',
    },
    status: {
      is: 'choice',
      title: 'Status',
      words: ['status', 'state', 'outcome'],
      sql: sql`a.status::text`,
      values: {
        pending: ['pending', 'unconfirmed', 'not confirmed', 'awaiting confirmation', 'to be confirmed'],
        confirmed: ['confirmed'],
        arrived: ['arrived', 'checked in', 'came', 'turned up'],
        completed: ['completed', 'done', 'attended', 'kept'],
        cancelled: ['cancelled', 'canceled'],
        'no-show': ['no show', 'missed'],
      },
      labels: statusLabel,
    },
    room: {
      is: 'choice',
      title: 'Room',
      words: ['room', 'consulting room'],
      joins: ['room'],
      sql: sql`room.name`,
      values: {},
    },
    booked_by: {
      is: 'choice',
      title: 'Booked by',
      words: ['booked by', 'how booked', 'booking channel', 'channel', 'who booked', 'source'],
      joins: ['booker'],
      sql: sql`case when a.public_booking_id is not null then 'public' when booker.role = 'patient' then 'patient' else 'desk' end`,
      values: {
        public: ['public', 'online', 'website', 'web', 'internet'],
        patient: ['portal', 'patient portal', 'themselves', 'patient account'],
        desk: ['desk', 'reception', 'front desk', 'receptionist', 'booked by staff'],
      },
      labels: { public: 'The public booking page', patient: 'The patient', desk: 'The clinic' },
    },
    ...patientDimensions(sql`a.appointment_date_time`),
  },
  list: {
    columns: [
      { key: 'time', title: 'Time', kind: 'instant', sql: sql`a.appointment_date_time`, words: ['appointment time', 'what time'] },
      { ...patientColumn, sql: sql`case when a.patient_id is null then 'On no record yet' else ${patientColumn.sql} end` },
      numberColumn,
      { key: 'doctor', title: 'Doctor', kind: 'text', sql: staffName('doctor'), joins: ['doctor'] },
      { key: 'service', title: 'Service', kind: 'text', sql: sql`service.name`, joins: ['service'] },
      { key: 'room', title: 'Room', kind: 'text', sql: sql`room.name`, joins: ['room'] },
      { key: 'status', title: 'Status', kind: 'text', sql: sql`a.status::text` },
      { key: 'reason', title: 'Reason', kind: 'text', sql: sql`a.reason`, words: ['reason appointment', 'reason'] },
      { key: 'appointment_number', title: 'Appointment', kind: 'text', sql: sql`a.number` },
    ],
    order: sql`a.appointment_date_time desc, a.id desc`,
    link: sql`'/dashboard/appointments/list?days=all&open=' || a.id`,
  },
  screen: { label: 'Appointments list', to: '/dashboard/appointments/list' },
  examples: ['How many appointments are there tomorrow?', 'No-shows by doctor last month'],
  ownExamples: ['Which appointments do I have?'],
}

const waitingList: Subject = {
  name: 'waiting_list',
  title: 'Waiting list for appointments',
  noun: ['entry', 'entries'],
  words: ['waiting list', 'waitlist', 'wait list'],
  type: 'appointments',
  access: ['appointments.view'],
  from: sql`waiting_list w`,
  joins: {
    patient: patientJoin(sql`w.patient_id`),
    doctor: staffJoin('doctor', sql`w.doctor_id`),
    service: sql`left join items service on service.id = w.item_id`,
  },
  where: sql`w.status = 'waiting' and ${isOnFile(sql`w.patient_id`)}`,
  patient: sql`w.patient_id`,
  measures: {
    waiting_list: {
      title: 'On the waiting list',
      words: [
        'waiting list',
        'waitlist',
        'on waiting list',
        'show waiting list',
        'patient|people on waiting list',
        'patient|people are on waiting list',
        'are on waiting list',
        'patient|people waitlist',
        'waiting for appointment|slot',
        'patient|people waiting for appointment|slot',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    days_on_list: {
      title: 'Days on the waiting list',
      words: ['long waiting list', 'long patient|people waiting list', 'days waiting list', 'average|mean|median|longest waiting list'],
      kind: 'days',
      value: sql`extract(epoch from ${askedAt} - w.created_at) / 86400`,
      usually: 'average',
    },
  },
  dimensions: {
    doctor: doctorDimension(sql`w.doctor_id`),
    service: {
      is: 'named',
      title: 'Service',
      words: ['service', 'clinic service'],
      joins: ['service'],
      key: sql`w.item_id`,
      sql: sql`service.name`,
      vocabulary: 'item',
    },
    priority: {
      is: 'choice',
      title: 'Priority',
      words: ['priority', 'urgency'],
      sql: sql`w.priority::text`,
      values: { urgent: ['urgent'], soon: ['soon'], normal: ['normal priority', 'not urgent', 'non urgent'] },
      labels: waitingPriorityLabel,
    },
    ...patientDimensions(null),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'phone', title: 'Phone', kind: 'text', sql: sql`p.phone`, joins: ['patient'], access: ['patients.view'] },
      { key: 'doctor', title: 'Doctor', kind: 'text', sql: staffName('doctor'), joins: ['doctor'] },
      { key: 'service', title: 'Service', kind: 'text', sql: sql`service.name`, joins: ['service'] },
      { key: 'priority', title: 'Priority', kind: 'text', sql: sql`w.priority::text` },
      { key: 'from_day', title: 'From', kind: 'date', sql: sql`w.from_day` },
      { key: 'until_day', title: 'Until', kind: 'date', sql: sql`w.until_day` },
      { key: 'since', title: 'On the list since', kind: 'date', sql: clinicDay(sql`w.created_at`) },
    ],
    order: sql`w.priority, w.id`,
    link: patientLink(sql`w.patient_id`),
  },
  screen: { label: 'Waiting list', to: '/dashboard/appointments/waiting' },
  examples: ['How many people are on the waiting list?', 'Who is on the waiting list?'],
}

/** What can be asked about appointments and about those who wait for one. */
export const questions: Topics = { subjects: [appointments, waitingList] }
