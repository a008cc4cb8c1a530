import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readTexts, translatedLanguages, type TranslatedLanguage } from '../src/platform/texts/read-texts.ts'
import { makeResolver, measures } from '../src/web/look/tokens.ts'

const root = join(import.meta.dirname, '..')

/** Whose sentences the public pages show: their own, and those with which the server refuses a booking. */
const SPEAKERS = [
  'src/features/booking/**/*.{ts,tsx}',
  'src/features/{appointments,schedules}/{rules.ts,server/*.ts}',
  'src/platform/errors/*.ts',
  'src/shared/text.ts',
  'src/web/{calls/http,devices/save-calendar}.ts',
]
/** Whose sentences a patient meets first: the shell's, those of the pages of patients, and those of a refusal. */
const PORTAL_SPEAKERS = [
  'src/features/portal/web/**/*.{ts,tsx}',
  'src/features/{records,announcements,notifications}/web/my-*.tsx',
  'src/features/booking/web/*-{picker,banner}.tsx',
  'src/features/billing/rules.ts',
  'src/platform/errors/*.ts',
  'src/shared/text.ts',
  'src/web/!(menu).{ts,tsx}',
  'src/web/{calls,devices,forms,keyboard,look,messages,session,state,text}/*.{ts,tsx}',
  'src/web/frame/{connection-state,dead-ends,not-encrypted,person*}.tsx',
  'src/web/ui/{dialogs,document*,four-states,page,sent-file,status}.tsx',
]
const PALETTE = 'virtual:palette.css'
const MEASURES = 'virtual:measures.css'
const TEXTS = /^virtual:(public|portal)-texts\/(sw|fr)$/

const ruleOf = (values: Record<string, string>) =>
  `:root{${Object.entries(values)
    .filter(([name]) => name.startsWith('--k-'))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** The colours of the program as a style sheet of their own, in the scheme of the system: they are there before any script is. */
const paletteSheet = () => {
  const { light, dark } = makeResolver('comfortable')({} as never)
  return `${ruleOf(measures)}${ruleOf(light)}@media (prefers-color-scheme: dark){${ruleOf(dark)}}`
}

/** Of a language's texts those that the speakers say: they write each as a quoted sentence of its own. */
const spokenTexts = (speakers: readonly string[], language: TranslatedLanguage) => {
  const code = globSync([...speakers], { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const isSpoken = (text: string) => code.includes(`'${text.replaceAll("'", String.raw`\'`)}'`)
  return Object.fromEntries(Object.entries(readTexts(language)).filter(([text]) => isSpoken(text)))
}

/** What pages need of the whole program and cannot take as it is: its tokens as style sheets, and their share of its translations. */
export const publicPage = (): Plugin => ({
  name: 'public-page',
  resolveId: (id) => (id === PALETTE || id === MEASURES || TEXTS.test(id) ? `\0${id}` : null),
  load: (id) => {
    if (id === `\0${PALETTE}`) return paletteSheet()
    if (id === `\0${MEASURES}`) return ruleOf(measures)
    const [, page, found] = TEXTS.exec(id.slice(1)) ?? []
    const language = translatedLanguages.find((one) => one === found)
    if (language === undefined) return null
    const texts = spokenTexts(page === 'portal' ? PORTAL_SPEAKERS : SPEAKERS, language)
    if (Object.keys(texts).length < 50) throw new Error(`Hardly any text of these pages is translated (${id}): was something renamed?`)
    return `export default ${JSON.stringify(texts)}`
  },
})
