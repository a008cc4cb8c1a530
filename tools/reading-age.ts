import { findPatientTexts } from './texts/patient-texts.ts'
import { readingOf } from './texts/reading-grade.ts'

// `node tools/reading-age.ts`: the Flesch–Kincaid grade of what patients read in English, by feature, and the hardest texts of each. The goal is
// grade 7 or less, a reading age of twelve. See docs/texts.md.

const HARDEST = Number(process.argv[2] ?? 5)

for (const [name, texts] of Object.entries(findPatientTexts())) {
  const { grade, words, sentences } = readingOf(texts)
  console.log(
    `${name}: grade ${grade.toFixed(1)}, reading age ${(grade + 5).toFixed(0)} (${texts.length} texts, ${sentences} sentences, ${words} words)`,
  )
  const graded = texts
    .map((text) => ({ text, ...readingOf([text]) }))
    .filter(({ sentences: count }) => count > 0)
    .toSorted((a, b) => b.grade - a.grade)
  for (const one of graded.slice(0, HARDEST)) console.log(`  ${one.grade.toFixed(1)}  ${one.text.replaceAll('\n', ' / ')}`)
}
