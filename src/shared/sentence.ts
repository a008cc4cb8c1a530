import { formatMessage } from './message.ts'

/** A sentence that can be said in any language: English with places for values. */
export interface Sentence {
  text: string
  values: Readonly<Record<string, string | number>>
}

/** A sentence of this English text, whose {places} are filled from `values`. */
export const sentence = (text: string, values: Sentence['values'] = {}): Sentence => ({ text, values })

/** The sentence in English. */
export const inEnglish = ({ text, values }: Sentence) => formatMessage(text, values)
