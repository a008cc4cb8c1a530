import type { RawBuilder } from 'kysely'
import type { Permission, Role } from '#shared/permissions.ts'
import type { QueryType } from '#shared/query-types.ts'

/** A piece of SQL without anything that a person wrote. */
export type Sql = RawBuilder<unknown>

/** Who asks, with rights as they are at this moment. */
export interface Asker {
  id: number
  role: Role
  permissions: ReadonlySet<string>
}

/** What a figure is: it decides how it is written. Minutes and days are lengths of time. */
export type FigureKind = 'count' | 'quantity' | 'money' | 'minutes' | 'days' | 'percent' | 'number'
export type CellKind = FigureKind | 'text' | 'date' | 'instant'

/**
 * How people say it, each phrase a few words in any order and any form (`visit` finds visits and visited). `a|b` is one of several words;
 * every word of a phrase has to be in the question. `=expired` is that very form, and no other of the word.
 */
export type Phrases = readonly string[]

/** Something that can be counted or measured over the rows of a subject. */
export interface Measure {
  /** Above its column: 'Patients seen'. */
  title: string
  words: Phrases
  kind: FigureKind
  /** What it is over many rows: count(*), sum(…). Either this or `value`. */
  total?: Sql
  /** What it is of one row, as a number; asked as average, sum, least, most or median. */
  value?: Sql
  /** A value that is listed row by row unless somebody asks for its average: the price of a thing is no average of prices. */
  each?: true
  /** How `value` is taken together when nobody says how. */
  usually?: 'average' | 'sum'
  /** Rows that count for it. */
  where?: Sql
  /** The measure that it is a part of, where that is not the first of the subject. */
  of?: string
  joins?: readonly string[]
  /** When it happened, where that is not when the subject did. */
  at?: Moment
  /** False where figures of groups cannot be added up (people counted once each). */
  adds?: false
}

/** When something happened: an instant, or a day of the clinic. */
export interface Moment {
  sql: Sql
  kind: 'instant' | 'day'
  /** It may be still to come: nothing else is asked of days ahead. */
  ahead?: true
  /** Which of several moments of a row it is, as an answer says it: 'the day of the appointment'. */
  phrase?: string
}

interface DimensionCommon {
  title: string
  /** How people call it: 'by doctor', 'which clinician'. */
  words: Phrases
  joins?: readonly string[]
  /** Rights beside those of the subject. */
  access?: readonly Permission[]
}

/** One of a few words of the database. `values` says how people call each; a value without phrases is only ever a row of an answer. */
export interface ChoiceDimension extends DimensionCommon {
  is: 'choice'
  /** The value as text. */
  sql: Sql
  values: Readonly<Record<string, Phrases>>
  /** Rows of a value, said so that an index finds them; the same rows as `sql` gives that value. */
  rows?: Readonly<Record<string, Sql>>
  /** How a value is written in an answer, where the database's own word would not do. */
  labels?: Readonly<Record<string, string>>
}
/** One of many rows that have names: items, doctors, tests. */
export interface NamedDimension extends DimensionCommon {
  is: 'named'
  /** The id of the row. */
  key: Sql
  /** Its name. */
  sql: Sql
  vocabulary: string
  /** Its name alone says what is asked: 'last haemoglobin'; weakly: only where it could mean nothing else. */
  implies?: true | 'weakly'
}
/** A number or a length of time that rows are compared with: age, a result. */
export interface NumberDimension extends DimensionCommon {
  is: 'number'
  sql: Sql
  unit?: string
  /** Into which groups it falls, in order; the upper limit is not included. */
  bands?: readonly { below: number | null; label: string }[]
}
export type Dimension = ChoiceDimension | NamedDimension | NumberDimension

/** A column of a list. `words` make it a question of its own: 'what is the date of birth of …'. */
export interface ListColumn {
  key: string
  title: string
  kind: CellKind
  sql: Sql
  joins?: readonly string[]
  words?: Phrases
  access?: readonly Permission[]
  /** What the clinic writes for itself: patients are not shown it. */
  staff?: true
}

/**
 * A kind of rows that questions can be about, declared by the feature that owns them. Everything in it is SQL of the program; what a
 * person asked reaches the database as parameters alone.
 */
export interface Subject {
  name: string
  title: string
  /** One and many of it: ['visit', 'visits']. */
  noun: readonly [string, string]
  /** How people say that they mean these rows: used when no measure says so. */
  words: Phrases
  type: QueryType
  /** Rights, all of which a person needs. */
  access: readonly Permission[]
  /** Which of its rows a person may see; left out where everybody with the rights sees all. */
  rows?: (asker: Asker) => Sql | undefined
  /** What an answer about these rows says besides, to this person. */
  note?: (asker: Asker) => string | undefined
  /** What is known of a patient without such rows, as a sentence: that somebody has asked and there are none, or that nobody has. */
  absent?: (patient: Sql) => Sql
  /** A patient may ask about their own rows, without any right. */
  own?: true
  from: Sql
  /** Further tables, joined only where they are needed, in this order. */
  joins?: Readonly<Record<string, Sql>>
  /** Rows that count at all. */
  where?: Sql
  /** When a row happened; left out for what is as it is now, which no period can be asked of. */
  at?: Moment
  /**
   * Which rows are still to come, counted alone when days from today on are asked about; not where the dimension `unless` is asked for.
   * `note` is shown beside the answer.
   */
  open?: { sql: Sql; unless: string; note: string }
  /** The id of the patient whose row it is. */
  patient?: Sql
  /** The id of the visit in which it happened. */
  visit?: Sql
  measures: Readonly<Record<string, Measure>>
  dimensions: Readonly<Record<string, Dimension>>
  /** Its rows one by one. `order` is the newest (or most urgent) first. */
  list?: {
    columns: readonly ListColumn[]
    order: Sql
    /** The address of a row on the screen: text that begins with a slash. */
    link?: Sql
    joins?: readonly string[]
  }
  /** The screen or report behind it. */
  screen: { label: string; to: string }
  /** Questions that it answers, as somebody would ask them, for the greeting. */
  examples: readonly string[]
  /** The same as a patient would ask about themselves. */
  ownExamples?: readonly string[]
}

/** Names that people use in questions for rows of a table. */
export interface Vocabulary {
  name: string
  /** One of it: 'doctor'. */
  noun: string
  /** Selects `id` (integer), `name` (text) and `also` (text[], further names). */
  rows: Sql
  /** Rights, any one of which lets a person name them; left out: everybody. */
  access?: readonly Permission[]
  /** Patients may name them too. */
  own?: true
}

/** What a feature brings to the assistant. */
export interface Topics {
  subjects: readonly Subject[]
  vocabularies?: readonly Vocabulary[]
}
