import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { graph } from './graph.ts'

/** What every feature that has a file of this name exports from it, by feature, from the bottom of the graph up. */
export const exportsOfEach = async (file: string): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> => {
  const having = Object.keys(graph).filter((feature) => existsSync(join(import.meta.dirname, feature, file)))
  const modules = having.map(
    async (feature) => [feature, (await import(/* @vite-ignore */ `./${feature}/${file}`)) as Record<string, unknown>] as const,
  )
  return new Map(await Promise.all(modules))
}

/** The one thing of that: `fromEach<Feature>('feature.ts', 'feature')`. Throws where a file lacks it, which would leave that feature out without a word. */
export const fromEach = async <T>(file: string, name: string): Promise<ReadonlyMap<string, T>> => {
  const found = [...(await exportsOfEach(file))].map(([feature, exported]) => {
    if (!(name in exported)) throw new Error(`features/${feature}/${file} exports no ${name}`)
    return [feature, exported[name] as T] as const
  })
  return new Map(found)
}
