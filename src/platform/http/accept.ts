import { Problem } from '#platform/errors/problem.ts'

export const JSON_TYPE = 'application/json'

interface Range {
  type: string
  q: number
}

/** The ranges of an Accept header (RFC 9110); what cannot be read counts as not sent. */
const rangesOf = (header: string): Range[] =>
  header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type)) return []
    const q = parameters.find((text) => text.startsWith('q='))?.slice(2)
    return [{ type, q: q !== undefined && /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 1 }]
  })

/** How closely a range names a type: 2 by name, 1 by its family, 0 anything; -1 not at all. */
const closeness = (range: string, type: string) => {
  if (range === type) return 2
  if (range === `${type.split('/')[0]}/*`) return 1
  return range === '*/*' ? 0 : -1
}

/** How much a caller wants `type`, by the range that names it most closely, and how closely that is. */
const wish = (ranges: readonly Range[], type: string) => {
  let best = { q: 0, close: -1 }
  for (const { type: range, q } of ranges) {
    const close = closeness(range, type)
    if (close > best.close) best = { q, close }
  }
  return best
}

/**
 * The media type in which to answer a call that offers files beside JSON: the one wanted most, by name before by `*`, JSON when nothing is
 * said. 406 when none of them is wanted.
 */
export const chooseType = (header: string | undefined, offers: readonly string[]): string => {
  const ranges = rangesOf(header ?? '')
  if (ranges.length === 0) return JSON_TYPE
  const [first] = [JSON_TYPE, ...offers]
    .map((type) => ({ type, ...wish(ranges, type) }))
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q || b.close - a.close)
  if (!first) throw new Problem(406, 'not_acceptable', `This is to be had as ${[JSON_TYPE, ...offers].join(', ')}.`)
  return first.type
}
