import type { ImportColumn } from '#platform/imports/kind.ts'
import { readWordLists } from '#platform/knowledge/read-table.ts'
import { printLanguages, translator } from '#platform/pdf/translate.ts'
import { type Cells, imported } from './cells.ts'

/** The columns with words of their own. */
const described = [
  {
    name: 'old_number',
    isForgiving: true,
    examples: ['OP-1042', 'OP-1043'],
  },
  {
    name: 'full_name',
    isAlternative: true,
    examples: ['', ''],
  },
  {
    name: 'first_name',
    examples: ['Achieng', 'Baraka'],
  },
  {
    name: 'second_name',
    examples: ['Odhiambo', 'Mwangi'],
  },
  {
    name: 'other_names',
    isForgiving: true,
    examples: ['Grace', ''],
  },
  { name: 'gender', required: true, examples: ['female', 'male'] },
  {
    name: 'date_of_birth',
    isDay: true,
    isForgiving: true,
    examples: ['1990-04-23', '1978-07-01'],
  },
  {
    name: 'birth_date_estimated',
    isForgiving: true,
    examples: ['no', 'yes'],
  },
  {
    name: 'age',
    isForgiving: true,
    isAlternative: true,
    examples: ['', ''],
  },
  {
    name: 'phone',
    isForgiving: true,
    examples: ['+254711000001', ''],
  },
  {
    name: 'email',
    isForgiving: true,
    examples: ['achieng@example.org', ''],
  },
  {
    name: 'residence',
    isForgiving: true,
    examples: ['Kisumu', 'Nakuru'],
  },
  {
    name: 'occupation',
    isForgiving: true,
    examples: ['Teacher', 'Farmer'],
  },
  {
    name: 'language',
    isForgiving: true,
    examples: ['English', 'Swahili'],
  },
  {
    name: 'national_id',
    isForgiving: true,
    examples: ['12345678', ''],
  },
  {
    name: 'insurance',
    isForgiving: true,
    examples: ['', ''],
  },
  {
    name: 'member_number',
    isForgiving: true,
    examples: ['', ''],
  },
  {
    name: 'kin_name',
    isForgiving: true,
    examples: ['Peter Odhiambo', ''],
  },
  {
    name: 'kin_relationship',
    isForgiving: true,
    examples: ['brother', ''],
  },
  {
    name: 'kin_phone',
    isForgiving: true,
    examples: ['+254711000002', ''],
  },
  {
    name: 'allergies',
    isAlternative: true,
    examples: ['', ''],
  },
] as const satisfies readonly (Omit<ImportColumn, 'synonyms'> & { name: keyof Cells })[]

const headings = readWordLists(
  new URL('../../knowledge/column-headings.tsv', import.meta.url),
  described.map(({ name }) => name),
)
const known = described.map((column): ImportColumn & { name: keyof Cells } => ({ ...column, synonyms: headings[column.name] }))

const isKnown = new Set<string>(known.map(({ name }) => name))
/** A declared field without words of its own is found by its name, and by its label in every language. */
const plain = Object.entries(imported).flatMap(([name, { label }]): (ImportColumn & { name: keyof Cells })[] =>
  isKnown.has(name)
    ? []
    : [
        {
          name: name as keyof Cells,
          isForgiving: true,
          synonyms: [...new Set(printLanguages.map((language) => translator(language)(label).toLowerCase()))],
          examples: ['', ''],
        },
      ],
)

/** The columns of patients as a file. All but names and gender may be unreadable: the patient is taken without them. */
export const patientImportColumns = [...known, ...plain]
