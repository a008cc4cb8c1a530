import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['lab_containers', 'lab_specimens', 'lab_panels', 'lab_reference_ranges', 'lab_profiles', 'lab_profile_panels', 'lab_settings'],
    filledAtFirst: ['lab_containers', 'lab_settings', 'lab_specimens'],
  },
  accessLog: {
    nouns: [{ entities: ['lab profile'], patient: 'your laboratory tests' }],
  },
}
