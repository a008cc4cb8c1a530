import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const placeOf = (url: string, line: number) => {
  const short = url.replace(/^.*\/(node_modules|src|db)\//, '$1/')
  return short ? `${short}:${line + 1}` : 'native'
}

/** Where the program spent its time, from the profile that Node left in `dir`: the functions with most time of their own, in percent. */
export const hotspots = (dir: string, count = 25): string[] => {
  const file = readdirSync(dir).find((name) => name.endsWith('.cpuprofile'))
  if (!file) return []
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(dir, file), 'utf8')) as CpuProfile
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${placeOf(url, lineNumber)}`,
    ]),
  )
  const own = new Map<string, number>()
  let busy = 0
  for (const [i, sample] of samples.entries()) {
    const name = names.get(sample) ?? ''
    if (name.startsWith('(idle)')) continue
    const time = timeDeltas[i] ?? 0
    busy += time
    own.set(name, (own.get(name) ?? 0) + time)
  }
  return [...own]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(5)} %  ${name}`)
}
