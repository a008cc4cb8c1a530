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

/** Limits that a sentence names; the rest stands under what was counted. */
const MOST_NAMED = 3
const limitsOf = ({ filters, period }: Compiling['query']): string => {
  const said = filters.flatMap((filter) => {
    if (filter.is === 'number') return []
    const words = filter.is === 'named' ? filter.label : filter.values.join(' or ')
    return [filter.not ? `not ${words}` : words]
  })
  const all = [...said.slice(0, MOST_NAMED), ...(period ? [period.label] : [])]
  return all.length > 0 ? ` (${all.join('; ')})` : ''
}

/** What limits the answer, at the end of its sentence: ' of … in …'. */
export const scopeOf = ({ query }: Compiling, of = 'of'): string =>
  [query.patient && ` ${of} ${query.patient.label}`, limitsOf(query)].filter(Boolean).join('')
