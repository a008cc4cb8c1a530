import { sql } from 'kysely'
import { offeredUnits, unitText } from '#features/lab-catalogue/rules.ts'
import type { NamedDimension, Phrases } from '#platform/questions/subject.ts'

export const named = (of: Omit<NamedDimension, 'is'>): NamedDimension => ({ is: 'named', ...of })

const writtenUnits = offeredUnits
  .filter((unit) => unitText(unit) !== unit)
  .map((unit) => sql`when ${sql.lit(unit)} then ${sql.lit(unitText(unit))}`)

/** A result `r` as it is reported, with its unit as people write it. */
export const resultText = sql`concat_ws(' ', r.result, case r.unit ${sql.join(writtenUnits, sql` `)} else r.unit end)`

/** Benches by the names that the starter catalogue gives them; a clinic's own are rows of answers. */
export const sections: Readonly<Record<string, Phrases>> = {
  Haematology: ['haematology|hematology'],
  Coagulation: ['coagulation'],
  'Blood bank': ['blood bank'],
  Chemistry: ['chemistry|biochemistry'],
  'Urine and stool': ['urine stool section|bench'],
  Parasitology: ['parasitology'],
  Serology: ['serology'],
  Bacteriology: ['bacteriology|microbiology'],
}

/** Each of these words beside every way of naming laboratory tests. */
export const ofTests = (...words: readonly string[]): string[] =>
  words.flatMap((word) => [
    `${word} test|result|investigation`,
    `${word} lab|laboratory`,
    `${word} lab|laboratory test|result|investigation`,
    `${word} test result`,
  ])

/** What somebody does with a test, which says nothing more of it. */
export const actions =
  'receive|received|get|got|give|given|take|taken|order|ordered|perform|performed|undergo|undergone|underwent|done|request|requested|run|administer|administered|conduct|conducted|carried'
