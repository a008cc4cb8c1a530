import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['appointments', 'public_bookings', 'appointment_changes', 'waiting_list'],
  },
  permissions: {
    appointments: {
      title: 'Appointments',
      place: 120,
      rights: {
        'appointments.view': { label: 'View appointments', roles: ['receptionist', 'nurse', 'doctor', 'cashier'] },
        'appointments.change': { label: 'Book, move and cancel appointments, and check patients in', roles: ['receptionist', 'doctor'] },
      },
    },
  },
  topics: {
    appointments: { access: 'appointments.view' },
  },
  constraints: {
    appointments_doctor_taken: { says: 'This time is taken.', code: 'slot_taken' },
    appointments_room_taken: { says: 'This room is taken at that time.', code: 'room_taken' },
    appointments_room_place_taken: { says: 'This room is taken at that time.', code: 'room_taken' },
    appointments_patient_elsewhere: { says: 'The patient has another appointment at that time.', code: 'patient_busy' },
    waiting_list_one_open: { says: 'The patient is already on the waiting list for this.', code: 'already_waiting' },
  },
  patientRows: {
    appointments: { label: 'Appointments', at: 't.appointment_date_time', text: "concat_ws(' · ', t.number, nullif(t.reason, ''))" },
    waiting_list: { label: 'Waiting list entries', at: 't.created_at', text: 't.note' },
  },
  accessLog: {
    nouns: [
      {
        entities: ['appointment', 'appointments', 'appointments of a day', 'waiting list'],
        staff: 'the appointments',
        patient: 'your appointments',
      },
    ],
    sentences: {
      'check in appointment': { staff: 'Checked the patient in', patient: 'Checked you in for your appointment' },
      'book appointment': { staff: 'Booked an appointment', patient: 'Booked an appointment for you' },
      'book waiting list': { staff: 'Booked an appointment', patient: 'Booked an appointment for you' },
      'create waiting list': { staff: 'Added the patient to the waiting list', patient: 'Added you to the waiting list' },
      'remove waiting list': { staff: 'Removed the patient from the waiting list', patient: 'Removed you from the waiting list' },
    },
  },
}
