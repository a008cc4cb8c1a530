import type { Plugin, Rolldown } from 'vite'

/** What opens first, by whoever opens it: the layout of the role with its landing page, or the sign-in. */
const LANDINGS = {
  staff: ['staff', 'features/board/web/board-page.tsx'],
  patient: ['features/portal/web/portal-layout.tsx'],
  none: ['features/users/web/login.tsx'],
}

/** The files of modules that are loaded later, with all that these need. */
const filesOf = (bundle: Rolldown.OutputBundle, modules: readonly string[]) => {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const next of chunk.imports) add(next)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (one) => one.type === 'chunk' && (one.name === module || one.facadeModuleId?.replaceAll('\\', '/').endsWith(module) === true),
    )
    if (!chunk) throw new Error(`${module} is no file of its own any more: look at this plugin again.`)
    add(chunk.fileName)
  }
  return [...files]
}

/**
 * The page of the program names the files of each landing page, for `before-paint-3.js`: it fetches those of the last role of this browser beside the
 * program, so that neither layout nor page waits for the program to ask for them.
 */
export const landingPreloads = (): Plugin => ({
  name: 'landing-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, filename }) {
      if (!bundle || !filename.endsWith('index.html')) return html
      const lists = Object.entries(LANDINGS).map(([role, modules]) => {
        const files = filesOf(bundle, modules).filter((file) => !html.includes(file))
        return `<meta name="landing-${role}" content="${files.map((file) => file.replace('assets/', '')).join(' ')}" />`
      })
      return html.replace('<script src="/assets/before-paint', `${lists.join('\n    ')}\n    $&`)
    },
  },
})
