import type { ChatReply, ReplyColumn, Visualization } from '../contract.ts'
import type { Compiling } from '../server/compile.ts'
import { valuesOf } from './filter-text.ts'

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
const limitsOf = ({ query: { filters, period }, subject }: Compiling): string => {
  const stated = filters.flatMap((filter) => {
    if (filter.is === 'number') return []
    const words = valuesOf(filter, subject).join(' or ')
    return [filter.not ? `not ${words}` : words]
  })
  const all = [...stated.slice(0, MOST_NAMED), ...(period ? [period.label] : [])]
  return all.length > 0 ? ` (${all.join('; ')})` : ''
}

/** What limits the answer, at the end of its sentence: ' of … in …'. */
export const scopeOf = (compiling: Compiling, of = 'of'): string =>
  [compiling.query.patient && ` ${of} ${compiling.query.patient.label}`, limitsOf(compiling)].filter(Boolean).join('')
