import type { sentencesOf } from './text/sentences.ts'
import type { tokensOf } from './text/tokens.ts'

/** What the finders read: made once for all of them. */
export interface Prepared {
  text: string
  tokens: ReturnType<typeof tokensOf>
  sentences: ReturnType<typeof sentencesOf>
}
