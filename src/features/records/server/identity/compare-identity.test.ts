import { describe, expect, test } from 'vitest'
import { findIdentity } from '#features/clinical-text/rules.ts'
import { compareIdentity, type PatientOnFile } from './compare-identity.ts'

const wanjiku: PatientOnFile = {
  names: { first: 'Wanjiku', others: 'Grace', last: 'Kamau' },
  gender: 'female',
  date_of_birth: '1980-03-12',
  is_birth_date_estimated: false,
  numbers: ['P-000123', 'P-000007'],
  identifiers: [{ kind: 'national id', value: '22334455' }],
  phones: ['+254722123456'],
}
const onFile = (first: string, last: string, more: Partial<PatientOnFile> & { others?: string } = {}): PatientOnFile => {
  const { others = '', ...rest } = more
  return { ...wanjiku, numbers: ['P-000500'], identifiers: [], phones: [], names: { first, others, last }, ...rest }
}
const compare = (text: string, patient: PatientOnFile = wanjiku, document: string | null = '2026-02-20') => {
  const statements = text.split('\f').flatMap((page, at) => findIdentity(page).map((one) => ({ ...one, page: at + 1 })))
  const { state, fields } = compareIdentity(statements, patient, { document, added: '2026-03-01' })
  return [state, ...fields.flatMap(({ field, outcome }) => (outcome === 'differs' ? [field] : []))].join(' ')
}

type Case = readonly [what: string, text: string, patient?: PatientOnFile, document?: string | null]
const child = (months: number) =>
  onFile('Amani', 'Otieno', { gender: 'male', date_of_birth: new Date(Date.UTC(2026, 1 - months, 20)).toISOString().slice(0, 10) })

const matches: readonly Case[] = [
  ['full name', 'Patient Name: Wanjiku Grace Kamau'],
  ['name in capitals', 'PATIENT NAME: WANJIKU KAMAU'],
  ['small letters', 'Patient name: wanjiku kamau'],
  ['last name first', 'Name: Kamau Wanjiku Grace'],
  ['last name first with a comma', 'Name: KAMAU, Wanjiku G.'],
  ['a middle name left out', 'Name: Wanjiku Kamau'],
  ['a name more than on file', 'Patient: Wanjiku Kamau Njoki', onFile('Wanjiku', 'Kamau')],
  ['a title', 'Re: Mrs. Wanjiku Kamau'],
  ['a patient who is a doctor', 'Patient name: Dr. Wanjiku Kamau'],
  ['accents', 'Nom du patient : Hélène Kaboré', onFile('Helene', 'Kabore')],
  ['French name in two fields', 'Nom : KABORE   Prénom : Hélène  Sexe : F', onFile('Hélène', 'Kaboré')],
  ['name in three fields', 'Surname: Kamau\nFirst name: Wanjiku\nOther names: Grace'],
  ['Swahili', 'Jina la mgonjwa: Wanjiku Kamau\nJinsia: Ke\nUmri: miaka 45'],
  ['a name below its label', 'Patient Name\nWanjiku Kamau\nWard 3'],
  ['a label without a colon', 'Patient Name   Wanjiku Kamau   Age 45'],
  ['the sound spelt otherwise', 'Patient name: Catherine Philips', onFile('Katherine', 'Filips')],
  ['doubled letters', 'Patient name: Muhammad Abdullahi', onFile('Muhamad', 'Abdulahi')],
  ['an apostrophe', 'Patient name: Ng’ang’a Obrien', onFile("Ng'ang'a", "O'Brien")],
  ['a hyphen', 'Patient name: Anne-Marie Wekesa', onFile('Anne', 'Wekesa', { others: 'Marie' })],
  ['two words written as one', 'Patient name: Abdirahman Hassan', onFile('Abdi Rahman', 'Hassan', { gender: 'male' })],
  ['one word written as two', 'Patient name: Abdi Rahman Hassan', onFile('Abdirahman', 'Hassan', { gender: 'male' })],
  ['small parts of a name', 'Patient name: Kipchoge arap Keino', onFile('Kipchoge', 'Keino', { gender: 'male' })],
  ['another spelling with the same birth date', 'Patient name: Wanjiko Kamau\nDOB: 12/03/1980'],
  ['an initial with the same birth date', 'Patient name: W. Kamau  DOB 12.3.1980'],
  ['names written by ear with the same birth date', 'Name: Mohamud Ali\nDOB: 12-03-1980', onFile('Mohamed', 'Ali', { gender: 'male' })],
  ['the day first', 'Name: Wanjiku Kamau DOB: 12/03/1980'],
  ['the month first', 'Name: Wanjiku Kamau DOB: 03/12/1980'],
  ['a year of two digits', 'Name: Wanjiku Kamau, D.O.B: 12/3/80'],
  ['an ISO date', 'Name: Wanjiku Kamau\nDate of birth: 1980-03-12'],
  ['a month in words', 'Name: Wanjiku Kamau\nBorn: 12th March 1980'],
  ['an American date in words', 'Name: Wanjiku Kamau\nDOB: March 12, 1980'],
  ['a month of three letters', 'Name: Wanjiku Kamau\nDOB: 12-MAR-80'],
  ['a French month', 'Nom du patient : Wanjiku Kamau\nNée le 12 mars 1980'],
  ['a year alone', 'Patient name: Wanjiku Kamau\nDOB: 1980'],
  ['an age', 'Name: Wanjiku Kamau   Age: 45'],
  ['age and sex in one field', 'Name: Wanjiku Kamau  Age/Sex: 45Y/F'],
  ['sex and age in one field', 'Name: Wanjiku Kamau  Sex/Age: F/45'],
  ['a short form', 'Wanjiku Kamau, F 45 y'],
  ['a line below the head of a letter', 'LAKESIDE HOSPITAL\nDr P. Mutua\n\nWanjiku Kamau, female, 45 years\n\nKnown asthma.'],
  ['a sentence of a letter', 'Thank you for seeing Mrs Wanjiku Kamau, a 45-year-old teacher.'],
  ['an age that was rounded', 'Name: Wanjiku Kamau  Age: 43'],
  ['a number with another name', 'MRN: P-000123\nName: W. K.'],
  ['a number with fewer zeros', 'Patient No: P-123'],
  ['the number of a record that was merged', 'Patient ID: P-000007'],
  ['another hospital’s number beside the name', 'Hospital No: 99/2024\nPatient Name: Wanjiku Kamau'],
  ['a national id', 'National ID No: 22334455'],
  ['a telephone that was changed', 'Patient name: Wanjiku Kamau\nTel: 0733 999 888'],
  ['the name of the mother', 'Patient name: Wanjiku Kamau\nMother: Njeri Mwangi  Age: 70  Tel: 0711 222 333'],
  ['mother’s name and birth date', "Patient name: Wanjiku Kamau\nMother's name: Njeri Mwangi\nMother's DOB: 01/01/1950"],
  ['a next of kin below a heading', 'Patient name: Wanjiku Kamau\nNext of kin\nName: Peter Otieno\nSex: M\nAge: 50\n\nDiagnosis: malaria'],
  ['a husband on the same line', 'Name: Wanjiku Kamau  Husband: Peter Otieno, male, 52 years'],
  ['who came with her', 'Patient name: Wanjiku Kamau\nAccompanied by Mr Peter Otieno, aged 52'],
  ['the member of the insurance', 'Patient name: Wanjiku Kamau\nPrincipal member: Peter Otieno  Member No: 778899'],
  ['the doctor of the letterhead', 'Dr. John Otieno, Consultant Physician\nTel: 0711 000 111\n\nPatient name: Wanjiku Kamau'],
  ['the doctor’s name and signature', 'Patient name: Wanjiku Kamau\n\nName: Peter Otieno\nDesignation: Clinical officer\nSign: ____'],
  ['the referring doctor', 'Referring doctor: Peter Otieno\nPatient name: Wanjiku Kamau'],
  ['a family history', 'Patient name: Wanjiku Kamau\nFamily history: son, a 5-year-old boy, has asthma.'],
  ['names of drugs and tests', 'Patient name: Wanjiku Kamau\nDrug name: Amoxicillin Clavulanate\nTest name: Full Haemogram'],
  ['a form that offers both sexes', 'Patient name: Wanjiku Kamau  Sex: M / F'],
  ['a married name with the same number', 'Patient name: Wanjiku Otieno\nPatient No: P-000123'],
]

const mismatches: readonly (readonly [
  what: string,
  text: string,
  patient: PatientOnFile | undefined,
  document: string | null | undefined,
  differs: string,
])[] = [
  ['another name', 'Patient Name: Peter Otieno', undefined, undefined, 'name'],
  ['another name below a plain label', 'Name: Faith Chebet', undefined, undefined, 'name'],
  ['the same last name alone', 'Patient name: Peter Kamau', undefined, undefined, 'name'],
  ['the same first name alone', 'Patient name: Wanjiku Otieno', undefined, undefined, 'name'],
  ['another name in a letter', 'Re: Mr Peter Otieno, DOB 04/05/1971', undefined, undefined, 'name date of birth'],
  ['another patient in a sentence', 'Thank you for seeing Mr Peter Otieno, a 54-year-old farmer.', undefined, undefined, 'name'],
  ['another line below the letterhead', 'Peter Otieno, male, 60 years', undefined, undefined, 'name age sex'],
  ['another birth date', 'Name: Wanjiku Kamau\nDOB: 12/03/1981', undefined, undefined, 'date of birth'],
  ['another day', 'DOB: 15 March 1980', undefined, undefined, 'date of birth'],
  ['another century', 'DOB: 12/03/2080', undefined, undefined, 'date of birth'],
  ['another sex', 'Name: Wanjiku Kamau  Sex: Male', undefined, undefined, 'sex'],
  ['another sex in Swahili', 'Jina la mgonjwa: Wanjiku Kamau  Jinsia: Mume', undefined, undefined, 'sex'],
  ['an age far off', 'Name: Wanjiku Kamau  Age: 19', undefined, undefined, 'age'],
  ['an older age than hers, of any day', 'Age: 78', undefined, null, 'age'],
  ['a child’s age', 'Age: 8 months', child(60), undefined, 'age'],
  ['a man in a sentence', 'This is a 45-year-old man with cough.', undefined, undefined, 'sex'],
  ['another number of ours', 'Name: Wanjiku Kamau\nPatient No: P-000124', undefined, undefined, 'patient number'],
  ['another national id', 'National ID: 11223344', undefined, undefined, 'identifier'],
  [
    'a twin',
    'Patient name: Faith Achieng Otieno DOB: 01/02/2015',
    onFile('Hope', 'Otieno', { others: 'Achieng', date_of_birth: '2015-02-01' }),
    undefined,
    'name',
  ],
  [
    'twins of like names',
    'Patient name: Hussein Ali  DOB: 01/02/2015',
    onFile('Hassan', 'Ali', { gender: 'male', date_of_birth: '2015-02-01' }),
    undefined,
    'name',
  ],
  ['another patient on the second page', 'Patient name: Wanjiku Kamau\fPatient name: Peter Otieno', undefined, undefined, 'name'],
  ['another name beside the right one', 'Patient name: Wanjiku Kamau\nPatient name: Peter Otieno', undefined, undefined, 'name'],
  [
    'a birth date far from an estimated one',
    'DOB: 12/03/1950',
    onFile('Wanjiku', 'Kamau', { is_birth_date_estimated: true }),
    undefined,
    'date of birth',
  ],
]

const unknowns: readonly Case[] = [
  ['an empty page', ''],
  ['findings alone', 'Known asthma. No fever. Haemoglobin 9.1 g/dL.'],
  ['a letterhead alone', 'LAKESIDE HOSPITAL\nP.O. Box 12, Kisumu\nTel: 057 202 1234\nDr. Peter Otieno'],
  ['the sex alone', 'Sex: F'],
  ['age and sex alone', 'F 45 y with cough and fever'],
  ['the birth date alone', 'DOB: 12/03/1980'],
  ['a last name alone', 'Patient name: Kamau'],
  ['an initial and a last name', 'Patient name: W. Kamau'],
  [
    'a first name that is the beginning of another',
    'Patient name: Joseph Odhiambo Otieno',
    onFile('Josephine', 'Otieno', { others: 'Odhiambo' }),
  ],
  ['a first name of a letter less', 'Patient name: Maria Achieng Otieno', onFile('Mariam', 'Otieno', { others: 'Achieng' })],
  ['the initial of a first name', 'Patient name: H. Ali Mohamed', onFile('Hassan', 'Mohamed', { others: 'Ali', gender: 'male' })],
  ['another spelling without a birth date', 'Patient name: Wanjiru Kamau'],
  ['another hospital’s number', 'Hospital No: IP/2024/998'],
  ['a number of another kind', 'MRN: 4455667'],
  ['another telephone', 'Tel: 0733 999 888'],
  ['a relative alone', 'Mother: Njeri Mwangi\nTel: 0711 222 333'],
  ['a doctor’s name alone', 'Seen by: Peter Otieno'],
  ['a word behind “Patient”', 'Patient: Stable\nPatient: known diabetic'],
  ['an unknown patient', 'Patient name: Unknown male'],
  ['a patient without a name on file', 'Patient name: Peter Otieno', onFile('', '', { gender: 'unknown', date_of_birth: null })],
  ['a sex that is not on file', 'Sex: M', onFile('Wanjiku', 'Kamau', { gender: 'unknown' })],
  ['an age of an old letter', 'Age: 20', undefined, null],
  ['an age near an estimated one', 'Age: 40', onFile('Wanjiku', 'Kamau', { is_birth_date_estimated: true })],
  ['a birth date near an estimated one', 'DOB: 05/06/1983', onFile('Wanjiku', 'Kamau', { is_birth_date_estimated: true })],
  ['a newborn’s letter about the mother', 'A 24-year-old woman was delivered of a live male infant.', child(1)],
  ['a child called by the mother', 'Name: B/O Jane Achieng', child(1)],
  ['a married name with the same birth date', 'Patient name: Wanjiku Otieno\nDOB: 12/03/1980'],
  ['a subject that is no name', 'RE: Referral For Physiotherapy'],
  ['no identifier on file', 'National ID: 11223344', onFile('Wanjiku', 'Kamau')],
]

describe('a document is of this patient by', () => {
  test.each(matches.map((one) => ({ what: one[0], one })))('$what', ({ one: [, ...reported] }) =>
    expect(compare(...reported)).toBe('match'),
  )
})
describe('a document is of another patient by', () => {
  test.each(mismatches.map(([what, text, patient, document, differs]) => ({ what, text, patient, document, differs })))(
    '$what',
    ({ text, patient, document, differs }) => expect(compare(text, patient, document)).toBe(`mismatch ${differs}`),
  )
})
describe('a document does not tell whose it is by', () => {
  test.each(unknowns.map((one) => ({ what: one[0], one })))('$what', ({ one: [, ...reported] }) =>
    expect(compare(...reported)).toBe('unknown'),
  )
})

test('says what the document has, what is on file and on which page', () => {
  const statements = findIdentity('Patient name: Peter Otieno').map((one) => ({ ...one, page: 3 }))
  expect(compareIdentity(statements, wanjiku, { document: null, added: '2026-03-01' }).fields).toEqual([
    { field: 'name', outcome: 'differs', document: 'Peter Otieno', record: 'Wanjiku Grace Kamau', page: 3 },
  ])
})

test('reads a long page of nothing but labels in little time, and says no more than sixty things', () => {
  const text = Array.from(
    { length: 5_000 },
    (_, at) => `Name: Jane Doe${'x'.repeat(at % 7)} DOB: 1/${(at % 12) + 1}/19${10 + (at % 90)} Sex: F`,
  ).join('\n')
  expect(findIdentity(text)).toHaveLength(60)
})
