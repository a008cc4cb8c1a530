import { plainText, tokensOf } from '../language/tokens.ts'
import { functionWords } from '../language/words.ts'
import type { Lexicon } from '../read/lexicon.ts'

/**
 * The words that a model may read, for `maskQuestion`: those of the catalogue and of every sentence. Never those of the vocabularies: they are
 * names of people and things.
 */
export const wordsForModel = ({ stems }: Lexicon) => {
  return (word: string): boolean => {
    const tokens = tokensOf(plainText(word))
    return tokens.length > 0 && tokens.every(({ text, stem, kind }) => kind === 'word' && (functionWords.has(text) || stems.has(stem)))
  }
}
