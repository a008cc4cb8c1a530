import { graph } from '../src/features/graph.ts'

const uses: Readonly<Record<string, readonly string[]>> = graph
const names = Object.keys(uses)

const [WIDTH, ROW, BOX, LETTER] = [1140, 74, 26, 7.5]
const widthOf = (name: string) => name.length * LETTER + 20

/** Each feature's row: 0 where it uses no other, else one above the highest that it uses. */
const rowsOf = (): Map<string, number> => {
  const rows = new Map<string, number>()
  for (const name of names) rows.set(name, Math.max(-1, ...(uses[name] ?? []).map((used) => rows.get(used) ?? 0)) + 1)
  return rows
}

/** Of what a feature uses, what it does not reach through another one as well: the lines that have to be drawn. */
const directUses = (): Map<string, readonly string[]> => {
  const reached = new Map<string, Set<string>>()
  for (const name of names) reached.set(name, new Set((uses[name] ?? []).flatMap((used) => [used, ...(reached.get(used) ?? [])])))
  const isDirect = (name: string, used: string) => !(uses[name] ?? []).some((other) => other !== used && reached.get(other)?.has(used))
  return new Map(names.map((name) => [name, (uses[name] ?? []).filter((used) => isDirect(name, used))]))
}

/** Where the middle of each box lies: in its row under what it uses, so that few lines cross. */
const middles = (rows: ReadonlyMap<string, number>, direct: ReadonlyMap<string, readonly string[]>): Map<string, number> => {
  const at = new Map<string, number>()
  for (let row = 0; row <= Math.max(...rows.values()); row++) {
    const wanted = (name: string) => {
      const used = direct.get(name) ?? []
      return used.length === 0 ? WIDTH / 2 : used.reduce((sum, one) => sum + (at.get(one) ?? 0), 0) / used.length
    }
    const inRow = names.filter((name) => rows.get(name) === row).toSorted((a, b) => wanted(a) - wanted(b))
    const free = WIDTH - inRow.reduce((sum, name) => sum + widthOf(name), 0)
    const gap = free / (inRow.length + 1)
    let left = gap
    for (const name of inRow) {
      at.set(name, left + widthOf(name) / 2)
      left += widthOf(name) + gap
    }
  }
  return at
}

/** The graph of features as a picture: each stands above what it uses. A line that follows from two others is left out. */
export const describeGraph = (): string => {
  const [rows, direct] = [rowsOf(), directUses()]
  const at = middles(rows, direct)
  const height = (Math.max(...rows.values()) + 1) * ROW + 20
  const topOf = (name: string) => height - 10 - (rows.get(name) ?? 0) * ROW - BOX - 10
  const x = (name: string) => Math.round(at.get(name) ?? 0)
  const lines = names.flatMap((name) =>
    (direct.get(name) ?? []).map((used) => {
      const [from, to] = [topOf(name) + BOX, topOf(used)]
      const bend = Math.round((to - from) / 2)
      return `<path d="M${x(name)} ${from}C${x(name)} ${from + bend} ${x(used)} ${to - bend} ${x(used)} ${to}"/>`
    }),
  )
  const boxes = names.map((name) => {
    const width = widthOf(name)
    return [
      `<rect x="${x(name) - width / 2}" y="${topOf(name)}" width="${width}" height="${BOX}" rx="6"/>`,
      `<text x="${x(name)}" y="${topOf(name) + 17}">${name}</text>`,
    ].join('')
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle">`,
    '<title>The features of Kliniki: each stands above those that it uses</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<g fill="none" stroke="#9aa5b1" stroke-width="1">`,
    ...lines,
    '</g>',
    '<g fill="#e6f2f1" stroke="#2f7d77">',
    ...boxes.map((box) => box.replace('<text', '<text fill="#12312f" stroke="none"')),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}
