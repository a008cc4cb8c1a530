import type { Feature } from '../feature.ts'
import { noteRoutes } from './server/note-routes.ts'
import { problemRoutes } from './server/problem-routes.ts'

export const feature: Feature = {
  routes: () => [...noteRoutes, ...problemRoutes],
  constraints: {
    consultations_signed: { says: 'A signed note never changes. Add an addendum.' },
    consultations_one_draft: { says: 'You have a draft in this visit already.' },
    consultation_addenda_unsigned: { says: 'This note is a draft: write in it.' },
    diagnoses_once: { says: 'This diagnosis is in the note already.' },
    problems_once: { says: 'This problem is on the list already.' },
  },
}
