/** How hard a text is to read. */
interface Reading {
  sentences: number
  words: number
  syllables: number
  /** The grade of a United States school in which a pupil reads it; five years more are the reading age. */
  grade: number
}

/** Syllables of an English word by its groups of vowels: silent e and ed at the end do not count. */
export const syllablesOf = (word: string): number => {
  const bare = word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, (end) => end.slice(0, 1))
  const groups = bare.replace(/^y/, '').match(/[aeiouy]{1,2}/g)
  return Math.max(1, groups?.length ?? 0)
}

const LEAST_WORDS = 4
/** A sentence ends with a full stop, question mark, exclamation mark or line. */
const sentencesOf = (text: string) => text.split(/[.!?]+(?=\s|$)|\n+/)
const wordsOf = (text: string) => text.match(/[\p{L}\d]+(?:[’'-][\p{L}\d]+)*/gu) ?? []

/**
 * Flesch–Kincaid grade level: 0.39 × words per sentence + 11.8 × syllables per word − 15.59. A label of up to three words is no sentence,
 * and would make what is around it look easy.
 */
export const readingOf = (texts: readonly string[]): Reading => {
  const sentences = texts
    .flatMap(sentencesOf)
    .map(wordsOf)
    .filter((words) => words.length >= LEAST_WORDS)
  const words = sentences.flat()
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
  return { sentences: sentences.length, words: words.length, syllables, grade }
}
