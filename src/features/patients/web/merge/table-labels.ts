import { rowLabels } from '#shared/record-labels.gen.ts'
import { t } from '#web/i18n.ts'

/** What the rows of a table are called. */
export const tableLabel = (table: string) => t(rowLabels[table] ?? table)
