import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
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
  const frame = keyOf('frame', (_, { name }) => name === 'frame')
  const layout = keyOf('layout of patients', (key) => key.endsWith('/portal-layout.tsx'))
  const zod = keyOf('Zod', (_, { name }) => name === 'zod')
  const all = (...keys: string[]) => new Set(keys.flatMap((key) => [...reach(key)]))
  return {
    fileOf: (key: string) => manifest[key]?.file ?? '',
    reach,
    /** The chunks of each first load: what is there before the first screen. Every room of the staff needs Zod. */
    first: { staff: all(entry, frame, zod), portal: all(entry, layout), public: reach(booking) },
    /** The texts that a patient's first load brings, by language. */
    portalTexts: Object.keys(manifest).filter((key) => key.startsWith('virtual:portal-texts/')),
    /** A room is a page of a feature; what it loads later, piece by piece, is not part of opening it. */
    rooms: (manifest[entry]?.dynamicImports ?? []).filter((key) => key.startsWith('src/features/')),
  }
}
