import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The languages that texts are translated into. English is written in the code. */
export const translatedLanguages = ['sw', 'fr'] as const
export type TranslatedLanguage = (typeof translatedLanguages)[number]

const src = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>

/** The files with the English of each text by its key, one of each feature and one of what several share, as paths from `src`. */
export const englishFiles = (): string[] => globSync('{web,features/*}/texts/en.json', { cwd: src }).toSorted()

/** A language's texts by their English, of the whole program or of some catalogues: see `docs/texts.md`. */
export const readTexts = (language: TranslatedLanguage, files: readonly string[] = englishFiles()): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.flatMap((file) => {
      const translated = read(join(src, dirname(file), `${language}.json`))
      return Object.entries(read(join(src, file))).flatMap(([key, english]) => (translated[key] ? [[english, translated[key]]] : []))
    }),
  )
