import { readCatalogues, readToCheck, writeCatalogue, writeToCheck } from './texts/catalogue.ts'
import { findTexts, readUses } from './texts/find-texts.ts'
import { findUnwanted } from './texts/terms.ts'
import { clearChecked, updateCatalogues } from './texts/update-catalogues.ts'

// `npm run texts`: brings the catalogues of texts up to what the code says, and lists what is left to translate. `npm run texts -- --checked KEY…`: the
// translations of these edited texts were read again; without keys, those of all. See docs/texts.md.

const inCode = [...findTexts()].map(([english, { files }]) => ({ english, files: [...files] }))
const { catalogues, kept, added, removed } = updateCatalogues(readCatalogues(), inCode, readUses())
for (const catalogue of catalogues) writeCatalogue(catalogue)
const [option, ...keys] = process.argv.slice(2)
const { left: toCheck, unknown } = clearChecked([...readToCheck(), ...kept], option === '--checked' ? keys : null)
writeToCheck(toCheck)

const list = (title: string, rows: readonly string[]) => {
  if (rows.length > 0) console.log(`${title}: ${rows.length}\n${rows.map((row) => `  ${row}`).join('\n')}`)
}
list(
  'English changed, translations kept: read them again, then npm run texts -- --checked KEY…',
  toCheck.map(({ folder, key, was, english }) => `${folder} ${key}\n    was ${was}\n    is  ${english}`),
)
list('No edited text has this key', unknown)
list(
  'To translate',
  added.map(({ folder, key, english }) => `${folder} ${key}: ${english}`),
)
list(
  'Removed, as nothing says them',
  removed.map(({ folder, key, english }) => `${folder} ${key}: ${english}`),
)
list('Words that the language does not use (tools/texts/terms)', findUnwanted(catalogues.flatMap(({ entries }) => entries)))
const empty = catalogues.flatMap(({ entries }) => entries.filter(({ sw, fr }) => sw === '' || fr === '')).length
console.log(
  `${catalogues.reduce((sum, { entries }) => sum + entries.length, 0)} texts in ${catalogues.length} catalogues, ${empty} to translate.`,
)
if (unknown.length > 0) process.exitCode = 1
