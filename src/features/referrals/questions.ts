import { sql } from 'kysely'
import { patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, staffJoin, staffName } from '#features/users/public.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'

const referrals: Subject = {
  name: 'referrals',
  title: 'Referrals',
  noun: ['referral', 'referrals'],
  words: ['referral', 'referred', 'refer', 'referral letter'],
  type: 'doctor_workload',
  access: ['referrals.view'],
  from: sql`referrals r`,
  joins: {
    patient: patientJoin(sql`r.patient_id`),
    doctor: staffJoin('doctor', sql`r.referred_by`),
    receiver: staffJoin('receiver', sql`r.doctor_id`),
    department: sql`left join departments department on department.id = r.department_id`,
  },
  at: { sql: sql`r.referred_at`, kind: 'instant', phrase: 'when the patient was referred' },
  patient: sql`r.patient_id`,
  visit: sql`r.visit_id`,
  measures: {
    referrals: {
      title: 'Referrals',
      words: ['referral', 'referral made|sent|received', 'referred', 'patient|people referred', 'patient|people referral'],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_referred: {
      title: 'Patients referred',
      words: ['different|unique|distinct patient|people referred'],
      kind: 'count',
      total: sql`count(distinct r.patient_id)`,
      adds: false,
    },
  },
  dimensions: {
    doctor: { ...doctorDimension(sql`r.referred_by`), title: 'Referred by' },
    to_doctor: {
      is: 'named',
      title: 'Referred to',
      words: ['referred to doctor', 'receiving doctor', 'to doctor', 'to dr', 'to which doctor', 'specialist'],
      joins: ['receiver'],
      key: sql`r.doctor_id`,
      sql: staffName('receiver'),
      vocabulary: 'doctor',
    },
    referral_type: {
      is: 'choice',
      title: 'Type',
      words: ['type', 'kind', 'referral type|kind', 'internal or external'],
      sql: sql`r.type::text`,
      values: {
        internal: ['internal', 'in house', 'within clinic', 'internally'],
        external: ['external', 'outside', 'other hospital', 'another hospital|facility', 'externally', 'referred out', 'out referral'],
      },
    },
    department: {
      is: 'named',
      title: 'Department',
      words: ['department', 'unit', 'to which department'],
      joins: ['department'],
      key: sql`r.department_id`,
      sql: sql`department.name`,
      vocabulary: 'department',
    },
    provider: {
      is: 'choice',
      title: 'Provider',
      words: ['provider', 'facility', 'hospital', 'where referred', 'receiving hospital|facility'],
      sql: sql`r.provider`,
      values: {},
    },
    status: {
      is: 'choice',
      title: 'Status',
      words: ['status', 'state'],
      sql: sql`r.status::text`,
      values: {
        pending: ['pending', 'unanswered', 'not answered', 'waiting', 'open', 'outstanding'],
        accepted: ['accepted'],
        declined: ['declined', 'rejected', 'refused'],
        completed: ['completed', 'answered', 'done'],
        cancelled: ['cancelled', 'canceled'],
      },
    },
    urgent: {
      is: 'choice',
      title: 'Urgent',
      words: ['urgency', 'urgent or not'],
      sql: sql`case when r.is_urgent then 'yes' else 'no' end`,
      values: { yes: ['urgent', 'emergency'], no: ['not urgent', 'non urgent', 'routine'] },
      labels: { yes: 'Urgent', no: 'Not urgent' },
    },
    ...patientDimensions(sql`r.referred_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'type', title: 'Type', kind: 'text', sql: sql`r.type::text` },
      {
        key: 'to',
        title: 'Referred to',
        kind: 'text',
        sql: sql`nullif(concat_ws(', ', ${staffName('receiver')}, department.name, r.provider), '')`,
        joins: ['receiver', 'department'],
        words: ['referred to', 'to where|whom|which referred', 'where referred'],
      },
      { key: 'service', title: 'Service', kind: 'text', sql: sql`r.service` },
      { key: 'status', title: 'Status', kind: 'text', sql: sql`r.status::text` },
      { key: 'urgent', title: 'Urgent', kind: 'text', sql: sql`case when r.is_urgent then 'Urgent' end` },
      { key: 'doctor', title: 'Referred by', kind: 'text', sql: staffName('doctor'), joins: ['doctor'] },
      { key: 'referred_at', title: 'Referred', kind: 'instant', sql: sql`r.referred_at` },
      {
        key: 'reply',
        title: 'Reply',
        kind: 'text',
        sql: sql`left(r.reply, 200)`,
        words: ['reply', 'what came of referral', 'answer referral', 'referral answer|reply|outcome'],
      },
    ],
    order: sql`r.referred_at desc, r.id desc`,
    link: patientLink(sql`r.patient_id`),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['How many referrals are pending?', 'Referrals by department this year'],
}

/** What can be asked about referrals. */
export const questions: Topics = { subjects: [referrals] }
