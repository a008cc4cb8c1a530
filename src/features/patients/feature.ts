import type { Feature } from '../feature.ts'
import { partRoutes } from './server/part-routes.ts'
import { patientRoutes } from './server/routes.ts'
import { patientStanding } from './standing.ts'

export const feature: Feature = {
  routes: (program) => [...patientRoutes(program), ...partRoutes],
  alerts: patientStanding,
  constraints: {
    emergency_accesses_reviewed_by_another: { says: 'Somebody else reviews this emergency access.' },
    no_known_allergies_beside_allergy: {
      says: 'This patient has a recorded allergy. End it first, if it is wrong.',
      code: 'allergies_recorded',
    },
    no_known_allergies_once: { says: '"No known allergies" is recorded already.', code: 'recorded_already' },
    patients_put_away: { says: 'This record was put away into another one.', code: 'merged' },
    patient_merges_moved_on: { says: 'Rows that moved in this merge belong to another patient by now.' },
    patient_merges_without_account: {
      says: 'One of these records has a portal account. Unlink it first, and link it anew after the merge.',
    },
    patient_merges_undone_already: { says: 'This merge was undone already.' },
    patients_user_id_key: { says: 'This account belongs to another patient already.' },
  },
}
