import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: [
      'lab_equipment',
      'lab_equipment_codes',
      'lab_equipment_jobs',
      'lab_messages',
      'lab_message_results',
      'lab_controls',
      'lab_control_results',
    ],
  },
  topics: {
    analysers: { access: 'laboratory.enter' },
  },
  accessLog: {
    nouns: [
      { entities: ['equipment test request', 'equipment test requests'], staff: 'the laboratory tests', patient: 'your laboratory tests' },
      {
        entities: ['equipment result', 'equipment results', 'equipment message'],
        staff: 'the laboratory results',
        patient: 'your laboratory results',
        patientOfChange: 'Worked on your laboratory tests',
      },
      { entities: ['equipment messages'], staff: 'the laboratory results' },
    ],
    sentences: {
      'try again lab equipment': { patient: 'Worked on your laboratory tests' },
    },
  },
}
