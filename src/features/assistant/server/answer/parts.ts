import type { ChatReply, ReplyColumn, Visualization } from '#features/assistant/contract.ts'
import type { Compiling } from '../compile.ts'

export type Row = ChatReply['structured_data'][number]

/** What an answer shows. */
export interface Shown {
  response: string
  rows: Row[]
  columns: ReplyColumn[]
  visualization: Visualization | null
  links: (string | null)[]
  is_cut: boolean
}

export interface Answering extends Compiling {
  currency: string
}

/** What limits the answer, at the end of its sentence: ' of … in …'. */
export const scopeOf = ({ query }: Compiling, of = 'of'): string =>
  [query.patient && ` ${of} ${query.patient.label}`, query.period && ` (${query.period.label})`].filter(Boolean).join('')
