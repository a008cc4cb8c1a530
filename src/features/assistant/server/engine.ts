import { findPatientsNamed } from '#features/patients/public.ts'
import { ownValue } from '#shared/dictionary.ts'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { subjectOf, subjects } from '../catalogue.ts'
import { grains, type AskedPatient, type Query } from '../query.ts'
import { type Lexicon, lexiconOf } from '../read/lexicon.ts'
import type { Knowledge } from '../read/read-question.ts'
import type { Vocabularies } from './vocabularies.ts'

let made: Lexicon | undefined
/** Made for the first question: a start, and a process that answers none, does without. */
const lexicon = () => (made ??= lexiconOf(subjects))

export type Person = Pick<User, 'id' | 'role' | 'permissions' | 'first_name' | 'last_name' | 'patient_id'>

export interface Clinic {
  zone: string
  name: string
  currency: string
  today: string
}

/** The clinic's zone, money and day. */
export const findClinic = async (reader: Db, now: Date): Promise<Clinic> => {
  const { name, time_zone, currency } = await reader
    .selectFrom('company')
    .select(['name', 'time_zone', 'currency'])
    .executeTakeFirstOrThrow()
  return { zone: time_zone, name, currency, today: dayIn(time_zone, now) }
}

const ownRecord = ({ role, patient_id, first_name, last_name }: Person): AskedPatient | null =>
  role === 'patient' && patient_id !== null ? { id: patient_id, label: `${first_name} ${last_name}` } : null

interface Parts {
  reader: Db
  vocabularies: Vocabularies
  now: Date
}

/** Everything that the reader needs to know to read a question of this person; `before` is what the question follows. */
export const knowledgeFor = async (
  person: Person,
  before: Query | null,
  { today }: Clinic,
  { reader, vocabularies, now }: Parts,
): Promise<Knowledge> => {
  const loaded = await vocabularies.load(person, now)
  return {
    lexicon: lexicon(),
    vocabularies: loaded,
    asker: { ...person, name: `${person.first_name} ${person.last_name}` },
    today,
    own: ownRecord(person),
    before,
    findPatients: async (words) =>
      (await findPatientsNamed(reader, words))
        .map(({ id, name, unique_id }) => ({ id, label: `${name} (${unique_id})` }))
        .sort((a, b) => (a.label < b.label ? -1 : 1)),
  }
}

/** A query that was kept, as long as the catalogue still knows everything in it. */
export const stillKnown = (query: Query | null): Query | null => {
  if (!query || subjects.every(({ name }) => name !== query.subject)) return null
  const { measures, dimensions, list } = subjectOf(query.subject)
  const isKnown =
    (query.measure === null || ownValue(measures, query.measure)) &&
    (query.column === null || list?.columns.some(({ key }) => key === query.column)) &&
    query.groups.every((name) => ownValue(dimensions, name) || (grains as readonly string[]).includes(name)) &&
    query.filters.every(({ dimension, is }) => ownValue(dimensions, dimension)?.is === is)
  return isKnown ? query : null
}
