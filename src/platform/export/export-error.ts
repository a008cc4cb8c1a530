import { inEnglish, sentence, type Sentence } from '#shared/sentence.ts'
import { ConfigurationError } from '../config.ts'

/** Why a clinic is not exported or imported, as one sentence for people, in English with {places}. Nothing was changed. */
export class ExportError extends ConfigurationError {
  override name = 'ExportError'
  readonly sentence: Sentence
  constructor(text: string, values: Sentence['values'] = {}) {
    const message = sentence(text, values)
    super(inEnglish(message))
    this.sentence = message
  }
}
