import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['deaths'],
  },
  constraints: {
    deaths_one_current: { says: 'A death is already recorded for this patient.', code: 'died_already' },
  },
  patientRows: {
    deaths: { label: 'Death', at: 't.noted_at', text: 't.died_on::text' },
  },
  accessLog: {
    nouns: [{ entities: ['death', 'deaths'], patient: 'a death in this record' }],
    sentences: {
      'create death': { patient: 'Recorded a death in this record' },
      'update death': { patient: 'Corrected a death recorded in this record' },
      'undo death': { patient: 'Undid a death recorded in this record' },
    },
  },
}
