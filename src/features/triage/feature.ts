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
        'triage.view': { label: 'See vital signs and triage levels', roles: ['nurse', 'doctor'] },
        'triage.change': { label: 'Record vital signs and the triage level', roles: ['nurse', 'doctor'] },
        'triage.settings': { label: 'Decide the triage scale and the limits of vital signs', roles: [] },
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
