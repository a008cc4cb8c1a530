import { writeAge } from '#features/lab-catalogue/rules.ts'
import { sources, starterPanels, withoutReference, type StarterRange } from '#features/lab-catalogue/starter/index.ts'

const END = Number.POSITIVE_INFINITY
type Span = [from: number, to: number]
const joined = (spans: readonly Span[]): Span[] =>
  spans
    .toSorted(([a], [b]) => a - b)
    .reduce<Span[]>((all, [from, to]) => {
      const last = all.at(-1)
      return last && last[1] >= from ? [...all.slice(0, -1), [last[0], Math.max(last[1], to)]] : [...all, [from, to]]
    }, [])
const agesOf = (ranges: readonly StarterRange[], counts: (range: StarterRange) => boolean): string =>
  joined(ranges.filter(counts).map(({ age_from_days = 0, age_to_days = END }): Span => [age_from_days, age_to_days]))
    .map(([from, to]) => {
      if (to === END) return from === 0 ? 'every age' : `from ${writeAge(from)}`
      return from === 0 ? `birth to ${writeAge(to)}` : `${writeAge(from)} to ${writeAge(to)}`
    })
    .join('; ') || '–'

const hasReference = ({ low, high, text = '' }: StarterRange) => low !== undefined || high !== undefined || text !== ''
const isCritical = ({ low_critical, high_critical }: StarterRange) => (low_critical ?? high_critical) !== undefined
const namesOf = (ranges: readonly StarterRange[]) =>
  sources
    .filter(({ text }) => ranges.some(({ source }) => source.includes(text)))
    .map(({ name }) => name)
    .join(', ') || '–'

/** The page about the ages that the starter's ranges cover, and where they are from. */
export const describeRanges = (): string => {
  const numeric = starterPanels.filter(({ kind }) => kind === 'quantitative' || kind === 'calculated')
  const rows = numeric.map(({ code, name, ranges = [] }) => {
    const holes = (withoutReference.get(code) ?? []).map(
      ({ from, to, reason }) =>
        `${to === undefined ? `from ${writeAge(from)}` : `${from === 0 ? 'birth' : writeAge(from)} to ${writeAge(to)}`}: ${reason}`,
    )
    return `| ${code} | ${name} | ${agesOf(ranges, hasReference)} | ${agesOf(ranges, isCritical)} | ${holes.join('; ') || '–'} | ${namesOf(ranges)} |`
  })
  const list = sources.map(({ name, text }) => `| ${name} | ${text} |`)
  return `# Ages that the starter’s reference ranges cover

Made from \`src/features/lab-catalogue/knowledge\` by \`npm run generate\`. The ranges are not confirmed by the laboratory until a person confirms them under
*Tests and ranges, Ranges to confirm*; each laboratory compares them with its own methods and patients first. Where no source gives limits for an age
the reference is left out: results of that age are marked, and approved one by one. Critical limits of children that no source gives are those of
adults, and never lie inside the reference range.

| Code | Test | Reference range | Critical limits | Without reference | Sources |
|---|---|---|---|---|---|
${rows.join('\n')}

## Sources

| Name | Source |
|---|---|
${list.join('\n')}
`
}
