import { patientTopics } from '#shared/topics.ts'
import type { News } from './hub.ts'

/**
 * Says of the news of one change whose it is, where the change was to the records of one patient alone; of several, or of none, it stays
 * everybody's.
 */
export const nameThePatient = (news: readonly News[], patients: readonly number[]): void => {
  const [patient] = patients
  if (patient === undefined || patients.length > 1) return
  for (const one of news) if (patientTopics.has(one.topic)) one.patient = patient
}
