import type { Alert, Allergy, AllergyCategory, Severity } from './people.ts'
import type { Sex } from './names.ts'
import { type Random, weightTable } from './random.ts'

export const chronicConditions = [
  'hypertension',
  'diabetes',
  'asthma',
  'epilepsy',
  'hiv',
  'sickle cell disease',
  'heart failure',
  'chronic kidney disease',
  'osteoarthritis',
  'hypothyroidism',
  'depression',
  'copd',
  'gout',
  'prostate enlargement',
] as const
export type ChronicCondition = (typeof chronicConditions)[number]

// Percent of people under 5, 5-17, 18-39, 40-59, 60 and older.
const prevalence: readonly (readonly [ChronicCondition, readonly number[], Sex?])[] = [
  ['hypertension', [0, 0, 4, 17, 42]],
  ['diabetes', [0, 0.2, 1.2, 6, 13]],
  ['asthma', [2.5, 5, 3.2, 3, 3]],
  ['epilepsy', [0.5, 0.9, 0.7, 0.5, 0.5]],
  ['hiv', [0.3, 0.6, 3.5, 5.5, 2.5]],
  ['sickle cell disease', [0.5, 0.5, 0.2, 0, 0]],
  ['heart failure', [0, 0, 0.1, 1, 5]],
  ['chronic kidney disease', [0, 0.05, 0.2, 1, 3.5]],
  ['osteoarthritis', [0, 0, 0.3, 4, 17]],
  ['hypothyroidism', [0, 0.1, 0.7, 1.6, 2]],
  ['depression', [0, 0.4, 2, 2.2, 1.8]],
  ['copd', [0, 0, 0.1, 1.2, 4]],
  ['gout', [0, 0, 0.1, 1, 2], 'male'],
  ['prostate enlargement', [0, 0, 0, 1.2, 10], 'male'],
]

/** Chronic conditions by age (years) and sex. */
export const pickConditions = (rng: Random, age: number, sex: Sex): ChronicCondition[] => {
  const band = age < 5 ? 0 : age < 18 ? 1 : age < 40 ? 2 : age < 60 ? 3 : 4
  const found: ChronicCondition[] = []
  for (const [condition, percent, only] of prevalence) {
    const p = percent[band] as number
    if (p > 0 && (only === undefined || only === sex) && rng.chance(p / 100)) found.push(condition)
  }
  return found
}

const substances = weightTable<readonly [string, AllergyCategory, readonly string[], number]>(
  [
    ['Penicillin', 'drug', ['Rash', 'Hives', 'Swelling of the face', 'Anaphylaxis'], 24],
    ['Sulfonamides', 'drug', ['Rash', 'Blistering skin', 'Fever and rash'], 17],
    ['Amoxicillin', 'drug', ['Rash', 'Hives'], 9],
    ['Ibuprofen', 'drug', ['Wheezing', 'Swelling of the eyelids', 'Stomach pain'], 8],
    ['Aspirin', 'drug', ['Wheezing', 'Hives'], 6],
    ['Diclofenac', 'drug', ['Rash', 'Swelling of the face'], 5],
    ['Ceftriaxone', 'drug', ['Rash', 'Anaphylaxis'], 4],
    ['Nevirapine', 'drug', ['Rash', 'Liver inflammation'], 2],
    ['Quinine', 'drug', ['Ringing in the ears', 'Rash'], 2],
    ['Codeine', 'drug', ['Itching', 'Vomiting'], 2],
    ['Latex', 'other', ['Itching', 'Hives'], 3],
    ['Peanuts', 'food', ['Hives', 'Swelling of the lips', 'Anaphylaxis'], 5],
    ['Eggs', 'food', ['Hives', 'Vomiting'], 4],
    ["Cow's milk", 'food', ['Diarrhoea', 'Eczema'], 3],
    ['Fish', 'food', ['Hives', 'Swelling of the lips'], 3],
    ['Bee sting', 'environment', ['Swelling', 'Anaphylaxis'], 3],
    ['Dust', 'environment', ['Sneezing', 'Wheezing'], 5],
    ['Pollen', 'environment', ['Sneezing', 'Itching eyes'], 4],
  ],
  ([, , , weight]) => weight,
)
const dangerous = new Set(['Anaphylaxis', 'Blistering skin', 'Swelling of the face', 'Liver inflammation'])

/** None for most people; severity follows the reaction. */
export const pickAllergies = (rng: Random, age: number): Allergy[] => {
  const found: Allergy[] = []
  let share = age < 5 ? 0.035 : age < 18 ? 0.06 : 0.095
  while (found.length < 3 && rng.chance(share)) {
    const [substance, category, reactions] = rng.weighted(substances)
    const reaction = rng.pick(reactions)
    const severity: Severity = dangerous.has(reaction) ? 'severe' : rng.chance(0.6) ? 'mild' : 'moderate'
    if (found.every((other) => other.substance !== substance)) found.push({ substance, category, reaction, severity })
    share = 0.16
  }
  return found
}

const critical = /^(Sickle cell|Has seizures|Declines|Takes blood)/

/** Things that everyone who meets the patient must know at once. */
export const pickAlerts = (rng: Random, age: number, language: string | undefined, conditions: readonly ChronicCondition[]): Alert[] => {
  const alerts: string[] = []
  if (language && age > 12 && rng.chance(0.09)) alerts.push(`Interpreter needed: ${language}`)
  if (conditions.includes('sickle cell disease')) alerts.push('Sickle cell disease: do not keep waiting with fever or pain')
  if (conditions.includes('epilepsy') && rng.chance(0.4)) alerts.push('Has seizures')
  if (age > 75 && rng.chance(0.22)) alerts.push('Falls easily')
  if (rng.chance(age > 65 ? 0.07 : 0.003)) alerts.push('Hard of hearing')
  if (rng.chance(age > 65 ? 0.05 : 0.003)) alerts.push('Comes in a wheelchair')
  if (rng.chance(age > 65 ? 0.03 : 0.001)) alerts.push('Nearly blind: lead to the room')
  if (age > 17 && rng.chance(0.002)) alerts.push('Declines blood transfusion')
  if (age > 17 && conditions.includes('heart failure') && rng.chance(0.3)) alerts.push('Takes blood thinners')
  return alerts.map((text) => ({ text, is_critical: critical.test(text) }))
}
