import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['visits', 'visit_moves', 'track_targets', 'end_of_day_settings'],
    filledAtFirst: ['end_of_day_settings', 'track_targets'],
  },
  permissions: {
    attendance: {
      title: 'Visits',
      place: 110,
      rights: {
        'attendance.view': {
          label: 'View the live board and visits',
          roles: ['receptionist', 'nurse', 'doctor', 'labtech', 'lab_manager', 'pharmacist', 'cashier', 'accountant', 'records'],
        },
        'attendance.start': { label: 'Start a visit', roles: ['receptionist', 'nurse'] },
        'attendance.reception': { label: 'Move visits at the reception', roles: ['receptionist'] },
        'attendance.triage': { label: 'Move visits in triage', roles: ['nurse'] },
        'attendance.doctor': { label: 'Move visits with the doctor', roles: ['doctor'] },
        'attendance.laboratory': { label: 'Move visits in the laboratory', roles: ['labtech', 'lab_manager'] },
        'attendance.pharmacy': { label: 'Move visits in the pharmacy', roles: ['pharmacist'] },
        'attendance.billing': { label: 'Move visits at the cashier', roles: ['cashier'] },
        'attendance.discharge': { label: 'Discharge patients and end visits', roles: ['receptionist', 'doctor', 'cashier'] },
        'attendance.end_of_day': { label: 'End visits left open at the end of the day', roles: ['receptionist'] },
      },
    },
  },
  topics: {
    attendance: { access: 'attendance.view', isOfPatient: true },
  },
  constraints: {
    visits_one_open: { says: 'This patient already has an open visit.' },
    visit_moves_undone_once: { says: 'This move was already undone.' },
  },
  patientRows: {
    visits: { label: 'Visits', at: 't.created_at', text: "t.track_number || ' · ' || t.reason" },
  },
  accessLog: {
    nouns: [
      { entities: ['visit'], staff: 'the visit', patient: 'your visit' },
      { entities: ['visits'], patient: 'your visit' },
    ],
    sentences: {
      'start visit': { staff: 'Started a visit', patient: 'Started your visit' },
      'close visit': { patient: 'Closed your visit' },
      'move visit': { staff: 'Moved the patient to the next step', patient: 'Moved you to the next step of your visit' },
    },
  },
}
