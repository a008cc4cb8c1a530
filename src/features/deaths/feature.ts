import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['deaths'],
  },
  constraints: {
    deaths_one_current: { says: 'A death is recorded for this patient already.', code: 'died_already' },
  },
  patientRows: {
    deaths: { label: 'Death', at: 't.noted_at', text: 't.died_on::text' },
  },
  accessLog: {
    nouns: [{ entities: ['death', 'deaths'], patient: 'a death in this record' }],
    sentences: {
      'create death': { patient: 'Recorded a death in this record' },
      'update death': { patient: 'Corrected a death that is recorded in this record' },
      'undo death': { patient: 'Undid a death that was recorded in this record' },
    },
  },
}
