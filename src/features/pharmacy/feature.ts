import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: [
      'pharmacy_settings',
      'patient_returns',
      'patient_return_items',
      'patient_return_credits',
      'public_prescription_requests',
      'prescription_request_lines',
      'prescription_request_remarks',
    ],
    filledAtFirst: ['pharmacy_settings'],
  },
  permissions: {
    pharmacy: {
      title: 'Pharmacy',
      place: 230,
      rights: {
        'pharmacy.sell': { label: 'Sell at the pharmacy counter', roles: ['pharmacist'] },
        'pharmacy.return': { label: 'Accept returned medicines', roles: ['pharmacist'] },
        'pharmacy.transcribe': { label: 'Transcribe patient prescriptions into clinic prescriptions', roles: ['pharmacist'] },
        'pharmacy.before_payment': { label: 'Dispense before payment, with a reason', roles: ['pharmacist'] },
        'pharmacy.settings': { label: 'Manage pharmacy settings', roles: ['pharmacist'] },
      },
    },
  },
  constraints: {
    prescription_request_lines_open: { says: 'You have already requested this medicine. The pharmacy answers here.', code: 'asked' },
    dispense_items_returned: { says: 'This is already returned.' },
    dispense_batches_returned: { says: 'This is already returned.' },
  },
  patientRows: {
    public_prescription_requests: { label: 'Prescription requests from the portal', at: 't.date_created', text: "coalesce(t.note, '')" },
  },
  accessLog: {
    nouns: [
      { entities: ['controlled drugs'], staff: 'the prescriptions', patient: 'your prescriptions' },
      {
        entities: ['prescription request', 'prescription requests'],
        staff: 'the prescription request',
        patient: 'your prescription request',
      },
      { entities: ['patient returns'], staff: 'the dispensed medicines', patient: 'the medicines you received' },
      { entities: ['sale'], staff: 'the counter sale', patient: 'your purchase at the pharmacy' },
    ],
    sentences: {
      'prescribe prescription request': { staff: 'Prescribed medicines', patient: 'Prescribed medicines for you' },
    },
  },
}
