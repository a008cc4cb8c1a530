import type { Feature } from '../feature.ts'

export const feature: Feature = {
  permissions: {
    audit: {
      title: 'Audit trail',
      place: 60,
      rights: {
        'audit.view': { label: 'Read who did what, and who looked at whom', roles: ['records'] },
        'audit.log': { label: 'Search the whole audit log, what was changed in it, and failed sign-ins', roles: [] },
        'audit.export': { label: 'Take the audit log away as a file', roles: [] },
      },
    },
  },
  accessLog: {
    nouns: [{ entities: ['audit log'], staff: 'the access log', patient: 'the list of who looked at your record' }],
  },
}
