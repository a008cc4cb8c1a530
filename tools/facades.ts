import type { Plugin } from 'vite'

const FACADE =
  /^(?:import"[^"]+";)*import\{(?<imports>[^}]+)\}from"\.\/(?<target>[^"]+)";(?:(?<start>\w+)\(\);)?export\{(?<exports>[^}]+)\};?\s*$/

/** `a as b, c` as pairs of names. */
const pairs = (list: string) =>
  list.split(',').map((one): [string, string] => {
    const [name = '', alias = name] = one.trim().split(' as ')
    return [name, alias]
  })

/**
 * A chunk that is a group and the target of a dynamic import gets a file of its own that only runs and renames what the group exports: one more request
 * for ninety bytes. Whoever imports it imports the group instead.
 */
export const withoutFacades = (): Plugin => ({
  name: 'without-facades',
  apply: 'build',
  enforce: 'pre',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    let removed = 0
    for (const facade of chunks) {
      const { imports, target, start, exports } = FACADE.exec(facade.code)?.groups ?? {}
      if (facade.isEntry || imports === undefined || target === undefined || exports === undefined) continue
      const inGroup = new Map(pairs(imports).map(([exported, local]) => [local, exported]))
      const run = start === undefined ? '' : `g.${inGroup.get(start)}(),`
      const named = pairs(exports).map(([local, exported]) => `get ${exported}(){return g.${inGroup.get(local)}}`)
      const file = facade.fileName.replace('assets/', '')
      const importing = new RegExp(`import\\(\\s*(["'\`])\\./${file.replaceAll('.', '\\.')}\\1\\s*\\)`, 'g')
      for (const chunk of chunks)
        chunk.code = chunk.code.replaceAll(importing, `import("./${target}").then(g=>(${run}{${named.join(',')}}))`)
      if (chunks.some((chunk) => chunk !== facade && chunk.code.includes(file)))
        throw new Error(`${file} is imported in another way than by import(): look at this plugin again.`)
      delete bundle[facade.fileName]
      removed += 1
    }
    if (removed === 0) throw new Error('The bundler writes no such file any more, or in another way: look at this plugin again.')
  },
})
