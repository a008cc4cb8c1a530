import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: [
      'prescriptions',
      'prescribed_drugs',
      'prescription_favourites',
      'patient_medicines',
      'safety_overrides',
      'dispenses',
      'dispense_items',
      'dispense_batches',
    ],
  },
  permissions: {
    prescriptions: {
      title: 'Prescriptions',
      place: 220,
      rights: {
        'prescriptions.view': { label: 'See prescribed drugs', roles: ['nurse', 'doctor', 'pharmacist', 'cashier'] },
        'prescriptions.change': { label: 'Prescribe drugs and cancel them', roles: ['doctor'], signs: true },
        'prescriptions.dispense': { label: 'Dispense prescribed drugs', roles: ['pharmacist'] },
      },
    },
  },
  topics: {
    prescriptions: { access: 'prescriptions.view', isOfPatient: true },
  },
  constraints: {
    prescribed_drugs_dispensed: { says: 'This was dispensed already.' },
    prescribed_drugs_given: { says: 'This was dispensed already.' },
  },
  patientRows: {
    prescriptions: { label: 'Prescriptions' },
    prescribed_drugs: { label: 'Prescribed medicines', at: 't.prescribed_at', text: '(select i.name from items i where i.id = t.item_id)' },
    patient_medicines: { label: 'Other medicines', at: 't.recorded_at', text: 't.name' },
    dispenses: { label: 'Handed out', at: 't.dispensed_at', text: 't.number' },
  },
  accessLog: {
    nouns: [
      { entities: ['medicine', 'medicines'], staff: 'the medicines', patient: 'your medicines' },
      {
        entities: ['prescription', 'prescriptions', 'prescribed drug', 'prescribed drugs'],
        staff: 'the prescriptions',
        patient: 'your prescriptions',
      },
      { entities: ['dispense', 'dispenses'], staff: 'what was handed out', patient: 'the medicines that you were given' },
    ],
    sentences: {
      'prescribe prescribed drug': { staff: 'Prescribed medicines', patient: 'Prescribed medicines for you' },
      'request at till prescribed drug': { patient: 'Put something on your bill' },
      'dispense prescribed drug': { patient: 'Gave you medicines' },
      'refuse prescribed drug': { patient: 'Did not give you a prescribed medicine' },
      'sell dispense': { patient: 'Sold you medicines' },
    },
  },
}
