import { patientTopics } from '#shared/topics.gen.ts'
import type { News } from './hub.ts'

/**
 * Says of the news of one change whose it is, where the change was to the records of one patient alone; of several, or of none, it stays
 * everybody's. Of restricted records no news says whose it is: it goes to everybody who hears of the topic.
 */
export const nameThePatient = (news: readonly News[], patients: readonly number[], isRestricted: (patient: number) => boolean): void => {
  for (const one of news) if (one.topic === 'patients' && one.id !== undefined && isRestricted(one.id)) delete one.id
  const [patient] = patients
  if (patient === undefined || patients.length > 1 || isRestricted(patient)) return
  for (const one of news) if (patientTopics.has(one.topic)) one.patient = patient
}
