import type { Plugin } from 'vite'
import { englishFiles, readTexts, translatedLanguages } from '#platform/texts/read-texts.ts'
import { join } from 'node:path'

const TEXTS = /^virtual:texts\/(\w+)$/
const FILES = 'virtual:text-files'
const src = join(import.meta.dirname, '../../src')

/**
 * `virtual:texts/sw`: a language's texts by their English, from the catalogues of all features. `virtual:text-files`: where the same are found as
 * files that can be fetched.
 */
export const textsInBrowser = (): Plugin => {
  let isServed = false
  return {
    name: 'texts-in-browser',
    configResolved: ({ command }) => void (isServed = command === 'serve'),
    resolveId: (id) => (TEXTS.test(id) || id === FILES ? `\0${id}` : null),
    load(id) {
      if (id === `\0${FILES}`) {
        const urls = translatedLanguages.map((language) => {
          const source = isServed ? '' : JSON.stringify(readTexts(language))
          const url = isServed
            ? `'/texts/${language}.json'`
            : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `${language}.json`, source })}`
          return `${language}: ${url}`
        })
        return `export default { ${urls.join(', ')} }`
      }
      const language = translatedLanguages.find((one) => id === `\0virtual:texts/${one}`)
      if (language === undefined) return null
      for (const file of englishFiles())
        for (const one of ['en', language]) this.addWatchFile(join(src, file.replace(/en\.json$/, `${one}.json`)))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(readTexts(language)))})`
    },
    configureServer: ({ middlewares }) => {
      for (const language of translatedLanguages)
        middlewares.use(
          `/texts/${language}.json`,
          (_, reply) => void reply.setHeader('content-type', 'application/json').end(JSON.stringify(readTexts(language))),
        )
    },
  }
}
