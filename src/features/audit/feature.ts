import type { Feature } from '../feature.ts'

export const feature: Feature = {
  permissions: {
    audit: {
      title: 'Audit trail',
      place: 60,
      rights: {
        'audit.view': { label: 'View the audit trail: changes and record access', roles: ['records'] },
        'audit.log': { label: 'Search the whole audit log, including changes and failed sign-ins', roles: [] },
        'audit.export': { label: 'Export the audit log', roles: [] },
      },
    },
  },
  accessLog: {
    nouns: [{ entities: ['audit log'], staff: 'the access log', patient: 'the list of who viewed your record' }],
  },
}
