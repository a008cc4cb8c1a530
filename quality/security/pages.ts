import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { securityPage } from './map.ts'
import { permissionsPage } from './permissions-page.ts'

const root = join(import.meta.dirname, '../..')
const pages: Record<string, () => string> = { 'docs/security.md': securityPage, 'docs/permissions.md': permissionsPage }

/** The generated pages that are not what they are made of. */
export const stalePages = () =>
  Object.entries(pages)
    .filter(([file, made]) => readFileSync(join(root, file), 'utf8') !== made())
    .map(([file]) => file)

export const writePages = () => {
  for (const [file, made] of Object.entries(pages)) writeFileSync(join(root, file), made())
}
