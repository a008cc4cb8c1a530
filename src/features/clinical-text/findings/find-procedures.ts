import type { Prepared } from '../prepared.ts'
import type { Found } from '../mention.ts'
import { nameAt } from './names.ts'
import { linesOf, type Piece } from './pieces.ts'
import { procedureNames, shortForms } from './procedures.ts'

// What ends so is a procedure even where the list does not have it.
const ENDINGS = /^\p{L}{3,25}(?:ectomy|ectomies|otomy|ostomy|plasty|oscopy|centesis|rrhaphy|pexy|tripsy|desis)$/u
const EXCEPTIONS = new Set(['microscopy', 'spectroscopy', 'stereoscopy', 'dichotomy', 'trichotomy', 'autotomy', 'amniodesis', 'apodesis'])
/** After these, C/S is culture and sensitivity. */
const SPECIMENS = /^(for|swab|urine|blood|pus|sputum|stool|csf|culture|hvs|m|and)$/

const isSlash = (piece: Piece | undefined) => piece?.raw === '/' || piece?.raw === '\\'
/** Of something longer, as in M/C/S. */
const isPart = (pieces: readonly Piece[], at: number, next: number) => isSlash(pieces[at - 1]) || isSlash(pieces[next])

const procedureAt = (pieces: readonly Piece[], at: number): { found: Found; next: number } | null => {
  const piece = pieces[at]!
  if (piece.kind !== 'word') return null
  const named = nameAt(procedureNames, pieces, at)
  const short = nameAt(shortForms, pieces, at)
  const match = named ?? short
  if (match) {
    const end = pieces[match.next - 1]!.end
    const found: Found = { type: 'procedure', start: piece.start, end, value: match.of, way: named ? 'name' : 'short form' }
    if (named) return { found, next: match.next }
    const isWritten = pieces.slice(at, match.next).every(({ kind, raw }) => kind !== 'word' || raw === raw.toUpperCase())
    const isCulture = match.of === 'caesarean section' && SPECIMENS.test(pieces[at - 1]?.text ?? '')
    // CT 2 months: treatment goes on.
    const isCount =
      pieces[match.next]?.kind === 'number' && /^(days?|weeks?|wks?|months?|years?|mg|tabs?)$/.test(pieces[match.next + 1]?.text ?? '')
    return isWritten && !isCulture && !isCount && !isPart(pieces, at, match.next) ? { found, next: match.next } : null
  }
  if (!ENDINGS.test(piece.text) || EXCEPTIONS.has(piece.text)) return null
  return { found: { type: 'procedure', start: piece.start, end: piece.end, value: piece.text, way: 'ending' }, next: at + 1 }
}

/** Operations, examinations with instruments, imaging and what is done to a patient; `value` is the usual name. */
export const findProcedures = ({ text }: Prepared): Found[] => {
  const found: Found[] = []
  for (const { pieces } of linesOf(text))
    for (let at = 0; at < pieces.length; at++) {
      const procedure = procedureAt(pieces, at)
      if (!procedure) continue
      found.push(procedure.found)
      at = procedure.next - 1
    }
  return found
}
