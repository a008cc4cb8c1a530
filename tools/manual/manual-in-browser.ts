import type { Plugin } from 'vite'
import { manualFolder, readManual } from './read-manual.ts'

const MANUAL = /^virtual:manual\/(staff|patient)$/
const PATIENT = 'Patient'

/** `virtual:manual/staff`: the whole manual as data, so that the browser reads no Markdown. `virtual:manual/patient`: the pages of the portal alone. */
export const manualInBrowser = (): Plugin => ({
  name: 'manual-in-browser',
  resolveId: (id) => (MANUAL.test(id) ? `\0${id}` : null),
  load(id) {
    const reader = id.startsWith('\0') ? id.slice(1).match(MANUAL)?.[1] : undefined
    if (reader === undefined) return null
    const pages = readManual()
    for (const page of pages) this.addWatchFile(`${manualFolder}/${page.id}.md`)
    const shown = reader === 'patient' ? pages.filter(({ roles }) => roles.includes(PATIENT)) : pages
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(shown))})`
  },
})
