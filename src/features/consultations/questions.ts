import { sql } from 'kysely'
import { patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, staffJoin, staffName } from '#features/users/public.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'
import { diagnoses, problems } from './questions-diagnoses.ts'

const consultations: Subject = {
  name: 'consultations',
  title: 'Consultations',
  noun: ['consultation', 'consultations'],
  words: ['consultation', 'consulted', 'consult', 'clinical note', 'doctor note', 'consultation note'],
  type: 'doctor_workload',
  access: ['consultations.view'],
  from: sql`consultations c`,
  joins: { patient: patientJoin(sql`c.patient_id`), doctor: staffJoin('doctor', sql`c.doctor_id`) },
  at: { sql: sql`c.created_at`, kind: 'instant', phrase: 'when the consultation began' },
  patient: sql`c.patient_id`,
  visit: sql`c.visit_id`,
  measures: {
    consultations: {
      title: 'Consultations',
      words: [
        'consultation',
        'patient consultation',
        'consultation ended',
        'patient consultation ended',
        'workload',
        'doctor workload',
        'clinical note',
        'note written',
        'seen in consultation',
        'last seen consultation',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_consulted: {
      title: 'Patients consulted',
      words: [
        'patient|people doctor|clinician see|attended|treated|reviewed|examined',
        'patient|people reviewed',
        'different|unique|distinct patient|people consulted|consultation',
      ],
      kind: 'count',
      total: sql`count(distinct c.patient_id)`,
      adds: false,
    },
    follow_ups: {
      title: 'Follow-ups due',
      words: [
        'follow up|ups due',
        'followup due',
        'patient|people due follow up|ups',
        'follow up|ups expected|planned|scheduled',
        'patient|people due back|return|review',
        'due review',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`c.follow_up_on is not null and c.signed_at is not null`,
      at: { sql: sql`c.follow_up_on`, kind: 'day', ahead: true },
    },
    admissions: {
      title: 'Patients admitted',
      words: ['admitted', 'admission', 'patient|people admitted', 'admitted ward|hospital'],
      kind: 'count',
      total: sql`count(distinct c.patient_id)`,
      where: sql`c.disposition = 'admitted' and c.signed_at is not null`,
      of: 'patients_consulted',
      adds: false,
    },
    deaths: {
      title: 'Deaths by consultation note',
      words: ['consultation|note death', 'death consultation|note', 'consultation|note died', 'died consultation|note'],
      kind: 'count',
      total: sql`count(distinct c.patient_id)`,
      where: sql`c.disposition = 'died' and c.signed_at is not null`,
      of: 'patients_consulted',
      adds: false,
    },
  },
  dimensions: {
    doctor: doctorDimension(sql`c.doctor_id`),
    disposition: {
      is: 'choice',
      title: 'Disposition',
      words: ['disposition', 'outcome', 'where sent', 'how ended'],
      sql: sql`c.disposition::text`,
      values: {
        discharged: ['discharged', 'sent home', 'discharge'],
        admitted: ['admitted', 'admission', 'admit'],
        referred: ['referred', 'being referred', 'referral'],
        lab: ['sent to laboratory', 'laboratory', 'for tests'],
        pharmacy: ['sent to pharmacy', 'pharmacy'],
        'follow up': ['follow up', 'for review'],
        died: ['disposition died', 'outcome died', 'ended with death'],
        left: ['left', 'left before', 'absconded', 'walked out', 'against advice'],
      },
    },
    signed: {
      is: 'choice',
      title: 'Signed',
      words: ['signed or not', 'signed', 'draft or signed'],
      sql: sql`case when c.signed_at is null then 'no' else 'yes' end`,
      values: { yes: ['signed', 'finished'], no: ['unsigned', 'not signed', 'draft', 'not yet signed', 'unfinished', 'not finished'] },
      labels: { yes: 'Signed', no: 'Draft' },
    },
    ...patientDimensions(sql`c.created_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'doctor', title: 'Doctor', kind: 'text', sql: staffName('doctor'), joins: ['doctor'] },
      {
        key: 'complaint',
        title: 'Complaint',
        kind: 'text',
        sql: sql`left(c.complaint, 200)`,
        words: ['complaint', 'complain of', 'presenting complaint'],
      },
      { key: 'plan', title: 'Plan', kind: 'text', sql: sql`left(c.plan, 200)`, words: ['plan', 'management plan', 'treatment plan'] },
      { key: 'disposition', title: 'Disposition', kind: 'text', sql: sql`c.disposition::text` },
      {
        key: 'follow_up_on',
        title: 'Follow-up',
        kind: 'date',
        sql: sql`c.follow_up_on`,
        words: ['follow up date', 'date of follow up', 'next follow up', 'due back'],
      },
      { key: 'begun', title: 'Started', kind: 'instant', sql: sql`c.created_at` },
      { key: 'signed', title: 'Signed', kind: 'instant', sql: sql`c.signed_at` },
    ],
    order: sql`c.created_at desc, c.id desc`,
    link: patientLink(sql`c.patient_id`, 'consultations'),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['Consultations by doctor this month', 'Which doctor had the most consultations last week?'],
}

/** What can be asked about consultations, what they diagnosed, and the problems of patients. */
export const questions: Topics = { subjects: [consultations, diagnoses, problems] }
