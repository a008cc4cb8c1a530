import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['lab_containers', 'lab_specimens', 'lab_panels', 'lab_reference_ranges', 'lab_profiles', 'lab_profile_panels', 'lab_settings'],
  filledAtFirst: ['lab_containers', 'lab_settings', 'lab_specimens'],
}
