import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['triages', 'triage_settings', 'vital_signs', 'vital_limits'],
    filledAtFirst: ['triage_settings', 'vital_limits'],
  },
  permissions: {
    triage: {
      title: 'Triage',
      place: 170,
      rights: {
        'triage.view': { label: 'View vital signs and triage categories', roles: ['nurse', 'doctor'] },
        'triage.change': { label: 'Record vital signs and triage category', roles: ['nurse', 'doctor'] },
        'triage.settings': { label: 'Manage the triage scale and vital sign limits', roles: [] },
      },
    },
  },
  topics: {
    triage: { access: 'triage.view', isOfPatient: true },
  },
  patientRows: {
    triages: { label: 'Triages' },
    vital_signs: { label: 'Vital signs' },
  },
  accessLog: {
    nouns: [{ entities: ['triage', 'triages', 'vital signs'], staff: 'the vital signs', patient: 'your vital signs' }],
  },
}
