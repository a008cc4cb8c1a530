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
        'prescriptions.view': { label: 'View prescribed drugs', roles: ['nurse', 'doctor', 'pharmacist', 'cashier'] },
        'prescriptions.change': { label: 'Prescribe and cancel drugs', roles: ['doctor'], signs: true },
        'prescriptions.dispense': { label: 'Dispense prescribed drugs', roles: ['pharmacist'] },
      },
    },
  },
  topics: {
    prescriptions: { access: 'prescriptions.view', isOfPatient: true },
  },
  constraints: {
    prescribed_drugs_dispensed: { says: 'Already dispensed.' },
    prescribed_drugs_given: { says: 'Already dispensed.' },
  },
  patientRows: {
    prescriptions: { label: 'Prescriptions' },
    prescribed_drugs: { label: 'Prescribed medicines', at: 't.prescribed_at', text: '(select i.name from items i where i.id = t.item_id)' },
    patient_medicines: { label: 'Other medicines', at: 't.recorded_at', text: 't.name' },
    dispenses: { label: 'Dispensed', at: 't.dispensed_at', text: 't.number' },
  },
  accessLog: {
    nouns: [
      { entities: ['medicine', 'medicines'], staff: 'the medicines', patient: 'your medicines' },
      {
        entities: ['prescription', 'prescriptions', 'prescribed drug', 'prescribed drugs'],
        staff: 'the prescriptions',
        patient: 'your prescriptions',
      },
      { entities: ['dispense', 'dispenses'], staff: 'the dispensed medicines', patient: 'the medicines you received' },
    ],
    sentences: {
      'prescribe prescribed drug': { staff: 'Prescribed medicines', patient: 'Prescribed medicines for you' },
      'request at till prescribed drug': { patient: 'Added an item to your bill' },
      'dispense prescribed drug': { patient: 'Gave you medicines' },
      'refuse prescribed drug': { patient: 'Did not give you a prescribed medicine' },
      'sell dispense': { patient: 'Sold you medicines' },
    },
  },
}
