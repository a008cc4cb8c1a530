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
        'pharmacy.return': { label: 'Take medicines back', roles: ['pharmacist'] },
        'pharmacy.transcribe': { label: 'Turn a prescription that was sent in into one of the clinic', roles: ['pharmacist'] },
        'pharmacy.before_payment': { label: 'Hand out before it is paid, with a reason', roles: ['pharmacist'] },
        'pharmacy.settings': { label: 'Set up the pharmacy', roles: ['pharmacist'] },
      },
    },
  },
  constraints: {
    prescription_request_lines_open: { says: 'You have asked for this medicine already. The pharmacy answers here.', code: 'asked' },
    dispense_items_returned: { says: 'This came back already.' },
    dispense_batches_returned: { says: 'This came back already.' },
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
      { entities: ['patient returns'], staff: 'what was handed out', patient: 'the medicines that you were given' },
      { entities: ['sale'], staff: 'the counter sale', patient: 'your purchase at the pharmacy' },
    ],
    sentences: {
      'prescribe prescription request': { staff: 'Prescribed medicines', patient: 'Prescribed medicines for you' },
    },
  },
}
