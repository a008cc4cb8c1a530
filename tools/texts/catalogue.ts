import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { englishFiles, translatedLanguages, type TranslatedLanguage } from '#platform/texts/read-texts.ts'

/** A text under its key: English as the code has it, and its translations; an empty one is still to be written. */
export type Entry = { key: string; english: string } & Record<TranslatedLanguage, string>

/** The texts of one feature, or those that several share; `folder` is a path from `src`, such as `features/board/texts`. */
export interface Catalogue {
  folder: string
  entries: readonly Entry[]
}

const src = join(import.meta.dirname, '../../src')
const readJson = (file: string): Record<string, string> =>
  existsSync(join(src, file)) ? (JSON.parse(readFileSync(join(src, file), 'utf8')) as Record<string, string>) : {}

export const readCatalogues = (): Catalogue[] =>
  englishFiles().map((file) => {
    const folder = dirname(file)
    const { sw, fr } = { sw: readJson(`${folder}/sw.json`), fr: readJson(`${folder}/fr.json`) }
    return {
      folder,
      entries: Object.entries(readJson(file)).map(([key, english]) => ({ key, english, sw: sw[key] ?? '', fr: fr[key] ?? '' })),
    }
  })

/** Writes a catalogue, one file of each language, in the order of its keys. */
export const writeCatalogue = ({ folder, entries }: Catalogue): void => {
  const sorted = entries.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  mkdirSync(join(src, folder), { recursive: true })
  const write = (language: string, textOf: (entry: Entry) => string) =>
    writeFileSync(
      join(src, folder, `${language}.json`),
      `${JSON.stringify(Object.fromEntries(sorted.map((entry) => [entry.key, textOf(entry)])), null, 2)}\n`,
    )
  write('en', ({ english }) => english)
  for (const language of translatedLanguages) write(language, (entry) => entry[language])
}

/** A text whose English was edited: its translations stay, and say what it said before until somebody has read them again. */
export interface KeptText {
  folder: string
  key: string
  was: string
  english: string
}

const TO_CHECK = join(src, 'web/texts/to-check.json')
/** The edited texts whose translations were not read again yet. */
export const readToCheck = (): KeptText[] => (existsSync(TO_CHECK) ? (JSON.parse(readFileSync(TO_CHECK, 'utf8')) as KeptText[]) : [])
/** Keeps them; without any there is no file. */
export const writeToCheck = (texts: readonly KeptText[]): void =>
  texts.length === 0 ? rmSync(TO_CHECK, { force: true }) : writeFileSync(TO_CHECK, `${JSON.stringify(texts, null, 2)}\n`)

const WORDS = 7
/** A key for a new text, from its first words: it stays when the text changes. */
export const newKey = (english: string, taken: ReadonlySet<string>): string => {
  const words = english
    .replaceAll(/[’']/g, '')
    .replaceAll(/\{(\w+), (?:plural|select), |\b(?:one|other|many) \{/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const stem = (words ?? ['text']).slice(0, WORDS).join('-')
  for (let n = 1; ; n++) {
    const key = n === 1 ? stem : `${stem}-${n}`
    if (!taken.has(key)) return key
  }
}
