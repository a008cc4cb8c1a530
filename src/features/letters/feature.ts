import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['letter_templates', 'letters'],
    filledAtFirst: ['letter_templates'],
  },
  permissions: {
    letters: {
      title: 'Letters',
      place: 210,
      rights: {
        'letters.view': { label: 'View patient letters', roles: ['nurse', 'doctor'] },
        'letters.write': { label: 'Write and sign letters: sick notes, certificates', roles: ['doctor'], signs: true },
      },
    },
  },
  topics: {
    letters: { access: 'letters.view', isOfPatient: true },
  },
  patientRows: {
    letters: { label: 'Letters', at: 't.signed_at', text: "t.number || ' · ' || t.title" },
  },
  accessLog: {
    nouns: [{ entities: ['letter', 'letters', 'letter draft'], staff: 'the letters', patient: 'your letters' }],
  },
}
