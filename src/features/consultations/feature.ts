import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['consultations', 'consultation_addenda', 'diagnoses', 'problems'],
  },
  permissions: {
    consultations: {
      title: 'Consultations',
      place: 180,
      rights: {
        'consultations.view': { label: 'View consultation notes, diagnoses and problems', roles: ['nurse', 'doctor', 'records'] },
        'consultations.change': { label: 'Write and sign consultation notes', roles: ['doctor'], signs: true },
      },
    },
  },
  topics: {
    consultations: { access: 'consultations.view', isOfPatient: true },
    // Carries the visit in which a note was begun.
    notes: { access: 'consultations.view', isOfPatient: true },
  },
  constraints: {
    consultations_signed: { says: 'A signed note cannot be changed. Add an addendum.' },
    consultations_one_draft: { says: 'You already have a draft in this visit.' },
    consultation_addenda_unsigned: { says: 'This note is still a draft: edit the draft instead.' },
    diagnoses_once: { says: 'This diagnosis is already in the note.' },
    problems_once: { says: 'This problem is already on the list.' },
  },
  patientRows: {
    consultations: { label: 'Notes', at: 't.created_at', text: 't.complaint' },
    diagnoses: { label: 'Diagnoses', at: 't.recorded_at', text: 't.title' },
    problems: { label: 'Problems', at: 't.recorded_at', text: 't.title' },
  },
  accessLog: {
    nouns: [
      { entities: ['note', 'notes', 'addendum'], staff: 'the notes', patient: 'the doctor’s notes about you' },
      { entities: ['diagnosis', 'diagnoses'], staff: 'the diagnoses', patient: 'your diagnoses' },
      { entities: ['problem', 'problems'], staff: 'the problem list', patient: 'your health problems' },
    ],
  },
}
