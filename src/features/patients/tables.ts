import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'patients',
    'patient_identifiers',
    'patient_insurances',
    'contact_details',
    'next_of_kin',
    'allergies',
    'no_known_allergies',
    'patient_alerts',
    'patient_search_keys',
    'patient_merges',
    'patient_merge_rows',
    'patient_tables',
    'patient_restrictions',
    'emergency_accesses',
    'account_links',
    'account_link_codes',
    'account_link_slips',
    'account_link_requests',
  ],
  leftOut: {
    account_link_codes: 'one-time codes',
    account_link_slips: 'one-time codes on paper; who is linked with whom is in account_links',
  },
  derived: {
    patient_search_keys: 'made of patients',
  },
  rebuild: ['call rebuild_patient_search()'],
  filledAtFirst: ['patient_tables'],
}
