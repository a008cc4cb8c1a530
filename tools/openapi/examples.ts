/**
 * Bodies that say more than a schema does: one of several fields, values of this clinic, or a call that many programs make. Every other example
 * is made from the schema; a test has each of them accepted by the contract.
 */
export const examples: Readonly<Record<string, unknown>> = {
  'POST /announcement/announcements/': { title: 'Water on Saturday', content: 'There is no water from 8 to 10.', channel: 1 },
  'POST /billing/invoices/{id}/discount/': { discount_percent: '10', reason: 'Staff discount' },
  'POST /billing/invoices/{id}/payments/': {
    issue: true,
    version: 7,
    payments: [{ payment_mode: 1, amount: '500.00', tendered: '1000.00' }],
  },
  'POST /company/set-up/': {
    code: 'ABCD-EFGH',
    company: { name: 'Clinic', currency: 'KES', time_zone: 'Africa/Nairobi', language: 'en' },
    administrator: { email: 'name@clinic.example', first_name: 'First', last_name: 'Last', password: 'a long sentence of your own' },
  },
  'POST /lab/lab-test-requests/': { process: 1, profiles: [{ profile: 1 }], priority: 'routine' },
  'POST /patients/appointments/': { patient: 1, appointment_date_time: '2026-03-02T07:30:00Z', reason: 'Follow-up', assigned_doctor: 1 },
  'POST /patients/appointments/{id}/check-in/': { track: 'triage' },
  'POST /patients/initiate-attendance-process/': { patient: 1, reason: 'Fever for two days', track: 'triage' },
  'PATCH /patients/initiate-attendance-process/{id}/': { track: 'doctor', version: 3 },
  'POST /patients/patients/': { first_name: 'First', second_name: 'Last', gender: 'female', date_of_birth: '1990-02-03' },
  'PUT /patients/patients/{id}/': { first_name: 'First', second_name: 'Last', gender: 'female', date_of_birth: '1990-02-03', version: 1 },
  'POST /patients/prescriptions/': { attendance_process: 1, prescribed_drugs: [{ item: 1, directions: '1 tab tds 5/7' }] },
  'POST /patients/publicappointments/': {
    first_name: 'First',
    second_name: 'Last',
    date_of_birth: '1990-02-03',
    gender: 'female',
    appointment_date_time: '2026-03-02T07:30:00Z',
    reason: 'Cough',
    phone_number: '+254700000001',
    consent: true,
    consent_version: 1,
  },
  'PUT /patients/order-drafts/': { visit: 1, key: '00000000-0000-4000-8000-000000000001', drugs: { lines: [], reasons: [] } },
  'POST /patients/referrals/': { patient: 1, note: 'Please see for a second opinion.', department: 1 },
  'PATCH /patients/triage/{id}/': { temperature: '38.5', pulse: 96, level: 3 },
  'POST /patients/triage/{id}/observations/': { temperature: '37.2', pulse: 88 },
}
