import { firstWhere } from '../first-where.ts'
import type { Found, Span } from '../mention.ts'
import type { Prepared } from '../prepared.ts'
import { ambiguousNames } from './dictionary/abbreviations.ts'
import { isPrescribed } from './directions.ts'
import { findHeadedSpan } from './headed-span.ts'

const ambiguous = new Set(ambiguousNames.trim().split(/\s+/))

const HEADING =
  /(?:^|\n|[.;][^\S\n])[^\S\n]{0,8}(?:(?:current|regular|home|present|discharge|previous|other)[^\S\n])?(?:medications?|medicines?|meds|drugs?|drug[^\S\n]history|dh|treatment|treatment[^\S\n]given|rx|tx|prescriptions?)(?:[^\S\n]on[^\S\n](?:discharge|admission))?[^\S\n]{0,3}(?:[:–=-]|(?=\n))/gi

const findMedicationLists = (text: string): Span[] =>
  Array.from(text.matchAll(HEADING), (match) => findHeadedSpan(text, match.index + match[0].length))

/** A piece of its own in a list: "1. EPI", ", DEXA,"; not "TCA 2 weeks". */
const isItem = (text: string, { start, end }: Span) =>
  /(?:^|[\n,:–=•*-]|\d[.)])\s{0,8}$/.test(text.slice(Math.max(0, start - 12), start)) &&
  /^\s{0,8}(?:[\n,;.]|$)/.test(text.slice(end, end + 9))

/** Part of a product or regimen: "RIF/INH", "ABC + 3TC". */
const isJoined = (text: string, { start, end }: Span, others: readonly Found[], at: number) => {
  const [before, after] = [others[at - 1], others[at + 1]]
  const joins = (from: number, to: number) => /^\s?[/+]\s?$/.test(text.slice(from, to))
  return (before !== undefined && joins(before.end, start)) || (after !== undefined && joins(end, after.start))
}

/**
 * The drugs without the short names that mean other things too (RA, TCA, Na): those stay only with a dose, a route or a form, below a heading of
 * medications, in one product with another, or where the text explains them. `drugs` are all that were found, in their order.
 */
export const withoutAmbiguousNames = ({ text, tokens }: Prepared, drugs: readonly Found[]): Found[] => {
  let lists: Span[] | undefined
  return drugs.filter((drug, at) => {
    const written = text.slice(drug.start, drug.end)
    const isAmbiguous = drug.way === 'ion' || (drug.way !== 'defined' && ambiguous.has(written.toUpperCase()))
    if (!isAmbiguous || isJoined(text, drug, drugs, at)) return true
    const { dose, route, frequency } = drug.details ?? {}
    if (dose ?? route ?? frequency) return true
    const first = firstWhere(tokens, (token) => token.end > drug.start)
    const to = firstWhere(tokens, (token) => token.start >= drug.end)
    if (isPrescribed(tokens, first, to)) return true
    lists ??= findMedicationLists(text)
    const list = lists[firstWhere(lists, ({ start }) => start > drug.start) - 1]
    return list !== undefined && drug.end <= list.end && isItem(text, drug)
  })
}
