import { z } from 'zod'
import { Ref } from './paging.ts'
import { email as EMAIL, line, phone as PHONE, prose as PROSE } from './text.ts'

/** `required`: must be sent. `preset`: may be left out, because the database has a value for it. `optional`: may be left out, sent as null, and empty. */
export type Presence = 'required' | 'preset' | 'optional'

/** Where a field is found in FHIR R4, from which its API is derived: the path in the resource, and the code where the path alone does not say it. */
export interface FhirPlace {
  path: string
  code?: { system: string; code: string }
}

/** What is declared of a field besides its type. */
export interface FieldFacts {
  /** In English: the label of its box, column and fact, and the key of their translations. */
  label: string
  presence?: Presence
  /** A sentence below its box. */
  hint?: string
  /** Lists take a filter of this name: equal, whatever the case of letters. */
  filter?: true
  /** What its filter says while it is empty: `Any sex`. */
  anyLabel?: string
  fhir?: FhirPlace
}

export type FieldType = 'text' | 'prose' | 'phone' | 'email' | 'choice' | 'yes' | 'number' | 'decimal' | 'day' | 'link'

/** A field of a record: what may be sent of it, what is answered, and everything else that is derived from it. */
export interface Field<Sent extends z.ZodType = z.ZodType, Kept extends z.ZodType = z.ZodType, P extends Presence = Presence> extends Omit<
  FieldFacts,
  'presence'
> {
  type: FieldType
  presence: P
  /** A value as it is sent, where there is one. */
  sent: Sent
  /** The same as it is kept and answered. */
  kept: Kept
  /** The longest text. */
  max?: number
  choices?: readonly string[]
  /** Of a link: the table whose ids it holds. The name of what it links to is answered beside it, as `<field>_name`. */
  table?: string
}

type PresenceIn<F> = F extends { presence: infer P extends Presence } ? P : 'optional'
type Declared<S extends z.ZodType, K extends z.ZodType, F extends FieldFacts, M = unknown> = Field<S, K, PresenceIn<F>> &
  Omit<F, 'presence'> &
  M

const declared = <S extends z.ZodType, K extends z.ZodType, const F extends FieldFacts, const M extends Partial<Field>>(
  sent: S,
  kept: K,
  facts: F,
  more: M,
) => ({ presence: 'optional', ...facts, ...more, sent, kept }) as unknown as Declared<S, K, F, M>

/** One line of text of at most `max` characters. */
export const text = <const F extends FieldFacts>(max: number, facts: F) => declared(line(max), z.string(), facts, { type: 'text', max })
/** Any number of lines, at most `max` characters. */
export const prose = <const F extends FieldFacts>(max: number, facts: F) => declared(PROSE(max), z.string(), facts, { type: 'prose', max })
/** A telephone number, kept as digits. */
export const phone = <const F extends FieldFacts>(facts: F) => declared(PHONE, z.string(), facts, { type: 'phone' })
/** An e-mail address, in lower case. */
export const email = <const F extends FieldFacts>(facts: F) => declared(EMAIL, z.string(), facts, { type: 'email' })
/** One of a few words. */
export const choice = <const C extends readonly [string, ...string[]], const F extends FieldFacts>(choices: C, facts: F) => {
  const one = z.enum(choices, { error: `Choose one of: ${choices.join(', ')}.` })
  return declared(one, one, facts, { type: 'choice', choices })
}
/** Yes or no. */
export const yesNo = <const F extends FieldFacts>(facts: F) => declared(z.boolean(), z.boolean(), facts, { type: 'yes' })
/** A whole number from `min` to `max`. */
export const whole = <const F extends FieldFacts>(min: number, max: number, facts: F) =>
  declared(z.int().min(min).max(max), z.int(), facts, { type: 'number' })
/** A decimal number, written as text by the rules of `schema`. */
export const decimal = <S extends z.ZodType<string, string>, const F extends FieldFacts>(schema: S, facts: F) =>
  declared(schema, z.string(), facts, { type: 'decimal' })
/** A day, by the rules of `schema`. */
export const day = <S extends z.ZodType<string, string>, const F extends FieldFacts>(schema: S, facts: F) =>
  declared(schema, z.string(), facts, { type: 'day' })
/** The id of a row of another table, which has a `name`; the column is called `<field>_id`. */
export const link = <const F extends FieldFacts>(table: string, facts: F) => declared(Ref, z.int(), facts, { type: 'link', table })

/** The fields of a record by their names, which are those of the columns. */
export type Fields = Readonly<Record<string, Field>>

export type SentShape<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer S, z.ZodType, infer P>
    ? P extends 'required'
      ? S
      : P extends 'preset'
        ? z.ZodOptional<S>
        : z.ZodOptional<z.ZodNullable<S>>
    : never
}
type Names<F extends Fields> = { [K in keyof F & string as F[K]['type'] extends 'link' ? `${K}_name` : never]: z.ZodNullable<z.ZodString> }
export type KeptShape<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<z.ZodType, infer S, infer P> ? (P extends 'optional' ? z.ZodNullable<S> : S) : never
} & Names<F>

const sentAs = ({ sent, presence }: Field) => (presence === 'required' ? sent : presence === 'preset' ? sent.optional() : sent.nullish())

/** The members of a body that sends the fields. */
export const sentShape = <F extends Fields>(all: F): SentShape<F> =>
  Object.fromEntries(Object.entries(all).map(([name, field]) => [name, sentAs(field)])) as SentShape<F>

/** The members of a reply that answers the fields, in their order. */
export const keptShape = <F extends Fields>(all: F): KeptShape<F> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, { kept, presence, type }]) => [
      [name, presence === 'optional' ? kept.nullable() : kept],
      ...(type === 'link' ? [[`${name}_name`, z.string().nullable()]] : []),
    ]),
  ) as KeptShape<F>

/** The fields of which this is declared: `having(fields, 'own', 'write')`. */
export type Having<F, P extends string, V> = { [K in keyof F as F[K] extends Readonly<Record<P, V>> ? K : never]: F[K] }
export const having = <F extends Fields, const P extends string, const V>(all: F, fact: P, value: V): Having<F, P, V> =>
  Object.fromEntries(Object.entries(all).filter(([, field]) => (field as unknown as Record<string, unknown>)[fact] === value)) as Having<
    F,
    P,
    V
  >

/** The members of a body that changes fields, each by itself: a value, or null for none. */
export const changeShape = <F extends Fields>(all: F) =>
  Object.fromEntries(Object.entries(all).map(([name, { sent }]) => [name, sent.nullable()])) as {
    [K in keyof F]: z.ZodNullable<F[K]['sent']>
  }

/** The members of a query that filters a list by fields, described in words. */
export const filterShape = <F extends Fields>(all: F) =>
  Object.fromEntries(
    Object.entries(all).map(([name, { sent, label }]) => [
      name,
      sent.optional().describe(`By ${label.toLowerCase()}: equal, whatever the case of letters.`),
    ]),
  ) as {
    [K in keyof F]: z.ZodOptional<F[K]['sent']>
  }

/** The cells of a file that hold fields, each as it is sent. */
export const cellShape = <F extends Fields>(all: F) =>
  Object.fromEntries(Object.entries(all).map(([name, { sent }]) => [name, sent])) as { [K in keyof F]: F[K]['sent'] }

export const fieldNames = <F extends Fields>(all: F): readonly (keyof F & string)[] => Object.keys(all)
