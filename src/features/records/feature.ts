import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['medical_records', 'medical_record_pages', 'medical_record_entities', 'purged_files'],
    documents: `select sha256, type, name from files f
      where not exists (select from medical_records r where r.file_id = f.id and r.purged_at is not null)
    union all select image_sha256, 'image/webp', concat('record ', record_id, ', page ', number) from medical_record_pages
      where image_sha256 is not null
    union all select thumbnail_sha256, 'image/webp', concat('record ', id, ', small picture') from medical_records
      where thumbnail_sha256 is not null`,
  },
  permissions: {
    records: {
      title: 'Documents',
      place: 90,
      rights: {
        'records.view': { label: 'View patient documents and findings in them', roles: ['nurse', 'doctor', 'records'] },
        'records.add': { label: 'Add documents to patient records', roles: ['receptionist', 'nurse', 'doctor', 'records'] },
        'records.review': { label: 'Confirm, correct and reject findings in documents', roles: ['nurse', 'doctor', 'records'] },
        'records.search': { label: 'Search the documents of all patients', roles: ['records'] },
        'records.purge': { label: 'Permanently delete the content of withdrawn documents', roles: ['records'] },
      },
    },
  },
  topics: {
    records: { access: 'records.add', isOfPatient: true },
  },
  patientRows: {
    medical_records: { label: 'Documents', at: 't.created_at', text: 't.title' },
    medical_record_pages: { label: 'Pages of documents' },
    medical_record_entities: { label: 'Findings in documents' },
  },
  accessLog: {
    nouns: [
      {
        entities: ['medical record', 'medical records', 'document finding', 'document search'],
        staff: 'the documents',
        patient: 'your documents',
      },
    ],
    sentences: {
      'purge medical record': { patient: 'Deleted the content of one of your documents' },
      'keep here medical record': { patient: 'Kept a document in your record after checking that it is yours' },
    },
  },
}
