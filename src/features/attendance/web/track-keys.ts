import type { Track } from '../rules.ts'

/** The key that sends a patient to a track; always the same one, so that hands learn it. */
export const trackKey: Record<Track, string> = {
  reception: '1',
  triage: '2',
  doctor: '3',
  lab: '4',
  'awaiting result': '5',
  'added result': '6',
  pharmacy: '7',
  billing: '8',
  inpatient: '9',
  discharged: 'D',
  complete: 'C',
}
