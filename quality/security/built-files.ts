import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingNames } from '#platform/config.ts'
import { root, type Step } from './step.ts'

const inside = [
  /\$argon2id\$/,
  /postgres(ql)?:\/\/\w+:/,
  /BEGIN (RSA |EC )?PRIVATE KEY/,
  /\bprocess\.env\.[A-Z]{3}/,
  /kliniki_(app|portal|read)\b/,
  /["']node:fs["']/,
]

const isTranslation = (file: string) => /^dist\/assets\/(fr|sw)-[^/]*$/.test(file)

/** Looks for what belongs to the server in every file that browsers get. */
export const searchBuiltFiles = (): Step => {
  const files = globSync('dist/**/*.{js,css,html,json}', { cwd: root })
  const secret = settingNames.filter((name) => /SECRET|PASS|TOKEN|DATABASE/.test(name))
  const faults = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    // What an administrator is told names a setting, in the languages that it is told in; in a program its name would be a use of it.
    const names = isTranslation(file) ? [] : secret
    return [...names.filter((name) => text.includes(name)), ...inside.filter((form) => form.test(text)).map(String)].map(
      (what) => `${file}: ${what}`,
    )
  })
  if (files.length < 20) faults.push('the browser part is not built')
  return {
    name: 'browser part',
    passed: faults.length === 0,
    message: `${files.length} files hold no secret and nothing of the server`,
    faults,
  }
}
