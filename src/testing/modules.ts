import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Everything that the files which match `pattern` below `folder` export, in the order of their names. */
export const exportsOf = async (folder: string, pattern: string): Promise<unknown[]> => {
  const paths = globSync(pattern, { cwd: folder }).sort()
  const modules = await Promise.all(
    paths.map((path) => import(pathToFileURL(resolve(folder, path)).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) => Object.values(module))
}
