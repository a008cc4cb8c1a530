import { dateOf, dayOf, dayOfInstant, isoInstant } from './calendar.ts'
import type { ChronicCondition } from './health.ts'
import { type Diagnosis, diagnosisOf, reasonOf, reviewOf } from './illness.ts'
import type { Patient } from './people.ts'
import { type Random, random } from './random.ts'
import type { Visit } from './visits.ts'

/** What a patient has for longer than a visit. `by` is an index into `staff`. */
export interface PlannedProblem extends Diagnosis {
  status: 'active' | 'inactive' | 'resolved'
  note: string | null
  onset_on: string
  resolved_on: string | null
  recorded_at: string
  by: number
}
/** What a patient takes that was not prescribed here. */
export interface PlannedMedicine {
  name: string
  directions: string
  reason: string | null
  started_on: string
  stopped_on: string | null
  stop_reason: string | null
  recorded_at: string
  by: number
}

interface Course {
  notes: readonly string[]
  /** Years before the first visit at which it began, at most. */
  years: number
  /** Taken from elsewhere: name, directions, by how many of a hundred. */
  medicines: readonly (readonly [name: string, directions: string, percent: number])[]
}

const courses: Readonly<Record<ChronicCondition, Course>> = {
  'hypertension': { notes: ['Target below 140/90', 'Mother had a stroke', 'Cough on enalapril'], years: 9, medicines: [['Hydrochlorothiazide 25 mg', '1 tab om', 14], ['Nifedipine 20 mg', '1 tab bd', 9]] },
  'diabetes': { notes: ['Eye check once a year', 'Feet examined, no ulcer', 'HbA1c below 7.5 aimed at'], years: 10, medicines: [['Glibenclamide 5 mg', '1 tab om', 16], ['Atorvastatin 20 mg', '1 tab nocte', 18]] },
  'asthma': { notes: ['Worse with dust and cold', 'Never admitted', 'Since childhood'], years: 14, medicines: [['Beclometasone inhaler 100 mcg', '2 puffs bd', 30]] },
  'epilepsy': { notes: ['Generalised seizures', 'Last seizure over half a year ago', 'Since a head injury'], years: 12, medicines: [['Sodium valproate 500 mg', '1 tab bd', 18]] },
  'hiv': { notes: ['Viral load suppressed', 'Told to the family', 'On first line'], years: 9, medicines: [['Isoniazid 300 mg', '1 tab od', 12]] },
  'sickle cell disease': { notes: ['Two admissions for crisis', 'Baseline Hb 7.5', 'Vaccinated against pneumococcus'], years: 6, medicines: [['Hydroxyurea 500 mg', '1 cap od', 45], ['Penicillin V 250 mg', '1 tab bd', 20]] },
  'heart failure': { notes: ['Ejection fraction 35 %', 'Hypertensive heart disease', 'Dry weight recorded at each visit'], years: 5, medicines: [['Spironolactone 25 mg', '1 tab om', 45], ['Carvedilol 6.25 mg', '1 tab bd', 40], ['Warfarin 5 mg', '1 tab nocte', 15]] },
  'chronic kidney disease': { notes: ['Stage 3b', 'Stage 4, no NSAIDs', 'Followed at the renal clinic as well'], years: 5, medicines: [['Furosemide 40 mg', '1 tab om', 40]] },
  'osteoarthritis': { notes: ['Both knees', 'Right knee, walks with a stick', 'Knees and hips'], years: 8, medicines: [['Glucosamine 1500 mg', '1 tab od', 14]] },
  'hypothyroidism': { notes: ['After thyroid surgery', 'TSH every three months', 'Goitre, not operated'], years: 6, medicines: [] },
  'depression': { notes: ['Second episode', 'Counselling here', 'Sister is informed'], years: 4, medicines: [['Amitriptyline 25 mg', '1 tab nocte', 14]] },
  'copd': { notes: ['Target saturation 88-92 %', 'Thirty pack-years, stopped', 'Cooking smoke for decades'], years: 8, medicines: [['Tiotropium inhaler 18 mcg', '1 puff od', 30]] },
  'gout': { notes: ['First attack three years ago', 'Two attacks a year', 'Creatinine normal'], years: 6, medicines: [['Colchicine 0.5 mg', '1 tab bd', 22]] },
  'prostate enlargement': { notes: ['PSA 2.1', 'No retention so far', 'Seen by urology'], years: 5, medicines: [['Finasteride 5 mg', '1 tab od', 26]] },
} // prettier-ignore

/** Illnesses of a visit that stay on the list, until so many days later. */
const lasting: Readonly<Record<string, number>> = { 'anaemia': 120, 'tuberculosis': 180, 'peptic-ulcer': 60, 'hepatitis-b': 0, 'cataract': 0, 'hernia': 0, 'heavy-periods': 150 } // prettier-ignore
const allStaff = [['Paracetamol 500 mg', '2 tabs prn pain', null], ['Ibuprofen 400 mg', '1 tab prn pain', 'Bought at the chemist for the back'], ['Multivitamin', '1 tab od', null], ['Aloe vera juice', 'a cup in the morning', 'From the herbalist']] as const // prettier-ignore

const doctorOf = (visit: Pick<Visit, 'moves'>) => visit.moves.find(({ from }) => from === 'doctor')

const problemsOf = (rng: Random, patient: Patient, visits: readonly Visit[], today: number): PlannedProblem[] => {
  const seen = visits.filter((visit) => doctorOf(visit))
  const [first] = seen
  if (!first) return []
  const birth = dayOf(patient.date_of_birth)
  const chronic = patient.chronic_conditions.map((condition): PlannedProblem => {
    const own = seen.find(({ reason_key }) => reason_key === reviewOf(condition).key) ?? first
    const move = doctorOf(own)
    const onset = Math.max(birth, dayOfInstant(Date.parse(own.created_at)) - rng.integer(60, courses[condition].years * 365))
    return {
      ...diagnosisOf(reviewOf(condition)),
      status: 'active',
      note: rng.chance(0.7) ? rng.pick(courses[condition].notes) : null,
      onset_on: dateOf(onset),
      resolved_on: null,
      recorded_at: move?.at ?? own.created_at,
      by: move?.by ?? 0,
    }
  })
  const once = new Map(seen.flatMap((visit) => (lasting[visit.reason_key] === undefined ? [] : [[visit.reason_key, visit] as const])))
  const acute = [...once].map(([key, visit]): PlannedProblem => {
    const move = doctorOf(visit)
    const onset = dayOfInstant(Date.parse(visit.created_at))
    const days = lasting[key] ?? 0
    const isOver = days > 0 && onset + days < today
    return {
      ...diagnosisOf(reasonOf(key)),
      status: isOver ? 'resolved' : 'active',
      note: null,
      onset_on: dateOf(onset),
      resolved_on: isOver ? dateOf(onset + days) : null,
      recorded_at: move?.at ?? visit.created_at,
      by: move?.by ?? 0,
    }
  })
  return [...chronic, ...acute]
}

const medicinesOf = (rng: Random, patient: Patient, visits: readonly Visit[], today: number): PlannedMedicine[] => {
  const triaged = visits.findLast(({ moves }) => moves.some(({ from }) => from === 'triage'))
  const nurse = triaged?.moves.find(({ from }) => from === 'triage')
  if (!triaged || !nurse) return []
  const day = dayOfInstant(Date.parse(triaged.created_at))
  const isGrown = day - dayOf(patient.date_of_birth) > 18 * 365
  const at = isoInstant(Date.parse(nurse.at) - 60_000)
  const taken = patient.chronic_conditions
    .flatMap((condition) => courses[condition].medicines.map((one) => [...one, condition] as const))
    .filter(([, , percent]) => isGrown && rng.chance(percent / 100))
    .map(([name, directions, , reason]) => [name, directions, reason === 'hiv' ? null : (reason as string)] as const)
  const bought = isGrown && rng.chance(0.02) ? [rng.pick(allStaff)] : []
  return [...taken, ...bought].map(([name, directions, reason]) => {
    const isStopped = rng.chance(0.14) && day < today
    const started = Math.max(day - rng.integer(30, 900), dayOf(patient.date_of_birth))
    return {
      name,
      directions,
      reason: reason && `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`,
      started_on: dateOf(started),
      stopped_on: isStopped ? dateOf(day) : null,
      stop_reason: isStopped ? rng.pick(['No longer needed', 'Made dizzy', 'Changed here']) : null,
      recorded_at: at,
      by: nurse.by,
    }
  })
}

/** Problem list and medicines from elsewhere of a patient, from the visits in order of time. */
export const chronicOf = (
  patient: Patient,
  visits: readonly Visit[],
  today: string,
): { problems: PlannedProblem[]; medicines: PlannedMedicine[] } => {
  const rng = random(`chronic ${patient.registered_at} ${patient.date_of_birth} ${patient.first_name}`)
  return { problems: problemsOf(rng, patient, visits, dayOf(today)), medicines: medicinesOf(rng, patient, visits, dayOf(today)) }
}
