/** A text in which some places are marked: [start, end) each. Always plain text, whatever stands in it. */
export const Marked = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) => {
  const parts: (string | { start: number; marked: string })[] = []
  let at = 0
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    if (start < at || end > text.length) continue
    parts.push(text.slice(at, start), { start, marked: text.slice(start, end) })
    at = end
  }
  parts.push(text.slice(at))
  return <>{parts.map((part) => (typeof part === 'string' ? part : <mark key={part.start}>{part.marked}</mark>))}</>
}
