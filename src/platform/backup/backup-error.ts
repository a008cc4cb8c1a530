import { inEnglish, sentence, type Sentence } from '#shared/sentence.ts'
import { ConfigurationError } from '../config.ts'

/** Why there is no backup, or why one cannot be used: one sentence for the person who looks after the clinic, in English with {places}. */
export class BackupError extends ConfigurationError {
  override name = 'BackupError'
  readonly sentence: Sentence
  constructor(text: string, values: Sentence['values'] = {}) {
    const message = sentence(text, values)
    super(inEnglish(message))
    this.sentence = message
  }
}
