import { readCatalogues, readToCheck, writeCatalogue, writeToCheck } from './texts/catalogue.ts'
import { findTexts, readUses } from './texts/find-texts.ts'
import { updateCatalogues } from './texts/update-catalogues.ts'

// `npm run texts`: brings the catalogues of texts up to what the code says, and tells what is left to translate. `npm run texts -- --checked`: the
// translations of edited texts were read again. See docs/texts.md.

const inCode = [...findTexts()].map(([english, { files }]) => ({ english, files: [...files] }))
const { catalogues, kept, added, removed } = updateCatalogues(readCatalogues(), inCode, readUses())
for (const catalogue of catalogues) writeCatalogue(catalogue)
const toCheck = process.argv.includes('--checked') ? [] : [...readToCheck(), ...kept]
writeToCheck(toCheck)

const list = (title: string, rows: readonly string[]) => {
  if (rows.length > 0) console.log(`${title}: ${rows.length}\n${rows.map((row) => `  ${row}`).join('\n')}`)
}
list(
  'English changed, translations kept: read them again, then npm run texts -- --checked',
  toCheck.map(({ folder, key, was, english }) => `${folder} ${key}\n    was ${was}\n    is  ${english}`),
)
list(
  'To translate',
  added.map(({ folder, key, english }) => `${folder} ${key}: ${english}`),
)
list(
  'Removed, as nothing says them',
  removed.map(({ folder, key, english }) => `${folder} ${key}: ${english}`),
)
const empty = catalogues.flatMap(({ entries }) => entries.filter(({ sw, fr }) => sw === '' || fr === '')).length
console.log(
  `${catalogues.reduce((sum, { entries }) => sum + entries.length, 0)} texts in ${catalogues.length} catalogues, ${empty} to translate.`,
)
