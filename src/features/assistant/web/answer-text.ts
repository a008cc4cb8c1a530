import type { Message } from './chat-state.ts'
import { t } from '#web/i18n.ts'
import { cellText } from './cells.ts'

/** An answer as text: what it says, its rows with tabs between the cells, and what was counted. */
export const answerText = ({ question, response, columns, structured_data, filter }: Message): string => {
  const lines = [
    columns.map(({ title }) => t(title)),
    ...structured_data.map((row) => columns.map(({ key, kind }) => cellText(kind, row[key]))),
  ].map((cells) => cells.join('\t'))
  return [question, response, ...(structured_data.length > 0 ? lines : []), ...filter].join('\n')
}
