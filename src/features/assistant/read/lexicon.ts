import type { Dimension, Measure, Phrases, Subject } from '#platform/questions/subject.ts'
import { plainText, stemOf, tokensOf } from '../language/tokens.ts'

/** A phrase as stems: for each of its words the ones that will do. */
export type Phrase = readonly (readonly string[])[]

export interface CompiledMeasure {
  name: string
  measure: Measure
  phrases: readonly Phrase[]
}
export interface CompiledValue {
  value: string
  phrases: readonly Phrase[]
}
export interface CompiledDimension {
  name: string
  dimension: Dimension
  phrases: readonly Phrase[]
  values: readonly CompiledValue[]
}
export interface CompiledSubject {
  subject: Subject
  phrases: readonly Phrase[]
  measures: readonly CompiledMeasure[]
  dimensions: readonly CompiledDimension[]
  columns: readonly { key: string; phrases: readonly Phrase[] }[]
}
export interface Lexicon {
  subjects: readonly CompiledSubject[]
  /** Every word of the phrases as it is written, for slips of the finger. */
  words: ReadonlySet<string>
  /** Those of them that name what is counted: likelier than names of values. */
  nouns: ReadonlySet<string>
  stems: ReadonlySet<string>
}

/** In a phrase: a name of a dimension that says by itself what is asked. */
export const NAMED = '*'

const phraseOf = (text: string): Phrase =>
  text
    .trim()
    .split(/\s+/)
    // A compound is its parts, as it is in a question.
    .flatMap((word) => (word.includes('|') ? [word] : word.split('-')))
    .map((word) =>
      word.split('|').flatMap((one) => (one === NAMED || one.startsWith('=') ? [one] : tokensOf(plainText(one)).map(({ stem }) => stem))),
    )

/** Phrases by stems, the longest first. */
export const phrasesOf = (phrases: Phrases): Phrase[] => phrases.map(phraseOf).sort((a, b) => b.length - a.length)

const valuesOf = (dimension: Dimension): CompiledValue[] =>
  dimension.is === 'choice' ? Object.entries(dimension.values).map(([value, words]) => ({ value, phrases: phrasesOf(words) })) : []

const compiled = (subject: Subject): CompiledSubject => ({
  subject,
  phrases: phrasesOf(subject.words),
  measures: Object.entries(subject.measures).map(([name, measure]) => ({ name, measure, phrases: phrasesOf(measure.words) })),
  dimensions: Object.entries(subject.dimensions).map(([name, dimension]) => ({
    name,
    dimension,
    phrases: phrasesOf(dimension.words),
    values: valuesOf(dimension),
  })),
  columns: (subject.list?.columns ?? []).flatMap(({ key, words }) => (words ? [{ key, phrases: phrasesOf(words) }] : [])),
})

const plainWords = (phrases: Phrases): string[] =>
  phrases
    .flatMap((phrase) => phrase.split(/[\s|=]+/))
    .map(plainText)
    .filter((word) => /^[a-z]{2,}$/.test(word))

const nounsIn = (subject: Subject): string[] =>
  plainWords([...subject.words, ...subject.noun, ...Object.values(subject.measures).flatMap(({ words }) => words)])

const wordsIn = (subject: Subject): string[] => {
  const phrases = [
    ...Object.values(subject.dimensions).flatMap((dimension) => [
      ...dimension.words,
      ...(dimension.is === 'choice' ? Object.values(dimension.values).flat() : []),
    ]),
    ...(subject.list?.columns ?? []).flatMap(({ words }) => words ?? []),
  ]
  return [...nounsIn(subject), ...plainWords(phrases)]
}

/** Makes the words of subjects ready for reading. */
export const lexiconOf = (subjects: readonly Subject[]): Lexicon => {
  const words = new Set(subjects.flatMap(wordsIn))
  return { subjects: subjects.map(compiled), words, nouns: new Set(subjects.flatMap(nounsIn)), stems: new Set([...words].map(stemOf)) }
}
