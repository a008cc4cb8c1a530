import { z } from 'zod'
import { dayCell } from '#platform/csv/day.ts'
import { yesOrNo } from '#platform/csv/cells.ts'
import type { ImportColumn, ImportSettings } from '#platform/imports/kind.ts'
import { email, line, phone } from '#shared/text.ts'
import type { genders } from '#features/patients/contract.ts'
import { estimatedBirth } from '#features/patients/rules.ts'

type Gender = (typeof genders)[number]

/** How forms and programs write who somebody is: English, French and Swahili, whole or by a letter. */
const GENDERS: Readonly<Record<string, Gender>> = {
  m: 'male',
  male: 'male',
  man: 'male',
  boy: 'male',
  homme: 'male',
  h: 'male',
  masculin: 'male',
  me: 'male',
  mwanaume: 'male',
  mwanamume: 'male',
  f: 'female',
  female: 'female',
  woman: 'female',
  girl: 'female',
  femme: 'female',
  féminin: 'female',
  ke: 'female',
  mwanamke: 'female',
  o: 'other',
  other: 'other',
  autre: 'other',
  u: 'unknown',
  unknown: 'unknown',
  inconnu: 'unknown',
}

const gender = z.string().transform((text, context): Gender => {
  const found = GENDERS[text.trim().toLowerCase()]
  if (found) return found
  context.addIssue({ code: 'custom', message: 'Write male, female, other or unknown.' })
  return z.NEVER
})

const age = (today: string) =>
  z.string().transform((text, context): string => {
    const born = estimatedBirth(text, today)
    if (born) return born
    context.addIssue({ code: 'custom', message: 'Write the age as 34, or 8 months.' })
    return z.NEVER
  })

/** What the cells of a patient hold. */
export const patientCells = ({ month_first, today }: ImportSettings) => ({
  old_number: line(60),
  full_name: line(200),
  first_name: line(100),
  second_name: line(100),
  other_names: line(100),
  gender,
  date_of_birth: dayCell(month_first),
  birth_date_estimated: yesOrNo,
  age: age(today),
  phone,
  email,
  residence: line(200),
  occupation: line(100),
  language: line(40),
  national_id: line(60),
  insurance: line(120),
  member_number: line(60),
  kin_name: line(200),
  kin_relationship: line(40),
  kin_phone: phone,
})
type Cells = ReturnType<typeof patientCells>
export type PatientValues = { [K in keyof Cells]?: z.output<Cells[K]> }

/** The columns of patients as a file. */
export const patientImportColumns: readonly (ImportColumn & { name: keyof Cells })[] = [
  {
    name: 'old_number',
    synonyms: [
      'number',
      'patient number',
      'patient no',
      'op number',
      'opd no',
      'file number',
      'mrn',
      'hospital number',
      'card number',
      'id',
    ],
    examples: ['OP-1042', 'OP-1043'],
  },
  {
    name: 'full_name',
    synonyms: ['name', 'patient name', 'patient', 'names', 'nom complet', 'jina'],
    isAlternative: true,
    examples: ['', ''],
  },
  { name: 'first_name', synonyms: ['first', 'given name', 'forename', 'prénom', 'jina la kwanza'], examples: ['Achieng', 'Baraka'] },
  {
    name: 'second_name',
    synonyms: ['last name', 'surname', 'family name', 'last', 'nom', 'jina la ukoo'],
    examples: ['Odhiambo', 'Mwangi'],
  },
  { name: 'other_names', synonyms: ['other names', 'middle name', 'middle names', 'autres noms'], examples: ['Grace', ''] },
  { name: 'gender', required: true, synonyms: ['sex', 'sexe', 'jinsia'], examples: ['female', 'male'] },
  {
    name: 'date_of_birth',
    synonyms: ['dob', 'birth date', 'birthdate', 'born', 'born on', 'date de naissance', 'tarehe ya kuzaliwa'],
    examples: ['1990-04-23', '1978-07-01'],
  },
  { name: 'birth_date_estimated', synonyms: ['dob estimated', 'estimated'], examples: ['no', 'yes'] },
  { name: 'age', synonyms: ['âge', 'umri', 'age years'], isAlternative: true, examples: ['', ''] },
  { name: 'phone', synonyms: ['telephone', 'mobile', 'phone number', 'tel', 'cell', 'téléphone', 'simu'], examples: ['+254711000001', ''] },
  { name: 'email', synonyms: ['e mail', 'email address', 'mail', 'courriel', 'barua pepe'], examples: ['achieng@example.org', ''] },
  { name: 'residence', synonyms: ['address', 'location', 'village', 'estate', 'adresse', 'makazi'], examples: ['Kisumu', 'Nakuru'] },
  { name: 'occupation', synonyms: ['job', 'profession', 'kazi'], examples: ['Teacher', 'Farmer'] },
  { name: 'language', synonyms: ['langue', 'lugha'], examples: ['English', 'Swahili'] },
  { name: 'national_id', synonyms: ['id number', 'national id number', 'id no', 'nida', 'identity card'], examples: ['12345678', ''] },
  { name: 'insurance', synonyms: ['insurance company', 'insurer', 'payer', 'scheme', 'assurance', 'bima'], examples: ['', ''] },
  { name: 'member_number', synonyms: ['insurance number', 'membership number', 'policy number', 'member no'], examples: ['', ''] },
  { name: 'kin_name', synonyms: ['next of kin', 'nok', 'next of kin name', 'kin', 'guardian'], examples: ['Peter Odhiambo', ''] },
  { name: 'kin_relationship', synonyms: ['relationship', 'next of kin relationship', 'relation'], examples: ['brother', ''] },
  { name: 'kin_phone', synonyms: ['next of kin phone', 'next of kin telephone', 'kin telephone'], examples: ['+254711000002', ''] },
]
