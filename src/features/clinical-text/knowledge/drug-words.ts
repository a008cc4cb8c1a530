import { readWordLists } from '#platform/knowledge/read-table.ts'

/** Words around the names of drugs and chemicals; what each list holds stands in the table. */
export const drugWords = readWordLists(new URL('drug-words.tsv', import.meta.url), [
  'class',
  'salt',
  'cation',
  'anion',
  'everyday',
  'everyday name',
  'no acid',
  'firm',
  'ambiguous',
  'direction',
  'empty direction',
  'form',
  'between allergens',
  'before reaction',
  'of the body',
])
