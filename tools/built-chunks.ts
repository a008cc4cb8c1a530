import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** What the browser part was built into: its chunks, what each brings along, and what everybody loads first. */
export const readBuild = (dist: string) => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const reach = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) reach(next, seen)
    return seen
  }
  const keyOf = (what: string, isIt: (key: string, chunk: Chunk) => boolean) => {
    const found = Object.entries(manifest).find(([key, chunk]) => isIt(key, chunk))?.[0]
    if (found === undefined) throw new Error(`The build has no ${what}: nothing was measured.`)
    return found
  }
  const entry = keyOf('entry', (key, { isEntry }) => key === 'index.html' && isEntry === true)
  const booking = keyOf('public pages', (key, { isEntry }) => key === 'booking.html' && isEntry === true)
  const layout = keyOf('layout of patients', (key) => key.endsWith('/portal-layout.tsx'))
  const staff = keyOf('frame of the staff', (_, { name }) => name === 'staff')
  const all = (...keys: string[]) => new Set(keys.flatMap((key) => [...reach(key)]))
  return {
    fileOf: (key: string) => manifest[key]?.file ?? '',
    /** The scripts and style sheets of chunks. */
    filesOf: (keys: Iterable<string>) => [
      ...new Set([...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])])),
    ],
    reach,
    /** The chunks of each first load: what is there before the first screen. Every page of the staff needs the same part. */
    first: { staff: all(entry, staff), portal: all(entry, layout), public: reach(booking) },
    /** The texts that a patient's first load brings, by language. */
    portalTexts: Object.keys(manifest).filter((key) => key.startsWith('virtual:portal-texts/')),
    /** The pages of features; what one loads later, piece by piece, is not part of opening it. */
    pages: [...new Set([...reach(entry)].flatMap((key) => manifest[key]?.dynamicImports ?? []))].filter((key) =>
      key.startsWith('src/features/'),
    ),
  }
}
