import { readDirections, sayDirections } from '#features/directions/rules.ts'
import { t } from '#web/i18n.ts'

/** What was typed in plain words, as the label will say it; '' where it is not understood, or nothing was typed. */
export const wordsOf = (typed: string): string => {
  if (typed.trim() === '') return ''
  const { directions, abstained } = readDirections(typed)
  if (abstained !== null) return ''
  const message = sayDirections(directions, t)
  return message.slice(0, 1).toLocaleUpperCase() + message.slice(1)
}
