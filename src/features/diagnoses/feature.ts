import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['diagnosis_codes', 'diagnosis_words'],
    filledAtFirst: ['diagnosis_codes', 'diagnosis_words'],
  },
  permissions: {
    diagnoses: {
      title: 'Diagnoses',
      place: 190,
      rights: {
        'diagnoses.change': { label: 'Edit and import the diagnosis list', roles: ['records'] },
      },
    },
  },
  topics: {
    diagnoses: { access: 'signed-in' },
  },
}
