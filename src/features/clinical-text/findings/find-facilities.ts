import { listOrNone, text } from '#platform/knowledge/columns.ts'
import { readTable, readWordLists } from '#platform/knowledge/read-table.ts'
import type { Prepared } from '../prepared.ts'
import type { Found } from '../mention.ts'
import { linesOf, type Piece } from './pieces.ts'

const facilityWords = readWordLists(new URL('../knowledge/facility-words.tsv', import.meta.url), ['town', 'stop', 'kindly', 'numbered'])
const TOWNS = new Set(facilityWords.town)
const STOPS = new Set(facilityWords.stop)
const KINDLY = new Set(facilityWords.kindly)
const NUMBERED = new Set(facilityWords.numbered)
const kinds = readTable(new URL('../knowledge/facility-kinds.tsv', import.meta.url), { word: text, after: listOrNone(text) }, ['word'])
const KINDS = new Map(kinds.rows.map(({ word, after }) => [word, after]))
const LONGEST = 8
const isCapital = ({ kind, raw }: Piece) => kind === 'word' && /^\p{Lu}/u.test(raw)

/** Where the name begins that ends with the piece at `last`: words with capitals, joined by of, and, & or hyphens. */
const beginOf = (pieces: readonly Piece[], last: number): number => {
  let begin = last
  for (let at = last - 1; at >= 0 && last - at <= LONGEST + 4; at--) {
    const piece = pieces[at]!
    const gap = pieces[at + 1]!.start - piece.end
    if (gap > 2) break
    if (KINDS.has(piece.text) && isCapital(piece)) break
    const isLady = piece.text === 'our' && pieces[at + 1]?.text === 'lady'
    if (isCapital(piece) && (isLady || !STOPS.has(piece.text))) {
      begin = at
      continue
    }
    const isLevel = piece.kind === 'number' && pieces[at - 1]?.text === 'level' && /^[1-6]$/.test(piece.raw)
    const isSaint = piece.raw === '.' && /^(st|mt|dr)$/.test(pieces[at - 1]?.text ?? '') && isCapital(pieces[at - 1]!)
    const isOwner = /^['’]$/.test(piece.raw) && gap === 0
    const isOwned = piece.raw === 's' && /^['’]$/.test(pieces[at - 1]?.raw ?? '')
    const isHyphen = piece.raw === '-' && gap === 0 && pieces[at - 1]?.end === piece.start
    const isJoin = (piece.text === 'of' || piece.text === 'and' || piece.raw === '&') && at > 0 && isCapital(pieces[at - 1]!)
    if (!(isLevel || isSaint || isOwner || isOwned || isHyphen || isJoin)) break
  }
  return begin
}

/** After the name: `, Nairobi` where it is a town that is known. */
const townAfter = (pieces: readonly Piece[], last: number): number => {
  const isTown = pieces[last + 1]?.raw === ',' && pieces[last + 2] && isCapital(pieces[last + 2]!) && TOWNS.has(pieces[last + 2]!.text)
  return isTown ? last + 2 : last
}

const facilityAt = (text: string, pieces: readonly Piece[], at: number): Found | null => {
  const piece = pieces[at]!
  const before = KINDS.get(piece.text)
  if (!before || !isCapital(piece)) return null
  if (before.length > 0 && !before.includes(pieces[at - 1]?.text ?? '')) return null
  if (NUMBERED.has(pieces[at + 1]?.text ?? '')) return null
  const begin = beginOf(pieces, at)
  // G6PD Clinic
  if (/[\p{L}\d]/u.test(text.slice(Math.max(0, pieces[begin]!.start - 1), pieces[begin]!.start))) return null
  const name = pieces.slice(begin, at).filter(({ kind }) => kind === 'word')
  if (name.every(({ text, raw }) => KINDLY.has(text) || raw.length < 2 || text === 'of' || text === 'and')) return null
  const end = pieces[townAfter(pieces, at)]!.end
  const start = pieces[begin]!.start
  const written = text.slice(start, end)
  const isAllCapitals = written === written.toUpperCase()
  return { type: 'facility', start, end, value: written.replaceAll(/\s+/g, ' '), way: isAllCapitals ? 'capitals' : 'name' }
}

/** Hospitals, health centres, dispensaries, clinics, laboratories that are named; `value` is the name as it is written. */
export const findFacilities = ({ text }: Prepared): Found[] => {
  const found: Found[] = []
  for (const { pieces } of linesOf(text))
    for (let at = 0; at < pieces.length; at++) {
      const facility = facilityAt(text, pieces, at)
      const last = found.at(-1)
      if (facility && (!last || facility.start >= last.end)) found.push(facility)
    }
  return found
}
