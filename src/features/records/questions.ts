import { sql } from 'kysely'
import { patientColumns, patientDimensions, patientJoin } from '#features/patients/public.ts'
import { staffJoin, staffName } from '#features/users/public.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'

const isLookedAt = sql`(not r.is_from_patient or r.verified_at is not null)`

/** What stands in the record; what was withdrawn does not. */
const documents: Subject = {
  name: 'documents',
  title: 'Documents',
  noun: ['document', 'documents'],
  words: ['document', 'file', 'scan', 'upload', 'attachment', 'paper', 'medical record document'],
  type: 'patient_record',
  // The documents of everybody are for who may search all: a question need not name a patient.
  access: ['records.view', 'records.search'],
  own: true,
  from: sql`medical_records r`,
  joins: { patient: patientJoin(sql`r.patient_id`), adder: staffJoin('adder', sql`r.created_by`) },
  where: sql`r.withdrawn_at is null`,
  at: { sql: sql`r.created_at`, kind: 'instant', phrase: 'when the document was added' },
  patient: sql`r.patient_id`,
  measures: {
    documents: {
      title: 'Documents',
      words: [
        'document',
        'document uploaded|added|scanned|sent',
        'file uploaded|added|scanned',
        'upload',
        'scan',
        'scanned document',
        'attachment',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    kind: {
      is: 'choice',
      title: 'Type',
      words: ['kind', 'type', 'document kind|type', 'category'],
      sql: sql`r.kind`,
      values: {
        'discharge summary': ['discharge summary', 'discharge summaries'],
        'referral letter': ['referral letter'],
        'clinic note': ['clinic note'],
        'laboratory report': ['laboratory report'],
        'imaging report': ['imaging report', 'radiology report', 'xray report', 'x ray report', 'scan report'],
        prescription: ['prescription'],
        certificate: ['certificate'],
        consent: ['consent', 'consent form'],
        photo: ['photo', 'photograph', 'picture'],
        other: ['other kind|type', 'other document'],
      },
    },
    status: {
      is: 'choice',
      title: 'Reading',
      words: ['status', 'state', 'reading status|state'],
      sql: sql`r.status::text`,
      values: {
        uploaded: ['not read', 'unread', 'waiting to be read'],
        processing: ['being read', 'processing', 'in process'],
        ready: ['ready', 'read'],
        failed: ['failed', 'failed to be read', 'could not be read', 'unreadable'],
      },
      labels: { uploaded: 'Waiting to be read', processing: 'Being read', ready: 'Read', failed: 'Could not be read' },
    },
    verified: {
      is: 'choice',
      title: 'Looked at',
      words: ['verified', 'looked at', 'verified or not'],
      sql: sql`case when ${isLookedAt} then 'yes' else 'no' end`,
      values: {
        yes: ['verified', 'looked at'],
        no: ['unverified', 'not verified', 'not looked at', 'not yet looked at', 'unreviewed', 'not reviewed'],
      },
      labels: { yes: 'Looked at', no: 'Sent by a patient, not looked at' },
    },
    sender: {
      is: 'choice',
      title: 'Sent by',
      words: ['sent by', 'sender'],
      sql: sql`case when r.is_from_patient then 'patient' else 'clinic' end`,
      values: {
        patient: ['sent by patient', 'from patient', 'sent by the patient', 'uploaded by patient', 'patient sent', 'patient uploaded'],
        clinic: ['added by staff', 'by staff', 'from clinic'],
      },
      labels: { patient: 'The patient', clinic: 'The clinic' },
    },
    ...patientDimensions(sql`r.created_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'title', title: 'Title', kind: 'text', sql: sql`r.title` },
      { key: 'kind', title: 'Type', kind: 'text', sql: sql`r.kind` },
      { key: 'date', title: 'Date', kind: 'date', sql: sql`r.document_date` },
      { key: 'status', title: 'Reading', kind: 'text', sql: sql`r.status::text` },
      { key: 'added_at', title: 'Added', kind: 'instant', sql: sql`r.created_at` },
      { key: 'added_by', title: 'Added by', kind: 'text', sql: staffName('adder'), joins: ['adder'] },
    ],
    order: sql`r.created_at desc, r.id desc`,
    link: sql`'/dashboard/patients/' || r.patient_id || '/records/' || r.id`,
  },
  screen: { label: 'Documents', to: '/dashboard/records' },
  examples: ['Documents of Wanjiku Kamau', 'How many documents were added this month?'],
  ownExamples: ['Which documents are in my record?'],
}

/** What can be asked about the documents of patients. */
export const questions: Topics = { subjects: [documents] }
