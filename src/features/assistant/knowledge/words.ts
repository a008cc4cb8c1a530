import { readWordLists } from '#platform/knowledge/read-table.ts'

/** Words of questions; what each list holds stands in the table. */
export const questionWords = readWordLists(new URL('words.tsv', import.meta.url), ['function', 'action', 'advice', 'whole form', 'person'])
